"""The lobby, and one's own games."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.forms.opening.lobby import FilterForm
from games.requests import turns, viewer
from games.selectors.lobby import MOST_LISTED, digest_of, listed_tables
from games.selectors.players.own import ended_rows, next_game, own_rows, own_seats
from games.selectors.players.people import MOST_INVITATIONS, invitations_for
from games.views.requests import private

GAMES_A_PAGE = 25


@require_safe
@private
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables as filtered; to a page that has the very same list answer 204."""
    form = FilterForm(request.GET)
    rows = listed_tables(viewer(request), form.wanted())
    digest = digest_of(rows)
    if request.GET.get("seen") == digest:
        return HttpResponse(status=204)
    asked = request.GET.copy()
    asked["seen"] = digest
    context = {"form": form, "rows": rows, "query": asked.urlencode(), "most": MOST_LISTED}
    htmx = request.htmx  # type: ignore[attr-defined]
    part = htmx and not htmx.history_restore_request
    return render(request, "games/lobby/list.html" if part else "games/lobby.html", context)


@require_safe
@private
def mine(request: HttpRequest) -> HttpResponse:
    """Show the viewer's unfinished games, what waits for the viewer first, invitations, and what ended."""
    who = viewer(request)
    page = Paginator(own_seats(who), GAMES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": own_rows(page.object_list),
        "invitations": invitations_for(who)[:MOST_INVITATIONS] if who.user_id else (),
        "ended": ended_rows(who) if page.number == 1 else (),
    }
    return render(request, "games/mine.html", context)


@require_safe
@private
def next_waiting(request: HttpRequest) -> HttpResponse:
    """Lead to the next game that waits for the viewer, or to all of them if none does."""
    game_id: UUID | None = next_game(viewer(request), request.GET.get("after", ""))
    return redirect("games:table", game_id) if game_id else redirect("games:mine")


@require_safe
@private
def waiting(request: HttpRequest) -> HttpResponse:
    """Say how many games wait for the viewer, for pages that stay open."""
    return JsonResponse({"waiting": turns(request)})
