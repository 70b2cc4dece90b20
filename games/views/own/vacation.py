"""Vacations: while somebody is on one, the clocks of their day games stand."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.vacations import VacationForm
from games.selectors.viewers import profile_of
from games.services.clocks import vacations
from games.views.requests import private


@require_http_methods(["GET", "HEAD", "POST"])
@private
@login_required
def vacation(request: HttpRequest) -> HttpResponse:
    """Show the vacation of an account; begin or prolong it."""
    user: Any = request.user
    now = timezone.now()
    form = VacationForm(profile_of(user), now, request.POST or None)
    if form.is_valid():
        try:
            vacations.begin(user.pk, form.cleaned_data["days"], now, request.POST.get("until", ""))
            return redirect("games:vacation")
        except vacations.NoVacation as error:
            form.add_error("days", gettext(error.reason))
    context = {"form": form, "until": form.until, "days": form.days, "mark": form.mark}
    return render(request, "games/clocks/vacation.html", context, status=422 if form.is_bound else 200)


@require_POST
@private
@login_required
def end_vacation(request: HttpRequest) -> HttpResponse:
    """End the vacation early."""
    user: Any = request.user
    vacations.end(profile_of(user).user_id, timezone.now())
    return redirect("games:vacation")
