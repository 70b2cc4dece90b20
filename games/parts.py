"""A page as a tree of parts that change on their own, and the difference of two such trees.

A part is the output of one template with one root element that bears the part's
id. The page, the htmx answer and the live frames all come from the same tree.
"""

import re
import secrets
from collections.abc import Callable, Container, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

# Random, so that nothing a visitor types can pass for a mark.
MARK = f"\0{secrets.token_hex(8)}\0"
# Only the spaces that HTML collapses: a no-break space stays.
_SPACE = re.compile(r"\s+", re.ASCII)
_LIST = re.compile(r"\s*<[^<>]*>\s*</[a-z0-9]+>\s*")


@dataclass(frozen=True, slots=True)
class Part:
    """One element: its markup in pieces, with a part between each two of them."""

    id: str
    pieces: tuple[str, ...]
    children: tuple["Part", ...] = ()

    def html(self) -> str:
        """Return the whole markup."""
        return "".join(self._texts())

    def _texts(self) -> list[str]:
        texts = [self.pieces[0]]
        for child, piece in zip(self.children, self.pieces[1:], strict=True):
            texts += child._texts() if child.children else child.pieces
            texts.append(piece)
        return texts

    @property
    def tag(self) -> str:
        """The opening tag, without its last bracket."""
        return self.pieces[0].partition(">")[0]

    @property
    def inside(self) -> tuple[str, ...]:
        """The markup but for the opening tag."""
        return (self.pieces[0][len(self.tag) :], *self.pieces[1:])

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the parts directly inside."""
        return tuple([child.id for child in self.children])


@dataclass(slots=True)
class _Outer:
    """A part that is being rendered: in which language, since to ask is dear, and the parts inside so far."""

    language: str | None
    children: list[Part] = field(default_factory=list)


_outer: ContextVar[_Outer | None] = ContextVar("outer", default=None)

PartValues = Mapping[str, Any]
"""The values of a part, by name."""
Gaps = Mapping[str, Part | tuple[Part, ...]]
"""What stands in each gap of a frame: one part, several, or with an empty tuple none."""
Assembler = Callable[[PartValues], Part]
_assemblers: dict[str, Assembler] = {}


def assembles(template: str) -> Callable[[Assembler], Assembler]:
    """Register a function that builds a template's part in Python, with ``frame`` and from the same values.

    For parts with hardly any markup and many parts within: to make them so is several times cheaper than to
    render the tags that would place them.
    """

    def known(assemble: Assembler) -> Assembler:
        _assemblers[template] = assemble
        return assemble

    return known


def _render(template: str, language: str | None, values: tuple[tuple[str, Any], ...]) -> Part:
    outer, context = _Outer(language), dict(values)
    token = _outer.set(outer)
    try:
        if assemble := _assemblers.get(template):
            return assemble(context)
        pieces = _rendered(template, context)
    finally:
        _outer.reset(token)
    return Part(context["id"], tuple(pieces), tuple(outer.children))


def _rendered(template: str, values: dict[str, Any]) -> list[str]:
    """Return the output of a template, cut at its marks; runs of white space shrink."""
    # Of Django's own engine: the type of any engine's templates does not know theirs.
    found: Any = get_template(template)
    text: str = found.template.render(Context(values))
    return _SPACE.sub(" ", text).strip().split(MARK)


@lru_cache(maxsize=8192)
def _remembered(template: str, language: str | None, values: tuple[tuple[str, Any], ...]) -> Part:
    return _render(template, language, values)


def part(template: str, **values: Any) -> Part:
    """Render a template with only these hashable values, one of them its ``id``; runs of white space shrink.

    Equal values in the same language give the remembered part. A form's CSRF
    token is a visitor's own, so whatever gets one is rendered anew.
    """
    render = _render if values.get("csrf_token") else _remembered
    return render(template, _language(), tuple(values.items()))


def _language() -> str | None:
    outer = _outer.get()
    return outer.language if outer else get_language()


def outermost(template: str, **values: Any) -> Part:
    """Render as ``part`` does what is hardly ever the same twice, without remembering it."""
    return _render(template, get_language(), tuple(values.items()))


def frame(template: str, gaps: Gaps, **values: Any) -> Part:
    """Put parts into the gaps of a template that has no other parts; equal values render it once.

    Raises ``ValueError`` if the template leaves other gaps.
    """
    first, rest = _pieces(template, _language(), tuple(values.items()))
    if gaps.keys() != {name for name, _ in rest}:
        raise ValueError(template, *gaps)
    pieces: list[str] = [first]
    children: list[Part] = []
    for name, piece in rest:
        inner = gaps[name]
        for child in inner if isinstance(inner, tuple) else (inner,):
            children.append(child)
            pieces.append("")
        pieces[-1] += piece
    return Part(values["id"], tuple(pieces), tuple(children))


def piece(template: str, **values: Any) -> SafeString:
    """Return the markup of a template without an id and without parts; equal values render it once.

    It is for what stands in many places, such as a card. Raises ``ValueError`` if parts go into it.
    """
    markup, rest = _pieces(template, _language(), tuple(values.items()))
    if rest:
        raise ValueError(template)
    return mark_safe(markup)  # noqa: S308


@lru_cache(maxsize=4096)
def _pieces(
    template: str, language: str | None, values: tuple[tuple[str, Any], ...]
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the markup before the first gap, and the name of each gap with the markup after it."""
    first, *rest = _rendered(template, dict(values))
    return first, tuple(zip(rest[::2], rest[1::2], strict=True))


