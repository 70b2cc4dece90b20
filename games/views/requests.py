"""What every view needs: the game, the status of a refusal, answers that are nobody else's."""

from functools import wraps
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from games.models import Game
from games.requests import viewer
from games.rules.protocol import IllegalMove, MalformedMove, NotSeated, RulesError, StaleMove
from games.selectors.games import games_for
from games.selectors.players.sanctions import Banned
from games.services.company.talk import TooSoon
from games.services.people.limits import TooMany
from games.services.play.refusals import TableError
from games.services.rights.newcomers import NotTaken
from games.services.storage.offers import OfferError
from games.services.tables.decks import DeckError

STATUS: dict[type[RulesError], int] = {
    MalformedMove: 400,
    NotSeated: 403,
    Banned: 403,
    NotTaken: 403,
    StaleMove: 409,
    TableError: 409,
    DeckError: 409,
    OfferError: 409,
    IllegalMove: 422,
    TooMany: 429,
    TooSoon: 429,
}


def find_game(request: HttpRequest, game_id: UUID) -> Game:
    """Return the game if this viewer may see it; unknown and private ones are equally not there."""
    game = games_for(viewer(request)).filter(pk=game_id).first()
    if game is None:
        raise Http404
    return game


def refusal_status(error: RulesError) -> int:
    """Return the HTTP status of a refusal: that of its class, or of the nearest one above it."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def private(view: Any) -> Any:
    """Mark a view's answers as this viewer's own: never stored by any cache.

    Who is banned, not taken, or did it too often is told so, wherever it turned out.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        try:
            response: HttpResponse = view(request, *args, **values)
        except Banned as refusal:
            response = render(request, "moderation/banned.html", {"error": refusal}, status=403)
        except NotTaken as refusal:
            response = render(request, "people/not_taken.html", {"error": refusal}, status=403)
        except TooMany as refusal:
            response = render(request, "games/too_many.html", {"error": refusal}, status=429)
            response["Retry-After"] = str(refusal.seconds)
        patch_cache_control(response, no_store=True, private=True)
        return response

    return wrapped
