"""People in public: what they have played, and who plays best."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.requests import viewer
from games.rules import registry
from games.selectors.players import leaders as boards
from games.selectors.players import profiles
from games.selectors.players.people import relations_to
from games.selectors.players.statistics import against_bots, statistics
from games.views.requests import private

HISTORY_PAGE = 25


@require_safe
@private
def profile(request: HttpRequest, user_id: int) -> HttpResponse:
    """Show somebody's ratings, statistics and finished games, of one title or of all."""
    person = profiles.person(user_id)
    if person is None:
        raise Http404
    slug = _chosen_title(request)
    games = profiles.games_of(user_id, viewer(request), slug)
    page = Paginator(games.defer("state", "deal"), HISTORY_PAGE).get_page(request.GET.get("page"))
    context = {
        "person": person,
        "is_me": user_id == viewer(request).user_id,
        "relations": relations_to(viewer(request), user_id),
        "titles": registry.rulesets(),
        "chosen": slug,
        "ratings": profiles.ratings_of(user_id),
        "statistics": statistics(games),
        "bots": against_bots(games),
        "page": page,
        "history": profiles.history_rows(page, user_id),
    }
    return render(request, "people/profile.html", context)


def _chosen_title(request: HttpRequest) -> str:
    slug = request.GET.get("title", "")
    return slug if slug in registry.SLUGS else ""


@require_safe
@private
def leaders(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show who plays a title, the first one if none is named, best, with others or alone."""
    slug = slug or next(iter(registry.SLUGS))
    context = {
        "ruleset": registry.get(slug),
        "titles": registry.rulesets(),
        "board": boards.board(slug, viewer(request)),
        "records": boards.records(slug),
        "least": boards.LEAST_GAMES,
    }
    return render(request, "people/leaders.html", context)


@require_safe
@private
def fair_play(request: HttpRequest) -> HttpResponse:
    """Show the rules about leaving, time, games without a result, and ratings."""
    return render(request, "people/fair_play.html", {"least": boards.LEAST_GAMES})