def place(found: Part) -> str:
    """Return the part's markup, or its mark where an outer part is being rendered."""
    outer = _outer.get()
    if outer is None:
        return found.html()
    outer.children.append(found)
    return MARK


Known = dict[tuple[int, int], tuple[Part, Part, str]]
"""What turns one part into another, by the identity of both; they are kept, so that no other has it."""


def changes(old: Part, new: Part, known: Known | None = None) -> str:
    """Return what turns the old tree's page into the new one's.

    An element replaces the page's element with its id, unless its ``hx-swap-oob`` says that it
    is to be deleted, that only its tag differs, or that its children are added to a list.
    Trees that share parts may share what is ``known`` of them: each pair is compared once.
    """
    # What has parts is compared part by part: whole trees would be compared once more on every level.
    if old is new or (not new.children and old == new):
        return ""
    known, pair = {} if known is None else known, (id(old), id(new))
    if pair not in known:
        known[pair] = (old, new, _changes(old, new, known))
    return known[pair][2]


def _changes(old: Part, new: Part, known: Known) -> str:
    # Most that has changed at all has changed within, and to take markup apart is dear.
    has_same_markup = old.pieces == new.pieces
    if new.children and old.ids == new.ids and (has_same_markup or old.inside == new.inside):
        retagged = "" if has_same_markup or old.tag == new.tag else _retagged(new.tag)
        within = [changes(*pair, known) for pair in zip(old.children, new.children, strict=True)]
        return retagged + "".join(within)
    return _list_changes(old, new, known) or new.html()


def _retagged(tag: str) -> str:
    return f'{tag} hx-swap-oob="tag"></{tag[1:].split(maxsplit=1)[0]}>'


def _list_changes(old: Part, new: Part, known: Known) -> str:
    """Return the swaps for a list that lost and gained items, the others in their old order, else nothing."""
    if old.tag != new.tag or not (_is_list(old) and _is_list(new)):
        return ""
    before, after = {child.id: child for child in old.children}, set(new.ids)
    kept = [child for child in new.children if child.id in before]
    if (old.children and not kept) or [child.id for child in kept] != [
        name for name in before if name in after
    ]:
        return ""
    gone = "".join(f'<i id="{name}" hx-swap-oob="delete"></i>' for name in before if name not in after)
    within = [changes(before[child.id], child, known) for child in kept if before[child.id] is not child]
    return gone + "".join(within) + _insertions(new, before)


def _insertions(new: Part, before: Container[str]) -> str:
    """Return what puts each run of new items before the item that follows it, or at the end."""
    swaps, run = "", ""
    for child in new.children:
        if child.id not in before:
            run += child.html()
        elif run:
            swaps += _added("beforebegin", child.id, run)
            run = ""
    return swaps + (_added("beforeend", new.id, run) if run else "")


def _is_list(found: Part) -> bool:
    """Whether the element holds nothing but parts."""
    return _LIST.fullmatch("".join(found.pieces)) is not None


def _added(where: str, target: str, items: str) -> str:
    return f'<div hx-swap-oob="{where}:#{target}">{items}</div>'
