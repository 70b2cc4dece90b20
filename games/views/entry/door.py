"""Who may enter the moderators' desk: staff who have proved with a second factor who they are."""

from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext

from games.rules.words import gettext_noop
from games.selectors.players.sanctions import Banned, is_banned


class Door(admin.AdminSite):
    """The desk, entered by the same door as the site: allauth's limits on guessing hold here too."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Let staff in, where it is asked for only after a second factor in this session."""
        return super().has_permission(request) and _is_proved(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Close every page of the desk to those who are banned, from the very next request on."""
        inner = super().admin_view(view, cacheable)

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
            _require_text(request)
            return _shut(request) or inner(request, *args, **values)

        return guarded

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead strangers to the site's log-in, and staff to the second factor that is missing."""
        if super().has_permission(request):
            return redirect("admin:index") if _is_proved(request) else _lead_to_second_factor(request)
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Lead to the site's own page: it limits guesses and ends all other sessions and links."""
        return redirect("account_change_password")


def _require_text(request: HttpRequest) -> None:
    """Refuse filters that no row can match and PostgreSQL can't even be asked for."""
    if any("\0" in value for _, values in request.GET.lists() for value in values):
        raise BadRequest("The query holds a character that no text has.")


def _shut(request: HttpRequest) -> HttpResponse | None:
    """Return what banned staff see in the place of the desk; for players there is none anyway."""
    if not (request.user.is_authenticated and request.user.is_staff and is_banned(request.user.pk)):
        return None
    refusal = Banned(gettext_noop("You're banned from playing here, so you can't open the moderation pages."))
    return render(request, "moderation/banned.html", {"error": refusal}, status=403)


def _is_proved(request: HttpRequest) -> bool:
    records = get_authentication_records(request, request.user)  # type: ignore[arg-type]
    return not settings.STAFF_SECOND_FACTOR or any(record["method"] == "mfa" for record in records)


def _lead_to_second_factor(request: HttpRequest) -> HttpResponse:
    ways = get_adapter().get_reauthentication_methods(request.user)
    second = [way["url"] for way in ways if way["id"].startswith("mfa")]
    if second:
        back = request.GET.get(REDIRECT_FIELD_NAME, request.path)
        return redirect(f"{second[0]}?{urlencode({REDIRECT_FIELD_NAME: back})}")
    messages.warning(request, gettext("Staff accounts need two-factor authentication. Set it up here."))
    return redirect("mfa_index")
