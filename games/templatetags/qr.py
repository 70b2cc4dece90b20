"""Addresses as pictures."""

from django import template
from django.utils.safestring import SafeString

from games.views.play import invites

register = template.Library()


@register.filter
def qr_code(url: str) -> SafeString:
    """Return an address as inline SVG to point a phone at."""
    return invites.qr_code(url)
