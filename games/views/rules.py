"""The rules of a title: a guide for beginners, then every numbered rule; and its cards, one by one."""

import re
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from games.rules import registry

RULES = Path(registry.__file__).parent
HOUR = 3600
_NUMBER = re.compile(r"<strong>([A-Z]{2}-[A-Z]?\d+)\.?")
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_TITLE = re.compile(r"<h1>.*?</h1>", re.DOTALL)
_PART = re.compile(r"<h2>")
_HEADING = re.compile(r'<(?:section id="([\w-]+)"[^>]*>\s*<h2|h2 id="([\w-]+)")>(.*?)</h2>', re.DOTALL)
# Chinese has no spaces for the end of a line to stand for.
_CHINESE_BREAK = re.compile(
    r"(?<=[\u3000-\u9fff\uff01-\uff60])\n(?=[\u3000-\u9fff\uff01-\uff60])"
    r"|(?<=[，。：；、！？）」』])\n(?=[^\n<]|<(?:strong|em|a|code)\b)"
)


class Heading(NamedTuple):
    """A heading and where it stands."""

    anchor: str
    text: SafeString


def headings(html: str) -> list[Heading]:
    """Return the headings of a text: those with an anchor, and those that begin a section with one."""
    found = _HEADING.findall(html)
    return [Heading(section or own, mark_safe(text)) for section, own, text in found]  # noqa: S308


@cache
def numbered_rules(slug: str, language: str) -> SafeString:
    """Return a title's numbered rules as HTML with anchors at numbers and headings; else those in English."""
    translated = RULES / slug / f"RULES.{language}.md"
    source = translated if translated.exists() else RULES / slug / "RULES.md"
    html = _TITLE.sub("", MarkdownIt().enable("table").render(source.read_text()), count=1)
    html = _CHINESE_BREAK.sub("", html)
    parts = count(1)
    html = _PART.sub(lambda _: f'<h2 id="part-{next(parts)}">', html)
    html = _TABLE.sub(r'<div class="scroll" tabindex="0">\g<0></div>', html)
    return mark_safe(_NUMBER.sub(r'<strong id="\1"><a href="#\1">\1</a>', html))  # noqa: S308


@require_safe
def books(request: HttpRequest) -> HttpResponse:
    """Show which titles there are rules of."""
    return render(request, "games/rule_books.html", {"titles": registry.rulesets()})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a title's rules, with a table of contents."""
    guide = render_to_string(f"games/{slug}/rules.html")
    numbered = numbered_rules(slug, get_language() or "en")
    context = {"ruleset": registry.get(slug), "guide": guide, "numbered": numbered}
    contents = {"guide_headings": headings(guide), "numbered_headings": headings(numbered)}
    return render(request, "games/rules.html", context | contents)


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card of a title that explains its cards: as a page, or to htmx as it lies over a table.

    Browsers keep it for an hour, so that a card is asked for once a game. 404 for what is no card.
    """
    ruleset = registry.get(slug)
    face = ruleset.faces.get(request.GET.get("card", ""))
    if face is None:
        raise Http404
    template = "games/card_over.html" if request.htmx else "games/card.html"  # type: ignore[attr-defined]
    response = render(request, template, {"ruleset": ruleset, "face": face})
    patch_cache_control(response, private=True, max_age=HOUR)
    patch_vary_headers(response, ("Cookie", "HX-Request"))
    return response
