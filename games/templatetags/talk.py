"""Tags for what people say."""

import re
from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games import parts
from games.selectors.phrases import PHRASES
from games.selectors.talk import Line

register = template.Library()

# A name and password before the host would pass one site off as another.
_LINK = re.compile(r"(https?://(?>[\w.-]+(?::\d+)?)(?!@|:\S)(?:[/?#][^\s<>\"]*)?)", re.IGNORECASE)
_AFTER = ".,:;!?'…"
_REL = "nofollow noopener ugc"


@register.simple_tag
def line_parts(lines: Iterable[Line]) -> SafeString:
    """Place the lines as parts."""
    drawn = (parts.part("games/talk/line.html", id=f"line-{line.id}", line=line) for line in lines)
    return mark_safe("".join(map(parts.place, drawn)))  # noqa: S308


@register.filter
def phrase_words(slug: str) -> str:
    """Return a ready-made phrase in the reader's language; one that is offered no more says nothing."""
    return gettext(PHRASES[slug]) if slug in PHRASES else "…"


@register.filter
def linked(text: str) -> SafeString:
    """Return a text with its web addresses as links, all of it escaped."""
    pieces = _LINK.split(text)
    return format_html_join(
        "", "{}", ((_link(piece) if at % 2 else piece,) for at, piece in enumerate(pieces))
    )


def _link(found: str) -> SafeString:
    url = found.rstrip(_AFTER)
    if url.endswith(")") and "(" not in url:
        url = url[:-1]
    link = '<a href="{}" rel="{}" target="_blank">{}</a>{}'
    return format_html(link, url, _REL, url, found[len(url) :])
