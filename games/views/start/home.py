"""The start page: what is played here, one's own games, and tables to join or to watch."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.requests import viewer
from games.rules import registry
from games.selectors.lobby import lobby_for
from games.services.rights.site_state import shown_state
from games.views.requests import private


@require_safe
@private
def home(request: HttpRequest) -> HttpResponse:
    """Show the titles, the viewer's games, open tables and games to watch."""
    site = shown_state()
    context = {
        "titles": registry.rulesets(),
        "lobby": lobby_for(viewer(request)),
        "guests_welcome": site.guests_welcome,
        "takes_accounts": site.sign_up_open,
    }
    return render(request, "games/home.html", context)
