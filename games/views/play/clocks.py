"""Time running out, people who are away, and pauses."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games.selectors.viewers import Viewer
from games.services.company import arrivals
from games.services.tables import agreements
from games.views.play.tables import act_at_table
from games.views.requests import private


@require_POST
@private
def decide(request: HttpRequest, game_id: UUID, seat: int) -> HttpResponse:
    """Wait for a seat, hand it to the bot, or agree to end the game."""

    def choose(game_id: UUID, who: Viewer) -> None:
        agreements.decide(game_id, who, seat, request.POST.get("choice", ""))

    return act_at_table(request, game_id, choose)


@require_POST
@private
def tell(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Be told when somebody joins an open table, or not any more."""

    def choose(game_id: UUID, who: Viewer) -> None:
        arrivals.choose_news(game_id, who, wanted=request.POST.get("wanted") == "yes")

    return act_at_table(request, game_id, choose)


@require_POST
@private
def pause(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Vote to pause the clocks."""
    return act_at_table(request, game_id, agreements.ask_for_pause)


@require_POST
@private
def go_on(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Let the clocks go on."""
    return act_at_table(request, game_id, agreements.go_on)


@require_POST
@private
def back(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Be waited for again."""
    return act_at_table(request, game_id, agreements.be_awaited_again)
