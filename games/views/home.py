"""The start page: what this is, what is played, and the quickest way to a table."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.forms.tables import ALONE, TableForm
from games.rules import registry
from games.rules.protocol import Ruleset
from games.selectors.lobby import lobby_for
from games.services.people import Viewer
from games.views.requests import private, viewer


@dataclass(frozen=True, slots=True)
class Offer:
    """A title with the forms that open a table of it."""

    ruleset: Ruleset[Any]
    alone: TableForm | None
    together: TableForm | None


def offer(ruleset: Ruleset[Any], who: Viewer) -> Offer:
    """Return the title with empty forms for the seat counts it is played with."""
    several = seat_counts(ruleset, alone=False)
    return Offer(
        ruleset,
        TableForm(ruleset, ALONE, who) if ALONE[0] in ruleset.seats else None,
        TableForm(ruleset, several, who) if several else None,
    )


def seat_counts(ruleset: Ruleset[Any], *, alone: bool) -> tuple[int, ...]:
    """Return the seat counts of one of a title's two forms."""
    return tuple(count for count in ruleset.seats if (count == 1) == alone)


@require_safe
@private
def home(request: HttpRequest) -> HttpResponse:
    """Show the titles, the viewer's games, open tables and games to watch."""
    who = viewer(request)
    context = {
        "who": who,
        "offers": [offer(ruleset, who) for ruleset in registry.rulesets()],
        "lobby": lobby_for(who),
    }
    return render(request, "games/home.html", context)
