"""Reporting, one's own standing with the moderators, and what they do in figures."""

import logging
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.digits import read_number
from games.forms.moderation import AppealForm, ReportForm
from games.models import Sanction, Seat
from games.requests import viewer
from games.rules.protocol import RulesError
from games.selectors.desk.evidence import Target, evidence, find_target, seat_target
from games.selectors.desk.figures import Month, monthly_figures
from games.selectors.players.standing import banner, history
from games.selectors.viewers import Viewer
from games.services.moderation.appeals import appeal
from games.services.moderation.penalties import acknowledge
from games.services.moderation.reports import Complaint, Kind, TooManyReports, file_report
from games.templatetags.live import filled
from games.views.requests import private

logger = logging.getLogger(__name__)

FIGURES_KEPT = 300
"""Seconds for which the figures of the months stand: counting a year costs more the more there was."""


def standing_facts(request: HttpRequest) -> dict[str, Any]:
    """Give every page what it must remind its viewer of; read only by pages that show it."""
    if not hasattr(request, "session"):
        return {}
    return {"standing": SimpleLazyObject(lambda: banner(viewer(request)) if viewer(request).is_known else ())}


@require_http_methods(["GET", "HEAD", "POST"])
@private
def report(request: HttpRequest) -> HttpResponse:
    """Ask what is wrong with somebody or something one can see, and pass it on."""
    who = viewer(request)
    target = find_target(who, request.GET.dict())
    if target is None:
        raise Http404
    if not who.is_known:
        return redirect_to_login(request.get_full_path())
    posted = request.method == "POST"
    form = ReportForm(target.kind, _others(request, target), request.POST if posted else None)
    if form.is_valid():
        return _send(request, target, form)
    return _report_page(request, target, form, 422 if posted else 200)


def _others(request: HttpRequest, target: Target) -> list[Seat]:
    """Return the seats that a report about a game may mean: people other than the reporter."""
    if target.kind != Kind.GAME or target.game is None:
        return []
    who = viewer(request)
    people = target.game.seats.exclude(user=None, guest=None)
    return [seat for seat in people if not who.holds(seat.user_id, seat.guest_id)]


def _send(request: HttpRequest, target: Target, form: ReportForm) -> HttpResponse:
    who, about = viewer(request), form.cleaned_data.get("about")
    if about and target.game:
        target = seat_target(target.game, int(about)) or target
    complaint = Complaint(form.cleaned_data["reason"], form.cleaned_data["words"], evidence(who, target))
    try:
        file_report(who, target, complaint)
    except TooManyReports as error:
        form.add_error(None, filled(error.reason, error.values))
        return _report_page(request, target, form, 429)
    messages.success(
        request, gettext("Thank you. A moderator will look into it, and we'll let you know the outcome.")
    )
    return redirect("games:table", target.game.pk) if target.game else redirect("games:home")


def _report_page(request: HttpRequest, target: Target, form: ReportForm, status: int) -> HttpResponse:
    context = {"target": target, "form": form, "evidence": evidence(viewer(request), target)}
    return render(request, "moderation/report.html", context, status=status)


@require_safe
@private
def standing(request: HttpRequest) -> HttpResponse:
    """Show everything the moderators decided about the viewer, and why."""
    return _standing_page(request)


def _standing_page(request: HttpRequest, form: AppealForm | None = None, error: str = "") -> HttpResponse:
    who = viewer(request)
    if not who.is_known:
        return redirect_to_login(request.get_full_path())
    context = {"decisions": _decisions(who, form), "error": error}
    return render(request, "moderation/standing.html", context, status=422 if form else 200)


def _decisions(who: Viewer, posted: AppealForm | None) -> list[tuple[Sanction, AppealForm]]:
    """Return what was decided about the viewer, each with its form to appeal; what was posted in its own."""
    filled_in = {posted.initial["sanction"]: posted} if posted else {}
    return [(made, filled_in.get(made.pk) or AppealForm(made.pk)) for made in history(who)]


@require_POST
@private
def acknowledged(request: HttpRequest) -> HttpResponse:
    """Note that a warning was read."""
    number = read_number(request.POST.get("sanction"))
    if number is None or not acknowledge(viewer(request), number):
        raise Http404
    return redirect("games:standing")


@require_POST
@private
def appealed(request: HttpRequest) -> HttpResponse:
    """Pass on why somebody thinks that a decision about them is wrong."""
    form = AppealForm(read_number(request.POST.get("sanction")) or 0, request.POST)
    if not form.is_valid():
        return _standing_page(request, form)
    try:
        appeal(viewer(request), form.cleaned_data["sanction"], form.cleaned_data["words"])
    except RulesError as error:
        return _standing_page(request, form, filled(error.reason, error.values))
    messages.success(
        request, gettext("Your appeal has been sent to the moderators. Their answer will appear here.")
    )
    return redirect("games:standing")


@require_safe
@private
def figures(request: HttpRequest) -> HttpResponse:
    """Show what was reported and decided in each of the last months, in numbers alone."""
    return render(request, "moderation/figures.html", {"months": _kept_figures()})


def _kept_figures() -> list[Month]:
    """Return the figures as they were counted a few minutes ago; anew when no cache keeps them."""
    try:
        figures: list[Month] = cache.get_or_set("games.figures", monthly_figures, FIGURES_KEPT)
    except Exception as error:
        logger.warning("The cache does not answer: %r", error)
        return monthly_figures()
    return figures
