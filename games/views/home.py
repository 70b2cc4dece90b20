"""The start page: what this is, what is played, and the quickest way to a table."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.forms.lobby import QuickForm
from games.forms.names import suggested_name
from games.forms.tables import TableForm
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
    quick: QuickForm | None


def offer(ruleset: Ruleset[Any], who: Viewer, name: str) -> Offer:
    """Return the title with fresh forms for the seat counts it is played with; they suggest the name."""
    alone, together = (seat_counts(ruleset, alone=alone) for alone in (True, False))
    forms = (_form(ruleset, counts, who, name) for counts in (alone, together))
    quick = QuickForm(ruleset.slug, who, initial={"name": name}) if together else None
    return Offer(ruleset, *forms, quick)


def _form(ruleset: Ruleset[Any], counts: tuple[int, ...], who: Viewer, name: str) -> TableForm | None:
    return TableForm(ruleset, counts, who, initial={"name": name}) if counts else None


def seat_counts(ruleset: Ruleset[Any], *, alone: bool) -> tuple[int, ...]:
    """Return the seat counts of one of a title's two forms."""
    return tuple(count for count in ruleset.seats if (count == 1) == alone)


@require_safe
@private
def home(request: HttpRequest) -> HttpResponse:
    """Show the titles, the viewer's games, open tables and games to watch."""
    who, name = viewer(request), suggested_name()
    context = {
        "who": who,
        "offers": [offer(ruleset, who, name) for ruleset in registry.rulesets()],
        "lobby": lobby_for(who),
    }
    return render(request, "games/home.html", context)
