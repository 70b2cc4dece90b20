"""Tags for pages that change while they are looked at."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import template
from django.template import Context, Node, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games import parts
from games.rules.protocol import RulesError

register = template.Library()


class TemplateNode(Node):
    """A place for markup that a template makes of values: a table has hundreds of them."""

    def __init__(
        self,
        make: Callable[..., str],
        template_name: FilterExpression,
        values: dict[str, FilterExpression],
    ) -> None:
        self.make = make
        self.template_name = template_name
        self.values = values

    def render(self, context: Context) -> str:
        """Make the markup from the values as they are here."""
        values = {name: value.resolve(context) for name, value in self.values.items()}
        return self.make(self.template_name.resolve(context), **values)


@register.tag
def part(parser: Parser, token: Token) -> TemplateNode:
    """Place a part: ``{% part "games/x/slot.html" id="slot-5" card=card %}``."""
    return _node(_part, parser, token)


@register.tag
def piece(parser: Parser, token: Token) -> TemplateNode:
    """Place markup that is the same in many places: ``{% piece "games/x/card.html" card=card %}``."""
    return _node(parts.piece, parser, token)


def _part(template_name: str, **values: Any) -> str:
    return parts.place(parts.part(template_name, **values))


def _node(make: Callable[..., str], parser: Parser, token: Token) -> TemplateNode:
    _, template_name, *words = token.split_contents()
    values = token_kwargs(words, parser)
    if words:
        raise TemplateSyntaxError(f"{token.contents}: not name=value")
    return TemplateNode(make, parser.compile_filter(template_name), values)


@register.simple_tag
def gap(name: str) -> SafeString:
    """Leave a place in a frame, see ``parts.frame``: ``{% gap "turn" %}``."""
    return mark_safe(f"{parts.MARK}{name}{parts.MARK}")  # noqa: S308


@register.filter
def seat_name(names: Sequence[str], seat: int) -> str:
    """Return the name of a seat."""
    return names[seat]


@register.filter
def reason(error: RulesError) -> str:
    """Return a refusal's reason in the reader's language."""
    return filled(error.reason, error.values)


@register.simple_tag
def say(text: str, values: Mapping[str, object] | None = None) -> str:
    """Translate a text that the rules marked for translation and fill in its values."""
    return filled(text, values)


def filled(text: str, values: Mapping[str, object] | None) -> str:
    """Return the translated text with its values, words among them translated too."""
    words = {
        name: gettext(value) if isinstance(value, str) and value else value
        for name, value in (values or {}).items()
    }
    return gettext(text) % words if words else gettext(text)
