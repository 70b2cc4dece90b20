"""What stands between words, as each language writes it; every template knows these tags."""

from django import template
from django.utils.translation import pgettext

register = template.Library()


@register.simple_tag
def comma() -> str:
    """Return what stands between the things of a list."""
    return pgettext("between the things of a list", ", ")


@register.simple_tag
def colon_after(label: object) -> str:
    """Return what stands between a label and what is said of it: a question has a mark already."""
    return " " if str(label).endswith(("?", "？")) else colon()


@register.simple_tag
def colon() -> str:
    """Return what stands between a name and what is said of it."""
    return pgettext("between a name and what is said of it", ": ")
