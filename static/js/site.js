// A live region that is replaced together with its words is often not read out. What is swapped in and should be read
// bears a name in ``data-say``: whenever its words have changed they are repeated in a region that stays. What a table
// ``asks`` is said only to whom it is to move: others see words in its place that do not change with the turn.
const announce = (() => {
  const LINGERS = 5000, AT_REST = 50;
  const voice = document.getElementById("voice");
  const words = ({ textContent }) => textContent.trim().replace(/\s+/g, " ");
  const speaks = ({ dataset }) => dataset.say !== "asks" || document.querySelector("[data-my-turn]") !== null;
  const wording = () => new Map([...document.querySelectorAll("[data-say]")].filter(speaks)
    .map((part) => [part.dataset.say, words(part)]));
  let known = wording(), due;

  function say(text) {
    const line = document.createElement("p");
    line.textContent = text;
    voice.append(line);
    setTimeout(() => line.remove(), LINGERS);
  }

  function repeat() {
    const before = known;
    known = wording();
    for (const [name, text] of known) if (text !== before.get(name)) say(text);
  }

  // An answer may be swapped in by several steps: what stands there between two of them is not said.
  document.addEventListener("htmx:afterSettle", () => {
    clearTimeout(due);
    due = setTimeout(repeat, AT_REST);
  });
  return say;
})();

// What the tab remembers; none where nothing may be stored.
const memory = (() => { try { return sessionStorage; } catch { return null; } })();

// What every page shares: buttons that copy, forms that are sent only once and as the browser would send them.
(() => {
  const reveal = (root) => root.querySelectorAll("[data-copy][hidden]").forEach((button) => { button.hidden = false; });

  // Browsers offer the clipboard only on HTTPS and localhost; at home a table is often served by plain HTTP.
  function copyBySelection(text) {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }

  async function copy(button) {
    const text = button.dataset.copy;
    try { await navigator.clipboard.writeText(text); } catch { copyBySelection(text); }
    button.dataset.done = "";
    announce(button.dataset.copied);
    button.focus();
    setTimeout(() => { delete button.dataset.done; }, 2000);
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-copy]");
    if (button) copy(button);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    // A download leaves the page as it is: its form may be sent again.
    if (form.method !== "post" || event.defaultPrevented || "again" in form.dataset) return;
    // Nothing tells that the browser was stopped while it waited for the answer: some time later it may be sent again.
    if (Date.now() - form.dataset.sent < 10000) event.preventDefault();
    else form.dataset.sent = Date.now();
  });

  // htmx 2 lets a pressed button replace the other values of its name; a plain form sends them all. A button
  // whose press had to wait for another may be gone from the form by now, and still says what was wanted.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const button = detail.triggeringEvent?.submitter;
    if (!button) return;
    detail.parameters = new FormData(detail.elt, button.form === detail.elt ? button : null);
    if (button.form !== detail.elt && button.name) detail.parameters.append(button.name, button.value);
  });

  // What was asked for a popover is shown in it, over the popover that asked.
  document.addEventListener("htmx:afterSwap", ({ detail: { target, requestConfig } }) => {
    if (target?.popover && !target.matches(":popover-open")) target.showPopover({ source: requestConfig.triggeringEvent?.submitter });
  });

  // A button that goes with the answer to it leaves the focus where the next choice is made.
  document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig } }) => {
    if (requestConfig.triggeringEvent?.submitter?.isConnected !== false || document.activeElement !== document.body) return;
    document.querySelector("[data-focus]")?.focus({ preventScroll: true });
  });

  addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => { delete form.dataset.sent; }));
  document.addEventListener("DOMContentLoaded", () => reveal(document));
  document.addEventListener("htmx:load", ({ target }) => reveal(target));
})();
