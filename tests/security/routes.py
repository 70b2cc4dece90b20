"""Every address of the site, filled in; a new one is found by itself."""

import re

from django.contrib.auth import get_user_model
from django.urls import get_resolver
from django.urls.resolvers import RegexPattern, URLResolver

from games.models import Deck
from games.rules import registry
from games.selectors.games import invite_code
from games.services.notices.addresses import unsubscribe_url

_FIELD = re.compile(r"<(?:\w+:)?(\w+)>")


def routes(patterns=None, prefix="/"):
    """Return every pattern as text with its fields in angle brackets."""
    found = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        text = prefix + _plain(pattern.pattern)
        found += routes(pattern.url_patterns, text) if isinstance(pattern, URLResolver) else [text]
    return sorted(set(found))


def _plain(pattern):
    if isinstance(pattern, RegexPattern):
        return re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", str(pattern)).strip("^$")
    return str(pattern)


def fields_of(route):
    """Return the names of a route's fields."""
    return _FIELD.findall(route)


def fill(route, values):
    """Return an address: the route with these values in its fields."""
    return _FIELD.sub(lambda field: str(values[field[1]]), route)


def good_values(game):
    """Return for every field of every route a value that leads somewhere."""
    return {
        "game_id": game.pk,
        "slug": next(iter(registry.SLUGS)).replace("_", "-"),
        "code": invite_code(game.pk),
        "ply": 0,
        "seat": 0,
        "candidate": 1,
        "object_id": game.pk,
        "id": 1,
        "pk": 1,
        "deck": "basket",
        "deck_id": Deck.objects.values_list("pk", flat=True).first() or 1,
        "user_id": get_user_model().objects.values_list("pk", flat=True).first() or 1,
        "app_label": "games",
        "content_type_id": 1,
        "uidb36": "1",
        "key": "1-abcdef",
        "token": unsubscribe_url(0).split("/")[-2],
        "url": "games/game/",
    }
