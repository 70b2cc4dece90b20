"""People at a table, and invitations to it by name."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.forms.opening.lobby import InviteForm
from games.requests import viewer
from games.rules.protocol import RulesError
from games.selectors.players.people import people_at
from games.services.tables import invites
from games.views.play.table import show_table
from games.views.requests import find_game, private


@require_safe
@private
def at_table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show who sits at a table, with what one can do about each."""
    game = find_game(request, game_id)
    context = {"game": game, "people": people_at(viewer(request), game)}
    return render(request, "people/at_table.html", context)


@require_POST
@private
def invite(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Ask somebody to the table by name; the answer is the same whether or not there is such a person."""
    game, form = find_game(request, game_id), InviteForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a name."))
        return redirect("games:table", game_id)
    asked = form.cleaned_data
    try:
        invites.invite(game.pk, viewer(request), name=asked["name"], friend=asked["friend"])
    except RulesError as error:
        game.refresh_from_db()
        return show_table(request, game, error=error)
    messages.success(request, _asked(asked["friend"]))
    return redirect("games:table", game_id)


def _asked(friend: int | None) -> str:
    """Return what the host is told, which gives away neither names nor blocks."""
    if friend:
        return _("Invitation sent, if they're allowed to join.")
    return _("Invitation sent, if there's a player with that name who's allowed to join.")


@require_POST
@private
def decline(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Turn an invitation down; a second press leads where the first led."""
    if not invites.decline(game_id, viewer(request)):
        # Nobody asked them: a private table is not there for them.
        find_game(request, game_id)
    messages.success(request, _("Invitation declined."))
    return redirect("games:mine")
