"""One's own page: what there is to see, choose, take along and end."""

from dataclasses import asdict

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.requests import viewer
from games.services.moderation.ownership import is_owner
from games.services.people.export import export_account, export_guest
from games.services.rights.site_state import shown_state
from games.services.upkeep import farewell
from games.services.upkeep.farewell import OwnsSite
from games.views.context import prefs_of
from games.views.requests import private


@require_safe
@private
def you(request: HttpRequest) -> HttpResponse:
    """Lead to everything about oneself."""
    page = {"who": viewer(request), "guests_welcome": shown_state().guests_welcome}
    return render(request, "people/you.html", page)


@require_POST
@private
def export(request: HttpRequest) -> HttpResponse:
    """Hand out everything the site knows about who asks."""
    who = viewer(request)
    if not who.is_known:
        return redirect("games:you")
    known = export_account(request.user) if request.user.is_authenticated else export_guest(who)  # type: ignore[arg-type]
    answer = JsonResponse({**known, "device": asdict(prefs_of(request))}, json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="card-city-about-you.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@private
@login_required
@reauthentication_required(allow_get=True)
def delete(request: HttpRequest) -> HttpResponse:
    """Say what deletion means; begin it when that is posted by somebody who just proved who they are."""
    if request.method != "POST":
        page = {"days": farewell.GRACE.days, "owns_site": is_owner(request.user.pk)}
        return render(request, "people/delete.html", page)
    try:
        farewell.ask_to_leave(request.user, timezone.now())  # type: ignore[arg-type]
    except OwnsSite as error:
        messages.error(request, gettext(error.reason))
    return redirect("games:delete")


@require_POST
@private
@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """Keep the account after all."""
    farewell.stay(request.user)  # type: ignore[arg-type]
    messages.success(request, gettext("Your account won't be deleted."))
    return redirect("games:you")
