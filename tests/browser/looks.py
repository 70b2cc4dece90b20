"""Whether a page looks as it should: what axe objects to, on a wide screen and a phone, light and dark."""

from functools import cache
from pathlib import Path

import axe_playwright_python

PHONE = {"width": 320, "height": 640}
# Controls too small for a thumb: 44 px, or 24 px where a link stands in a text or a list of links.
# A link that is spread over a whole card, as on a cover, is as large as the card.
SMALL = """() => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")].flatMap((control) => {
  if (!control.checkVisibility({ visibilityProperty: true }) || control.closest(".vh, .skip")) return [];
  const isSpread = getComputedStyle(control, "::after").position === "absolute" && control.offsetParent;
  const place = control.closest("label") ?? (isSpread ? control.offsetParent : control), box = place.getBoundingClientRect();
  const isText = control.matches("a:not(.button)") && control.closest("p, li, td, dd");
  const least = isText && !control.closest(".scores-list") ? 23.5 : 43.5;
  return box.height < least || (!isText && box.width < least) ? [`${control.outerHTML.slice(0, 80)} ${box.width}x${box.height}`] : [];
})"""
# Texts that begin or end beside the screen, where nothing scrolls sideways: cut off, or wider than what holds them.
BESIDE = """() => [...document.querySelectorAll("body *")].flatMap((holder) => {
  const texts = [...holder.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  if (!texts.length || !holder.checkVisibility({ visibilityProperty: true }) || holder.closest(".vh, .skip, .dragged")) return [];
  for (let outer = holder; outer; outer = outer.parentElement) {
    const { overflowX, clipPath } = getComputedStyle(outer);
    if (["auto", "scroll"].includes(overflowX) || clipPath !== "none") return [];
  }
  const range = document.createRange();
  return texts.flatMap((text) => {
    range.selectNodeContents(text);
    const isBeside = ({ left, right }) => left < -1 || right > document.documentElement.clientWidth + 1;
    return [...range.getClientRects()].some(isBeside) ? [text.data.trim().slice(0, 60)] : [];
  });
})"""
# Pictures that a screen reader names as no more than pictures, between the words that say what they show.
NAMELESS = """() => [...document.querySelectorAll("svg, img")].flatMap((picture) => {
  const isNamed = picture.matches("[aria-label], [aria-labelledby], [alt]");
  const isRead = picture.checkVisibility({ visibilityProperty: true }) && !picture.closest("[aria-hidden=true], [role=img], figure:has(figcaption)");
  return isRead && !isNamed ? [picture.parentElement.outerHTML.slice(0, 120)] : [];
})"""
# Without preloading: told to, axe puts imported styles into the page under addresses that are not theirs.
RUN = """async (rules) => {
  const only = rules.length ? {runOnly: rules} : {};
  const found = await axe.run({preload: false, resultTypes: ["violations"], ...only});
  return found.violations.map((rule) => [rule.id, rule.nodes.slice(0, 3).map((node) => node.html.slice(0, 200))]);
}"""


@cache
def _script():
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def violations(page, *rules):
    """Return the rules a page breaks, of all or of these, each with up to three places."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_script())
    return page.evaluate(RUN, rules)


def is_fine(page):
    """Nothing axe objects to, wide and narrow, light and dark, and no picture without a name; on a phone no control
    too small for a thumb and no text beside the screen.

    Between light and dark only colours differ, so that in the dark only they are looked at again.
    """
    wide = page.viewport_size
    page.emulate_media(color_scheme="light")
    assert violations(page) == []
    nameless = page.evaluate(NAMELESS)
    assert nameless == [], nameless
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    small = page.evaluate(SMALL)
    assert small == [], small
    beside = page.evaluate(BESIDE)
    assert beside == [], beside
    assert violations(page) == []
    page.set_viewport_size(wide)
