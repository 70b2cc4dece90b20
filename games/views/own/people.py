"""Friends, blocks and mutes."""

from itertools import groupby
from operator import attrgetter

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from games.models import Relation
from games.requests import viewer
from games.rules.protocol import RulesError
from games.selectors.games import games_for
from games.selectors.players.people import person_of, related, somebody
from games.services.people.relations import relate as make_relation
from games.templatetags.live import reason
from games.views.requests import private

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
