"""The ways from a title to a game: against bots, with friends, with anybody online, or alone.

One form serves them all: each way is a button of it.
"""

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games import fair
from games.forms.opening.tables import TableForm
from games.models import Game
from games.requests import viewer
from games.rules import registry
from games.rules.protocol import MalformedMove, RulesError
from games.selectors.tables.levels import offered_levels
from games.selectors.viewers import Viewer
from games.services.play.refusals import TableError
from games.services.storage.offers import OfferError
from games.services.tables import bots, seating
from games.services.tables.quick_start import quick_start
from games.views.context import prefs_of, remember_prefs
from games.views.requests import private, refusal_status
from games.views.start.offers import open_offered, page_offer
from games.views.start.openings import opener

Open = Callable[[Viewer, fair.Deal], Game]


def _form(request: HttpRequest, slug: str) -> TableForm:
    data = request.POST if request.method == "POST" else None
    return TableForm(registry.get(slug), viewer(request), data, prefs_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
@private
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer the ways to a game of a title; open a table for friends, or one's own to play alone."""
    form = _form(request, slug)
    if request.method != "POST":
        return _page(request, form)

    def open_table(who: Viewer, deal: fair.Deal) -> Game:
        return seating.open_table(who, replace(form.plan(), deal=deal))

    return _open(request, form, "alone" if form.is_alone else "friend", open_table)


@require_POST
@private
def against_bots(request: HttpRequest, slug: str) -> HttpResponse:
    """Deal the cards to the viewer and to bots; where anybody may watch, people may take a bot's seat."""
    form = _form(request, slug)

    def open_table(who: Viewer, deal: fair.Deal) -> Game:
        plan = replace(form.plan(), deal=deal)
        return bots.open_against_bots(who, plan, form.levels(), newcomers=plan.listed)

    return _open(request, form, "bots", open_table)


@require_POST
@private
def quick(request: HttpRequest, slug: str) -> HttpResponse:
    """Seat whoever presses at the best table of the title, or open one for them."""
    form = _form(request, slug)

    def open_table(who: Viewer, deal: fair.Deal) -> Game:
        return quick_start(who, replace(form.quick_start(), deal=deal))

    return _open(request, form, "anybody", open_table)


def _open(request: HttpRequest, form: TableForm, way: str, open_table: Open) -> HttpResponse:
    """Lead to the table; who is there already for this offer keeps it, and the device keeps the way."""
    if not form.is_valid():
        return _page(request, form)

    def open_for_viewer(deal: fair.Deal) -> Game:
        return open_table(opener(request, form.cleaned_data.get("name")), deal)

    try:
        game = open_offered(request, open_for_viewer)
    except (OfferError, MalformedMove, TableError) as error:
        return _page(request, form, error)
    response = redirect("games:table", game.pk)
    remember_prefs(response, replace(prefs_of(request), way=way, **form.remembered()))
    return response


def _page(request: HttpRequest, form: TableForm, error: RulesError | None = None) -> HttpResponse:
    """Show the ways, with what was posted; an offer that will not do comes with a new one."""
    context = {
        "form": form,
        "title": form.ruleset,
        "levels": offered_levels(),
        "offer": page_offer(request, error),
        "error": error,
    }
    status = refusal_status(error) if error else 422 if form.is_bound else 200
    return render(request, "games/new.html", context, status=status)
