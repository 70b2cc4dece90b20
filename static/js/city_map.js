// A map that is moved and magnified, and a cursor that goes over its cells by the arrow keys. Without this script the map
// scrolls, and what can be pressed on it is pressed with the Tab and Enter keys.
(() => {
  const STEP = 1.25, LEAST = 0.4, MOST = 3, STILL = 6;
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const view = () => document.getElementById("city-view");
  const map = () => document.getElementById("city-map");
  let zoom = 1;

  // Magnifies around a point of the view, so that what is under a finger stays there.
  function magnify(wanted, x = view().clientWidth / 2, y = view().clientHeight / 2) {
    const box = view(), before = zoom, { offsetLeft, offsetTop } = map();
    zoom = Math.min(MOST, Math.max(LEAST, wanted));
    document.documentElement.style.setProperty("--map-zoom", zoom);
    const now = map(), ratio = zoom / before;
    box.scrollTo(now.offsetLeft + (box.scrollLeft + x - offsetLeft) * ratio - x,
      now.offsetTop + (box.scrollTop + y - offsetTop) * ratio - y);
  }

  function fit(least = 0, most = MOST) {
    const box = view(), { width, height } = map().getBoundingClientRect();
    const whole = zoom * Math.min((box.clientWidth - 12) / width, (box.clientHeight - 12) / height);
    magnify(Math.min(most, Math.max(whole, least * zoom * map().dataset.n / width)));
    box.scrollTo((box.scrollWidth - box.clientWidth) / 2, (box.scrollHeight - box.clientHeight) / 2);
  }

  // A larger map is seen whole, as far as a thumb hits its cells (49 px) or, at the end, an eye reads them, till somebody
  // zooms.
  const result = () => document.getElementById("result");
  let over = result(), own = 1;
  function look() {
    if (zoom !== own || !view()) return;
    fit(over ? 30 : 49, 1);
    own = zoom;
  }
  document.addEventListener("htmx:afterSettle", () => { if (over !== (over = result())) look(); });

  // Who has chosen what to build is given the map (parts.js), and led to it if it is out of sight.
  document.addEventListener("focusin", ({ target }) => {
    if (target !== view() || !document.querySelector("[data-asked=place]")) return;
    const { top, bottom } = target.getBoundingClientRect();
    if (bottom < STILL || top > innerHeight / 2) target.scrollIntoView({ block: "nearest" });
  });

  document.addEventListener("click", ({ target }) => {
    const how = target.closest("[data-zoom]")?.dataset.zoom;
    if (how === "fit") fit();
    else if (how) magnify(how === "in" ? zoom * STEP : zoom / STEP);
    // Safari gives no focus to what is pressed, and the focus shows how far a card reaches.
    target.closest(".lot, [role=gridcell][tabindex]")?.focus({ preventScroll: true });
  });

  // The cursor: the focus itself. It goes to what can be pressed in a cell, or to the cell itself.
  const cell = (x, y) => document.getElementById(`c-${x}-${y}`);
  const place = (element) => /^c-(-?\d+)-(-?\d+)$/.exec(element?.id)?.slice(1).map(Number);

  function go(to) {
    if (to.matches(":empty")) to.ariaLabel = `(${place(to).join(", ").replaceAll("-", "−")}) ${map().dataset.free}`;
    (to.querySelector(".spot") ?? to.querySelector("button") ?? to).focus({ preventScroll: true });
    to.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Of all that can be pressed on the map the Tab key stops in one cell alone: where the cursor was, or at a place to
  // choose. A list, over which no arrow leads, has all of them.
  function stop() {
    const isList = document.querySelector("#as-list:checked");
    const one = ["button:focus", ".spot", "button"].map((what) => map()?.querySelector(what)).find(Boolean);
    map()?.querySelectorAll("button").forEach((button) => {
      button.tabIndex = isList || button.parentElement === one.parentElement ? 0 : -1;
    });
  }
  document.addEventListener("focusin", ({ target }) => { if (target.matches("#city-map button")) stop(); });
  document.addEventListener("change", stop);
  document.addEventListener("htmx:afterSettle", stop);
  stop();

  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key], here = event.target.closest?.("[role=gridcell]");
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!here && event.target !== view()) return;
    const [x, y] = place(here) ?? [-step[0], -step[1]];
    const to = cell(x + step[0], y + step[1]);
    if (!to) return;
    event.preventDefault();
    go(to);
  });

  // Moving the map with the mouse; fingers scroll it by themselves.
  let grip = null;
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button || !event.target.closest?.("#city-view")) return;
    grip = { x: event.clientX, y: event.clientY, left: view().scrollLeft, top: view().scrollTop, moved: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
    grip.moved ||= Math.hypot(x, y) > STILL;
    if (grip.moved) view().scrollTo(grip.left - x, grip.top - y);
  });
  document.addEventListener("pointerup", () => { setTimeout(() => { grip = null; }); });
  document.addEventListener("click", (event) => {
    if (!grip?.moved) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("dragstart", (event) => { if (grip) event.preventDefault(); });

  // Two fingers, or the wheel with Ctrl, which is also what a trackpad's pinch sends.
  const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  let pinch = null;
  document.addEventListener("touchstart", ({ touches, target }) => {
    pinch = touches.length === 2 && target.closest?.("#city-view") ? { apart: apart(touches), zoom } : null;
  }, { passive: true });
  document.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const box = view().getBoundingClientRect(), [one, other] = event.touches;
    magnify(pinch.zoom * (apart(event.touches) / pinch.apart),
      (one.clientX + other.clientX) / 2 - box.left, (one.clientY + other.clientY) / 2 - box.top);
  }, { passive: false });
  document.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !event.target.closest?.("#city-view")) return;
    event.preventDefault();
    const box = view().getBoundingClientRect();
    magnify(zoom * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });

  // A row or column before the first moves all others: what was in sight stays there. A new map is seen from its middle.
  // To ask where something lies makes the browser lay out the page, so that is asked once for all that is swapped at once.
  let shown = view(), waits = false, was;
  function origin() {
    const [at, box] = [cell(0, 0), view()].map((element) => element?.getBoundingClientRect());
    return at && box && { left: at.left - box.left, top: at.top - box.top };
  }
  function stay() {
    const box = view(), at = box === shown && was && origin();
    if (box !== shown) look();
    else if (at) box.scrollBy(at.left - was.left, at.top - was.top);
    [shown, waits, was] = [box, false, null];
  }
  document.addEventListener("htmx:oobBeforeSwap", ({ target }) => {
    if (waits || !(target.closest("#city-view") || target.contains(view()))) return;
    [waits, was] = [true, origin()];
    queueMicrotask(stay);
  });
  document.addEventListener("htmx:afterSwap", () => { if (view() !== shown) stay(); });

  look();
})();
