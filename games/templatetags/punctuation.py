"""What stands between words, as each language writes it; every template knows these tags."""

from django import template
from django.utils.translation import pgettext

register = template.Library()


@register.simple_tag
def comma() -> str:
    """Return what stands between the things of a list."""
    return pgettext("between the things of a list", ", ")


@register.simple_tag
def colon() -> str:
    """Return what stands between a name and what is said of it."""
    return pgettext("between a name and what is said of it", ": ")
