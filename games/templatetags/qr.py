"""Addresses as pictures."""

from functools import lru_cache

import qrcode
from django import template
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage

register = template.Library()


@register.filter
@lru_cache(maxsize=512)
def qr_code(url: str) -> SafeString:
    """Return an address as inline SVG to point a phone at."""
    image = qrcode.make(url, image_factory=SvgPathImage, border=2)
    return mark_safe(image.to_string(encoding="unicode"))  # noqa: S308
