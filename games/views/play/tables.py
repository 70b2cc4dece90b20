"""Before the start: sitting down, leaving, starting; and the next game after the end."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games import fair
from games.forms.decks import JoinForm
from games.forms.opening.tables import SitForm
from games.models import Game, Seat
from games.requests import viewer
from games.rules.protocol import RulesError
from games.selectors.players.people import invitations_for
from games.selectors.tables.bots import meets_only_bots
from games.selectors.tables.snapshots import table_for
from games.selectors.viewers import Viewer, seat_of
from games.services.play.refusals import TableError
from games.services.storage.offers import OfferError
from games.services.tables import decks, invites, leaving, rematches, seating
from games.views.play.table import show_table
from games.views.requests import find_game, private
from games.views.start.offers import open_offered, page_offer, seated_before, sit_offered
from games.views.start.openings import opener
from games.views.visitors import invited_game, known_viewer, remember_invitation

LEFT_KEY = "left"
"""The table that this browser left last."""
GET_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


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
    who = viewer(request)
    if seat_of(game, who):
        return redirect("games:table", game.pk)
    posted = request.method == "POST"
    if posted and (mine := seated_before(request)):
        return redirect("games:table", mine.pk)
    if not game.is_open:
        return _too_late(request, game, 409 if posted else 200)
    if game.rated and who.user_id is None:
        return _accounts_only(request, game, 409 if posted else 200)
    form = JoinForm(game.ruleset_slug, who, request.POST if posted else None)
    if form.is_valid():
        return _sit(request, game, form)
    asked = invitations_for(who).filter(game=game).exists()
    context = {"table": table_for(game, None), "form": form, "asked": asked, "offer": page_offer(request)}
    return render(request, "games/join.html", context, status=422 if posted else 200)


def _sit(request: HttpRequest, game: Game, form: JoinForm) -> HttpResponse:
    def take_seat(deal: fair.Deal | None) -> Game:
        who = known_viewer(request, form.cleaned_data.get("name"))
        return seating.sit(
            game.pk, who, form.cleaned_data["seed"], form.cleaned_data.get("deck", ""), deal
        ).game

    try:
        seated = sit_offered(request, take_seat)
    except TableError as error:
        game.refresh_from_db()
        return _too_late(request, game, 409, error)
    return redirect("games:table", seated.pk)


def _accounts_only(request: HttpRequest, game: Game, status: int) -> HttpResponse:
    return render(request, "games/accounts_only.html", {"table": table_for(game, None)}, status=status)


def _too_late(request: HttpRequest, game: Game, status: int, error: TableError | None = None) -> HttpResponse:
    context = {"table": table_for(game, None), "error": error}
    return render(request, "games/too_late.html", context, status=status)


@require_POST
@private
def leave(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give up the seat, and say on the start page what came of it; a table that is over says itself how."""
    if _has_just_left(request, game_id):
        return redirect("games:home")
    game = find_game(request, game_id)
    try:
        has_left = leaving.leave(game.pk, viewer(request))
    except RulesError as error:
        game.refresh_from_db()
        return show_table(request, game, error=error)
    if not has_left:
        return redirect("games:table", game_id)
    game.refresh_from_db()
    request.session[LEFT_KEY] = str(game_id)
    messages.success(request, _left(game))
    return redirect("games:home")


def _has_just_left(request: HttpRequest, game_id: UUID) -> bool:
    """Tell whether a press is the second of two: by then a private table is not theirs to see any more."""
    seats = Seat.objects.filter(viewer(request).owns(), game=game_id)
    return request.session.get(LEFT_KEY) == str(game_id) and not seats.exists()


def _left(game: Game) -> str:
    """Return what leaving did to a game."""
    if game.is_running:
        return gettext("You left the game. The others keep playing.")
    if game.started_at and game.status == Game.Status.ABORTED:
        return gettext("You left the game. It ended without a result.")
    return gettext("You left the table.")


@require_POST
@private
def start(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Let the host start with those who sit."""
    return act_at_table(request, game_id, seating.start)


@require_POST
@private
def seed(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Change one's contribution to the shuffle."""

    def contribute(game_id: UUID, who: Viewer) -> None:
        seating.set_seed(game_id, who, request.POST.get("seed", ""))

    return act_at_table(request, game_id, contribute)


@require_POST
@private
def renew_link(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Let the host replace the invite link."""
    return act_at_table(request, game_id, invites.renew_link)


@require_POST
@private
def deck(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Choose the deck to play with, or leave it to the start."""

    def choose(game_id: UUID, who: Viewer) -> None:
        decks.choose(game_id, who, request.POST.get("deck", ""))

    return act_at_table(request, game_id, choose)


def act_at_table(request: HttpRequest, game_id: UUID, act: Callable[[UUID, Viewer], object]) -> HttpResponse:
    """Do it and go back to the table; a refusal comes with the table as it is now."""
    game = find_game(request, game_id)
    try:
        act(game.pk, viewer(request))
    except RulesError as error:
        game.refresh_from_db()
        return show_table(request, game, error=error)
    return redirect("games:table", game_id)


@GET_OR_POST
@private
def rematch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Offer another game to the same people and open it, or lead to the one that somebody opened."""
    game, who = find_game(request, game_id), viewer(request)
    posted = request.method == "POST"
    form = SitForm(who, request.POST if posted else None)

    def open_table(deal: fair.Deal) -> Game:
        if game.status != Game.Status.FINISHED:
            # What was played to its end is limited by that; who leaves and goes on could do so without end.
            opener(request, None)
        return rematches.rematch(game.pk, who, form.cleaned_data["seed"], deal)

    try:
        after = rematches.existing_rematch(game, who)
        if after is None and form.is_valid():
            after = open_offered(request, open_table)
    except OfferError as error:
        return _rematch_page(request, game, form, error)
    except RulesError as error:
        return show_table(request, game, error=error) if posted else redirect("games:table", game_id)
    return _to_rematch(request, after) if after else _rematch_page(request, game, form)


def _rematch_page(
    request: HttpRequest, game: Game, form: SitForm, error: OfferError | None = None
) -> HttpResponse:
    context = {"table": table_for(game, None), "form": form, "error": error}
    context |= {"offer": page_offer(request, error), "only_bots": meets_only_bots(game, form.who)}
    status = 409 if error else 422 if form.is_bound else 200
    return render(request, "games/open/rematch.html", context, status=status)


def _to_rematch(request: HttpRequest, after: Game) -> HttpResponse:
    """Lead to the seat, or first to the commitment of a table that somebody else opened."""
    remember_invitation(request, after)
    seated = seat_of(after, viewer(request)) or not after.is_open
    return redirect("games:table" if seated else "games:sit", after.pk)
