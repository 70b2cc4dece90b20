// htmx is answered with the whole table. Only the parts that differ from the page's own are swapped, so that
// focus, scrolling and pictures stay and a phone has little to lay out again.
(() => {
  const isTable = ({ target }) => target.id === "table";

  /* Whether two elements agree but for parts inside them that have ids; those that differ are gathered. */
  function agree(old, fresh, differing) {
    if (old.isEqualNode(fresh) || old.name === "csrfmiddlewaretoken") return true;
    if (!old.cloneNode().isEqualNode(fresh.cloneNode()) || old.childNodes.length !== fresh.childNodes.length) return false;
    return [...old.childNodes].every((child, at) => compare(child, fresh.childNodes[at], differing));
  }

  function compare(old, fresh, differing) {
    const before = differing.length;
    if (agree(old, fresh, differing)) return true;
    if (!old.id || old.id !== fresh.id) return false;
    differing.splice(before, Infinity, fresh);
    return true;
  }

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap || !isTable(detail) || !detail.elt.isConnected) return;
    const answer = new DOMParser().parseFromString(detail.serverResponse, "text/html").getElementById("table");
    answer?.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
    const differing = [];
    if (!answer || !compare(detail.target, answer, differing)) return;
    differing.forEach((part) => part.setAttribute("hx-swap-oob", "true"));
    detail.serverResponse = differing.map((part) => part.outerHTML).join("");
    detail.swapOverride = "none";
  });

  // A choice made while another is on its way adds to it: its button is pressed again once the answer is here.
  let again = null;
  document.addEventListener("htmx:confirm", (event) => {
    const { verb, triggeringEvent } = event.detail;
    if (!isTable(event.detail) || verb !== "get" || !document.querySelector(".htmx-request")) return;
    event.preventDefault();
    again = triggeringEvent.submitter?.id;
  });

  // What had the focus may be gone; then the focus goes where the next choice is made.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!isTable(detail)) return;
    if (document.activeElement === document.body) {
      document.querySelector("#table [data-focus]")?.focus({ preventScroll: true });
    }
    const pressed = again;
    again = null;
    if (pressed) document.getElementById(pressed)?.click();
  });
})();
