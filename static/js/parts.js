// The table comes whole with every answer to htmx, with a poll and with some frames. Only the parts that differ from the
// page's own are swapped, so that focus, scrolling and pictures stay and a phone has little to lay out again.
const Parts = (() => {
  const isTable = ({ target }) => target.id === "table";

  // Gives the page's elements the attributes of those that are only a tag; what is in them stays. Returns the others.
  function retag(elements) {
    const isTag = (element) => element.getAttribute("hx-swap-oob") === "tag";
    const tags = elements.filter(isTag);
    for (const { id, attributes } of tags) {
      const old = document.getElementById(id);
      for (const { name } of [...old.attributes]) if (!attributes.getNamedItem(name)) old.removeAttribute(name);
      for (const { name, value } of attributes) if (name !== "hx-swap-oob") old.setAttribute(name, value);
    }
    // Chromium 156 loses the boxes of a size container's children if they are replaced before a tag above it is styled.
    if (tags.length) document.body.getBoundingClientRect();
    return elements.filter((element) => !isTag(element));
  }

  // What the page has of its own and no answer changes: whole elements, and the visitor's token in a form.
  const isKept = (old, fresh) => old.id === fresh.id && fresh.matches?.("[hx-preserve]");
  const inside = ({ childNodes }) => [...childNodes].filter(({ name }) => name !== "csrfmiddlewaretoken");

  const isDetails = (element) => element?.localName === "details";
  const title = (details) => details.querySelector("summary")?.textContent;

  // What somebody has unfolded stays open, whatever takes its place: nothing fresh says whether it is.
  function unfold(fresh) {
    for (const details of [fresh, ...fresh.querySelectorAll("details")].filter(isDetails)) {
      const named = document.getElementById(details.closest("[id]")?.id);
      const twin = isDetails(named) ? named
        : [...(named?.querySelectorAll("details") ?? [])].find((other) => title(other) === title(details));
      if (twin) details.open = twin.open;
    }
  }

  // Gathers the smallest elements with ids, or only their tags, that make the old element equal the fresh one.
  function compare(old, fresh, differing) {
    if (old.isEqualNode(fresh) || isKept(old, fresh)) return true;
    const before = differing.length, [oldTag, tag] = [old.cloneNode(), fresh.cloneNode()];
    const isNamed = old.id && old.id === fresh.id, isSameTag = oldTag.isEqualNode(tag);
    if (!isSameTag && isNamed) {
      tag.setAttribute("hx-swap-oob", "tag");
      differing.push(tag);
    }
    const [oldInside, freshInside] = [inside(old), inside(fresh)];
    if ((isSameTag || isNamed) && oldInside.length === freshInside.length
      && oldInside.every((child, at) => compare(child, freshInside[at], differing))) return true;
    differing.length = before;
    if (isNamed) differing.push(fresh);
    return Boolean(isNamed);
  }

  // Changes tags at once and returns what htmx has to swap out of band, so that the page's table becomes that of the
  // markup; null if the markup has none. What is composed in it cannot be taken back.
  function reduce(html, isComposed = false) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("table");
    fresh?.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
    const reduced = fresh && become(fresh);
    if (reduced !== null) kept = isComposed ? null : false;
    return reduced;
  }

  function become(fresh) {
    const differing = [];
    unfold(fresh);
    if (!compare(document.getElementById(fresh.id), fresh, differing)) return null;
    const whole = retag(differing);
    whole.forEach((part) => part.setAttribute("hx-swap-oob", "true"));
    return whole.map((part) => part.outerHTML).join("");
  }

  // A move that is being composed changes the board, and no frame takes that back: before the first choice the board is
  // kept as it was. This is false while nothing is composed, and null where that cannot be told.
  let kept = location.search ? null : false;
  const board = () => document.getElementById("board");

  // Returns what takes the composing back, as ``reduce`` does.
  function plain() {
    const old = kept;
    kept = false;
    return old ? become(old) : "";
  }

  // Another's move comes, of which the kept board knows nothing.
  const outdate = () => { if (kept) kept = null; };
  document.addEventListener("htmx:historyRestore", () => { kept = null; });
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (isTable(detail) && detail.requestConfig.verb === "get" && kept === false) kept = board()?.cloneNode(true) ?? null;
  });

  const ply = (html) => /data-ply="(\d+)"/.exec(html)?.[1];

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap || !isTable(detail) || !detail.elt.isConnected) return;
    // An answer that refuses something says so in the table, which no frame takes back either.
    let before = detail.xhr.status >= 400 ? null : detail.requestConfig.verb === "get" && kept;
    // Another's move that came with the answer is not on the kept board either.
    if (before && ply(detail.serverResponse) !== document.getElementById("live-ply").dataset.ply) before = null;
    const reduced = reduce(detail.serverResponse);
    kept = before;
    if (reduced === null) return;
    detail.serverResponse = reduced;
    detail.swapOverride = "none";
  });

  // What is pressed shows it at once, however long the answer takes; no board that is kept or compared has the mark.
  const mark = (button) => queueMicrotask(() => button?.setAttribute("data-sending", ""));
  const unmark = () => document.querySelectorAll("[data-sending]").forEach((button) => button.removeAttribute("data-sending"));
  for (const name of ["htmx:beforeOnLoad", "htmx:afterRequest"]) {
    document.addEventListener(name, ({ detail }) => { if (isTable(detail)) unmark(); });
  }

  // A choice made while another is on its way adds to it: its button is pressed again once the answer is here. What
  // stands to be confirmed till then is what was chosen before, and is not sent.
  const isAwaited = (form = "") => document.querySelector(`#table ${form}.htmx-request`) !== null;
  let again = null;
  document.addEventListener("htmx:confirm", (event) => {
    const { verb, triggeringEvent } = event.detail, button = triggeringEvent?.submitter;
    if (!isTable(event.detail)) return;
    const isOld = button?.id === "confirm-move" && isAwaited(":is(#draft, #fresh)");
    if (isOld) event.stopImmediatePropagation();
    else mark(button);
    if (isOld || (verb === "get" && isAwaited())) event.preventDefault();
    if (verb === "get" && isAwaited()) again = button?.id;
  });

  // What had the focus may be gone; then the focus goes where the next choice is made.
  function rest() {
    if (document.activeElement === document.body) {
      document.querySelector("#table [data-focus]")?.focus({ preventScroll: true });
    }
    const pressed = again;
    again = null;
    if (pressed) document.getElementById(pressed)?.click();
  }

  document.addEventListener("htmx:afterRequest", ({ detail }) => { if (isTable(detail)) rest(); });

  // Why a plain form was refused is taken back by answers alone, too.
  const isPlainKnown = () => kept !== null && document.querySelector("#alert[hidden]");

  return { reduce, retag, unfold, plain, outdate, rest, unmark, isPlainKnown };
})();
