"use strict";

/* Arrow keys, Home and End walk through the replay unless the device wants none; the slider needs no button.
   A list of people does: arrow keys change it at every press. */
document.addEventListener("keydown", (event) => {
  if (document.documentElement.dataset.keys === "off") return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  // On a map they go from cell to cell.
  if (event.target.closest("[role=grid]")) return;
  const step = [...document.querySelectorAll("[data-step]")].find(({ dataset }) => dataset.step === event.key);
  if (!step) return;
  event.preventDefault();
  if (step.href) location.assign(step.href);
});

// Each step is a page of its own, with the same controls: the one that has the focus has it there too.
const controls = [...document.querySelectorAll("#controls :is(a, input, select, button)")];
const held = `focus ${document.querySelector("#controls form").action.split("?")[0]}`;
addEventListener("pagehide", () => memory?.setItem(held, controls.indexOf(document.activeElement)));
controls[memory?.getItem(held) ?? -1]?.focus();

document.querySelector(".replay-slider [type=range]").addEventListener("change", ({ target }) => target.form.requestSubmit());

// The log shows the move that is looked at, wherever it stands among the others.
const now = document.querySelector("#log [aria-current]");
if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.clientHeight / 3;
