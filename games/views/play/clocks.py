"""Time running out, people who are away, pauses and holidays."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.holidays import HolidayForm
from games.selectors.viewers import Viewer, profile_of
from games.services.clocks import holidays
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
    return act_at_table(request, game_id, agreements.come_back)


@require_http_methods(["GET", "HEAD", "POST"])
@private
@login_required
def vacation(request: HttpRequest) -> HttpResponse:
    """Show the holiday of an account; begin or prolong it."""
    user: Any = request.user
    now = timezone.now()
    form = HolidayForm(profile_of(user), now, request.POST or None)
    if form.is_valid():
        try:
            holidays.begin(user.pk, form.cleaned_data["days"], now)
            return redirect("games:vacation")
        except holidays.NoHoliday as error:
            form.add_error("days", gettext(error.reason))
    context = {"form": form, "until": form.until, "days": form.days}
    return render(request, "games/clocks/vacation.html", context, status=422 if form.is_bound else 200)


@require_POST
@private
@login_required
def come_back(request: HttpRequest) -> HttpResponse:
    """End the holiday early."""
    user: Any = request.user
    holidays.end(profile_of(user).user_id, timezone.now())
    return redirect("games:vacation")
