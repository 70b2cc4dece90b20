"""The proof of a game's shuffle, to look at and to take away."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.models import Game
from games.selectors.tables.proofs import contributions, shown_proof
from games.services.storage.seeds import fair_export
from games.views.requests import find_game, private


def _dealt_here(request: HttpRequest, game_id: UUID) -> Game:
    game = find_game(request, game_id)
    if game.imported_id:
        raise Http404
    return game


@require_safe
@private
def fair(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the commitment and, at the end, let the browser recompute everything."""
    game = _dealt_here(request, game_id)
    context = {
        "game": game,
        "export_url": reverse("games:fair_json", args=[game.pk]),
        "status": game.status,
        "version": game.fair_version,
        "proof": shown_proof(game),
        "contributions": contributions(game),
    }
    return render(request, "games/fair.html", context)


@require_safe
@private
def fair_json(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """Return the export; seed and draws are in it only once the game is over."""
    return JsonResponse(fair_export(_dealt_here(request, game_id)))
