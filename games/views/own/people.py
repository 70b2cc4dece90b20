"""Friends, blocks and mutes; people at a table; invitations by name."""

from itertools import groupby
from operator import attrgetter
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.forms.opening.lobby import InviteForm
from games.models import Relation
from games.rules.protocol import RulesError
from games.selectors.games import games_for
from games.selectors.players.people import people_at, person_of, related, somebody
from games.services.people.relations import relate as make_relation
from games.services.tables import invites
from games.templatetags.live import reason
from games.views.play.table import show_table
from games.views.requests import find_game, private, viewer

PEOPLE_A_PAGE = 100


@require_safe
@private
@login_required
def people(request: HttpRequest) -> HttpResponse:
    """Show one's friends and whom one has blocked or muted."""
    page = Paginator(
        related(viewer(request)).order_by("kind", "user__profile__name", "guest__name", "pk"), PEOPLE_A_PAGE
    )
    shown = page.get_page(request.GET.get("page"))
    groups = {kind: [person_of(row) for row in rows] for kind, rows in groupby(shown, attrgetter("kind"))}
    return render(request, "people/people.html", {"page": shown, "groups": groups})


@require_safe
@private
def at_table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show who sits at a table, with what one can do about each."""
    game = find_game(request, game_id)
    context = {"game": game, "people": people_at(viewer(request), game)}
    return render(request, "people/at_table.html", context)


@require_POST
@private
@login_required
def relate(request: HttpRequest) -> HttpResponse:
    """Make somebody a friend, block or mute them, or take it back."""
    who = viewer(request)
    kind, _dash, on = request.POST.get("do", "").partition("-")
    other = somebody(who, request.POST.get("person", ""), games_for(who))
    if kind not in Relation.Kind.values or on not in {"0", "1"} or other is None:
        raise Http404
    try:
        make_relation(who, other, Relation.Kind(kind), on=on == "1")
    except RulesError as error:
        return HttpResponseBadRequest(reason(error))
    return HttpResponseRedirect(_back(request))


def _back(request: HttpRequest) -> str:
    """Return the page the form stood on, if it is one of this site."""
    url = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if safe else reverse("games:people")


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
    """Turn an invitation down."""
    invites.decline(find_game(request, game_id).pk, viewer(request))
    messages.success(request, _("Invitation declined."))
    return redirect("games:mine")
