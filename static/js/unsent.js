// A press that found no connection is kept: the page says so at once, and offers to send it when the connection is back.
// So is one that met an error of the site or of its proxy, or was lost while the socket was not; it may be sent at once:
// a move is made once. Nothing is sent by itself: what was wanted then may not be wanted any more.
(() => {
  const sign = document.getElementById("unsent");
  const words = sign.querySelector("span"), again = sign.querySelector("button");
  let kept = null;

  const isThere = ({ form, button }) => form.isConnected && (!button || button.form === form);

  function say(state) {
    words.textContent = sign.getAttribute(`data-${state}-text`);
    sign.dataset.state = state;
    again.hidden = state !== "back" && state !== "failed";
    sign.hidden = false;
  }

  function keep(form, button, isFailed) {
    kept = { form, button, isFailed };
    say(isFailed ? "failed" : "lost");
  }

  function forget() {
    kept = null;
    sign.hidden = true;
  }

  // A proxy answers for a site that is being restarted; no answer at all has the status 0.
  const isBroken = (xhr) => xhr.status >= 500;
  const isLive = () => document.querySelector("#connection[data-state=live]");
  const isOurs = (elt) => elt.matches("#table form, #talk form");

  function missed({ detail: { elt, xhr, requestConfig } }) {
    if (!isOurs(elt) || (xhr.status && !isBroken(xhr))) return;
    keep(elt, requestConfig.triggeringEvent?.submitter, isBroken(xhr) || isLive());
  }

  document.addEventListener("htmx:sendError", missed);
  document.addEventListener("htmx:responseError", missed);

  // What htmx sends has been taken from the browser by now; a form of the browser's own would leave the page.
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || navigator.onLine || !isOurs(event.target)) return;
    event.preventDefault();
    delete event.target.dataset.sent;
    keep(event.target, event.submitter);
  });

  document.addEventListener("connection", ({ detail }) => {
    if (kept && !kept.isFailed) say(detail === "live" ? (isThere(kept) ? "back" : "changed") : "lost");
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!kept || again.hidden || isThere(kept)) return;
    // What failed may have been done all the same.
    if (kept.isFailed) forget();
    else say("changed");
  });
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (xhr?.status && !isBroken(xhr) && isOurs(elt)) forget();
  });
  document.addEventListener("moved", forget);

  again.addEventListener("click", () => {
    const { form, button } = kept;
    forget();
    if (isThere({ form, button })) form.requestSubmit(button);
  });
})();
