"""Before the start: opening a table, sitting down, leaving, starting; and the next game after the end."""

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.decks import JoinForm
from games.forms.names import suggested_name
from games.forms.tables import TableForm
from games.models import Game
from games.rules import registry
from games.rules.protocol import RulesError
from games.selectors.people import invitations_for
from games.selectors.table import table_for
from games.selectors.viewers import viewer_of
from games.services import decks, tables
from games.services.people import Viewer, seat_of
from games.services.tables import TableError
from games.views.home import offer, seat_counts
from games.views.openings import opener
from games.views.requests import find_game, private, viewer
from games.views.table import show_table
from games.views.visitors import invited_game, known_viewer, remember_invitation

GET_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


@GET_OR_POST
@private
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer the forms of one title; open the table that is posted."""
    ruleset, who = registry.get(slug), viewer(request)
    shown = offer(ruleset, who, suggested_name())
    if request.method != "POST":
        return render(request, "games/new.html", {"offer": shown})
    alone = request.POST.get("seats") == "1"
    form = TableForm(ruleset, seat_counts(ruleset, alone=alone) or ruleset.seats, who, request.POST)
    if form.is_valid():
        return _open(request, form)
    return render(request, "games/new.html", {"offer": replace(shown, **{form.kind: form})}, status=422)


def _open(request: HttpRequest, form: TableForm) -> HttpResponse:
    who = opener(request, form.cleaned_data.get("name"))
    return redirect("games:table", tables.open_table(who, form.plan()).pk)


@GET_OR_POST
@private
def sit(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Offer a seat at a table one may see, and take it."""
    return _seat_page(request, find_game(request, game_id))


@GET_OR_POST
@private
def join(request: HttpRequest, game_id: UUID, code: str) -> HttpResponse:
    """Offer a seat to whoever has the invite link, and take it."""
    return _seat_page(request, invited_game(request, game_id, code))


def _seat_page(request: HttpRequest, game: Game) -> HttpResponse:
    who = viewer_of(request.user, request.session)
    if seat_of(game, who):
        return redirect("games:table", game.pk)
    posted = request.method == "POST"
    if not game.is_open:
        return _too_late(request, game, 409 if posted else 200)
    if game.rated and who.user_id is None:
        return _accounts_only(request, game, 409 if posted else 200)
    form = JoinForm(game.ruleset_slug, who, request.POST if posted else None)
    if form.is_valid():
        return _sit(request, game, form)
    asked = invitations_for(who).filter(game=game).exists()
    context = {"table": table_for(game, None), "form": form, "asked": asked}
    return render(request, "games/join.html", context, status=422 if posted else 200)


def _sit(request: HttpRequest, game: Game, form: JoinForm) -> HttpResponse:
    who = known_viewer(request, form.cleaned_data.get("name"))
    try:
        tables.sit(game.pk, who, form.cleaned_data["seed"], form.cleaned_data.get("deck", ""))
    except TableError as error:
        game.refresh_from_db()
        return _too_late(request, game, 409, error)
    return redirect("games:table", game.pk)


def _accounts_only(request: HttpRequest, game: Game, status: int) -> HttpResponse:
    return render(request, "games/accounts_only.html", {"table": table_for(game, None)}, status=status)


def _too_late(request: HttpRequest, game: Game, status: int, error: TableError | None = None) -> HttpResponse:
    context = {"table": table_for(game, None), "error": error}
    return render(request, "games/too_late.html", context, status=status)


@require_POST
@private
def leave(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give up the seat."""
    return act_at_table(request, game_id, tables.leave, "games:home")


@require_POST
@private
def start(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Let the host start with those who sit."""
    return act_at_table(request, game_id, tables.start, "games:table", game_id)


@require_POST
@private
def seed(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Change one's contribution to the shuffle."""

    def contribute(game_id: UUID, who: Viewer) -> None:
        tables.set_seed(game_id, who, request.POST.get("seed", ""))

    return act_at_table(request, game_id, contribute, "games:table", game_id)


@require_POST
@private
def deck(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Choose the deck to play with, or leave it to the start."""

    def choose(game_id: UUID, who: Viewer) -> None:
        decks.choose(game_id, who, request.POST.get("deck", ""))

    return act_at_table(request, game_id, choose, "games:table", game_id)


def act_at_table(
    request: HttpRequest, game_id: UUID, act: Callable[[UUID, Viewer], object], *after: object
) -> HttpResponse:
    """Do it and go on to the address; a refusal comes with the table as it is now."""
    game = find_game(request, game_id)
    try:
        act(game.pk, viewer(request))
    except RulesError as error:
        game.refresh_from_db()
        return show_table(request, game, error=error)
    return redirect(*after)


@require_POST
@private
def rematch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Open the next game of the same people, or sit down at it if somebody already has."""
    game, who, text = find_game(request, game_id), viewer(request), request.POST.get("seed", "")
    try:
        after = tables.rematch(game.pk, who, text)
        remember_invitation(request, after.pk)
        if after.is_open:
            tables.sit(after.pk, who, text)
    except RulesError as error:
        return show_table(request, game, error=error)
    return redirect("games:table", after.pk)
