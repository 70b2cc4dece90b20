// A press that found no connection is kept: the page says at once that it was not sent, and offers to send it when the
// connection is back. It is never sent by itself: what was wanted then may not be wanted any more.
(() => {
  const sign = document.getElementById("unsent");
  const words = sign.querySelector("span"), again = sign.querySelector("button");
  let kept = null;

  const isThere = ({ form, button }) => form.isConnected && (!button || button.form === form);

  function say(state) {
    words.textContent = sign.getAttribute(`data-${state}-text`);
    again.hidden = state !== "back";
    sign.hidden = false;
  }

  function keep(form, button) {
    kept = { form, button };
    say("lost");
  }

  function forget() {
    kept = null;
    sign.hidden = true;
  }

  document.addEventListener("htmx:sendError", ({ detail: { elt, requestConfig } }) => {
    if (elt.closest("#table") && elt.matches("form")) keep(elt, requestConfig.triggeringEvent?.submitter);
  });

  // What htmx sends has been taken from the browser by now; a form of the browser's own would leave the page.
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || navigator.onLine || !event.target.closest("#table")) return;
    event.preventDefault();
    delete event.target.dataset.sent;
    keep(event.target, event.submitter);
  });

  document.addEventListener("connection", ({ detail }) => {
    if (kept) say(detail === "live" ? (isThere(kept) ? "back" : "changed") : "lost");
  });
  document.addEventListener("htmx:afterSettle", () => { if (kept && !again.hidden && !isThere(kept)) say("changed"); });
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (kept && xhr?.status && elt.closest("#table")) forget();
  });
  document.addEventListener("moved", () => { if (kept) forget(); });

  again.addEventListener("click", () => {
    const { form, button } = kept;
    forget();
    if (isThere({ form, button })) form.requestSubmit(button);
  });
})();
