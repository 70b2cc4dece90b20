// Dragging with a mouse or a pen presses the buttons that a tap or the keyboard would: what may be dragged says for each
// place it may be dropped at, as data-to-<place>, the ids of the buttons to press.
(() => {
  const FAR_ENOUGH = 6;
  let held = null;

  const zoneAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-drop]");
  const buttons = (zone) => zone && held.thing.getAttribute(`data-to-${zone.dataset.drop}`)?.split(" ");

  function lift() {
    const { left, top, width } = held.thing.getBoundingClientRect();
    held.ghost = held.thing.cloneNode(true);
    held.ghost.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
    held.ghost.classList.add("dragged");
    held.ghost.setAttribute("aria-hidden", "true");
    held.ghost.style.cssText = `left:${left}px;top:${top}px;width:${width}px`;
    held.thing.parentElement.append(held.ghost);
    held.thing.classList.add("lifted");
  }

  function point(zone) {
    document.querySelectorAll(".drop-here").forEach((old) => old.classList.remove("drop-here"));
    if (buttons(zone)) zone.classList.add("drop-here");
  }

  function letGo() {
    point(null);
    held.ghost?.remove();
    held.thing.classList.remove("lifted");
    held = null;
  }

  document.addEventListener("pointerdown", ({ target, button, pointerType, clientX: x, clientY: y }) => {
    const thing = button === 0 && pointerType !== "touch" && target.closest("[data-drag]");
    if (thing) held = { thing, x, y };
  });

  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost && Math.hypot(dx, dy) < FAR_ENOUGH) return;
    if (!held.ghost) lift();
    held.ghost.style.translate = `${dx}px ${dy}px`;
    point(zoneAt(event));
  });

  document.addEventListener("pointerup", (event) => {
    if (!held) return;
    const pressed = held.ghost ? buttons(zoneAt(event)) ?? [] : [];
    // Where the mouse is let go is no click.
    if (held.ghost) {
      const stop = (click) => { click.stopPropagation(); click.preventDefault(); };
      addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, { capture: true }));
    }
    letGo();
    setTimeout(() => pressed.forEach((id) => document.getElementById(id)?.click()));
  });

  addEventListener("pointercancel", () => held && letGo());
  addEventListener("keydown", ({ key }) => { if (held && key === "Escape") letGo(); });
  document.addEventListener("dragstart", (event) => { if (held) event.preventDefault(); });
})();
