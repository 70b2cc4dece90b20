"""A page as a tree of parts that change on their own, and the difference of two such trees.

A part is the output of one template with one root element that bears the part's
id. The page, the htmx answer and the live frames all come from the same tree.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.utils.translation import get_language, override

# Random, so that nothing a visitor types can pass for a mark.
MARK = f"\0{secrets.token_hex(8)}\0"
# Only the spaces that HTML collapses: a no-break space stays.
_SPACE = re.compile(r"\s+", re.ASCII)
_ONLY_PARTS = re.compile(rf"\s*<[^<>]*>(?:\s|{MARK})*</[a-z0-9]+>\s*")

_children: ContextVar[list["Part"] | None] = ContextVar("children", default=None)


@dataclass(frozen=True, slots=True)
class Part:
    """One element: its markup with a mark for every part inside it, in order."""

    id: str
    skeleton: str
    children: tuple["Part", ...] = ()

    def html(self) -> str:
        """Return the whole markup."""
        pieces = self.skeleton.split(MARK)
        inner = [child.html() for child in self.children]
        return "".join(text for pair in zip(pieces, [*inner, ""], strict=True) for text in pair)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the parts directly inside."""
        return tuple(child.id for child in self.children)


@contextmanager
def _collecting() -> Iterator[list[Part]]:
    found: list[Part] = []
    token = _children.set(found)
    try:
        yield found
    finally:
        _children.reset(token)


def _render(template: str, values: tuple[tuple[str, Any], ...]) -> Part:
    with _collecting() as found:
        context = dict(values)
        skeleton = get_template(template).template.render(Context(context))
        return Part(context["id"], _SPACE.sub(" ", skeleton).strip(), tuple(found))


@lru_cache(maxsize=8192)
def _remembered(template: str, language: str | None, values: tuple[tuple[str, Any], ...]) -> Part:
    return _render(template, values)


def part(template: str, **values: Any) -> Part:
    """Render a template with only these hashable values, one of them its ``id``; runs of white space shrink.

    Equal values in the same language give the remembered part. A form's CSRF
    token is a visitor's own, so whatever gets one is rendered anew.
    """
    items = tuple(values.items())
    if values.get("csrf_token"):
        return _render(template, items)
    return _remembered(template, get_language(), items)


def part_in(language: str, template: str, **values: Any) -> Part:
    """Render as ``part`` does, in the given language."""
    with override(language):
        return part(template, **values)


def place(found: Part) -> str:
    """Return the part's markup, or its mark where an outer part is being rendered."""
    outer = _children.get()
    if outer is None:
        return found.html()
    outer.append(found)
    return MARK


def changes(old: Part, new: Part) -> str:
    """Return what turns the old tree's page into the new one's.

    An element replaces the page's element with its id, unless its ``hx-swap-oob`` says that it
    is to be deleted or that its children are added to a list.
    """
    if old is new or old == new:
        return ""
    if old.skeleton == new.skeleton and old.ids == new.ids:
        return "".join(map(changes, old.children, new.children))
    return _list_changes(old, new) or new.html()


def _list_changes(old: Part, new: Part) -> str:
    """Return the swaps for a list that lost items anywhere and grew at one end, else nothing."""
    if not (_ONLY_PARTS.fullmatch(old.skeleton) and _ONLY_PARTS.fullmatch(new.skeleton)):
        return ""
    if _tag(old) != _tag(new):
        return ""
    before, after = {child.id: child for child in old.children}, set(new.ids)
    kept = [child for child in new.children if child.id in before]
    added = [child for child in new.children if child.id not in before]
    if [child.id for child in kept] != [name for name in before if name in after]:
        return ""
    if new.children == (*kept, *added):
        grown = _added("beforeend", new.id, added)
    elif new.children == (*added, *kept):
        grown = _added("afterbegin", new.id, added)
    else:
        return ""
    gone = "".join(f'<i id="{name}" hx-swap-oob="delete"></i>' for name in before if name not in after)
    return gone + "".join(changes(before[child.id], child) for child in kept) + grown


def _tag(found: Part) -> str:
    return found.skeleton[: found.skeleton.index(">")]


def _added(where: str, parent: str, added: list[Part]) -> str:
    inner = "".join(child.html() for child in added)
    return f'<div hx-swap-oob="{where}:#{parent}">{inner}</div>' if added else ""
