"""The doors for strangers: an account, and a new password for one; limited after success alone."""

from collections.abc import Callable

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.services.people.limits import TooMany, note, require_room
from games.services.people.networks import household
from games.services.rights.newcomers import NotTaken, require_new_account
from games.services.rights.sign_up import is_invitation
from games.services.rights.site_state import shown_state
from games.views.requests import private

SECONDS = 3600
INVITATION_KEY = "sign_up"


@private
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account, or say when that is possible again."""
    if request.user.is_authenticated:
        return allauth_views.signup(request)
    try:
        require_new_account(_address(request), request.session.get(INVITATION_KEY, ""))
        return _counted(request, "sign-up", allauth_views.signup)
    except NotTaken as refusal:
        return render(request, "account/signup_closed.html", {"error": refusal}, status=403)


@require_safe
@private
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Lead whoever has an invitation to sign up; it is used only by the account that is made."""
    if request.user.is_authenticated:
        return redirect("games:home")
    # Whatever else is written there would be kept for months, with a session made for it.
    if is_invitation(token):
        request.session[INVITATION_KEY] = token
    return redirect("account_signup")


def _address(request: HttpRequest) -> str:
    address: str = get_adapter(request).get_client_ip(request)
    return address


@private
def reset_password(request: HttpRequest) -> HttpResponse:
    """Ask for a new password, or say when that is possible again."""
    return _counted(request, "reset", allauth_views.password_reset)


def _counted(request: HttpRequest, what: str, view: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    """Let one address do it so many times an hour; a form that was refused is not counted."""
    address = household(_address(request))
    try:
        require_room(address, what, settings.SIGNUPS_PER_ADDRESS)
    except TooMany as refusal:
        return _too_many(request, what, refusal)
    response = view(request)
    if request.method == "POST" and response.status_code == 302:
        note(address, what, SECONDS)
    return response


def _too_many(request: HttpRequest, what: str, refusal: TooMany) -> HttpResponse:
    context = {
        "what": what,
        "minutes": refusal.values["minutes"],
        "guests_welcome": shown_state().guests_welcome,
    }
    response = render(request, "account/too_many.html", context, status=429)
    response["Retry-After"] = str(refusal.seconds)
    return response
