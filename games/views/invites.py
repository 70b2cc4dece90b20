"""Invite links: the address and its QR code."""

from dataclasses import dataclass
from functools import lru_cache

import qrcode
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage

from games.models import Game
from games.selectors.games import invite_code


@dataclass(frozen=True, slots=True)
class Invitation:
    """An address to share, and its QR code as inline SVG."""

    url: str
    qr: SafeString


@lru_cache(maxsize=512)
def _qr(url: str) -> SafeString:
    image = qrcode.make(url, image_factory=SvgPathImage, border=2)
    return mark_safe(image.to_string(encoding="unicode"))  # noqa: S308


def invitation(request: HttpRequest, game: Game) -> Invitation:
    """Return the invite link of an open table."""
    path = reverse("games:join", args=[game.pk, invite_code(game.pk)])
    url = request.build_absolute_uri(path)
    return Invitation(url, _qr(url))
