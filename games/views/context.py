"""What every page knows of the device that asks for it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.forms import prefs
from games.forms.prefs import Prefs

COOKIE = "prefs"
YEAR = 365 * 24 * 60 * 60


def device(request: HttpRequest) -> dict[str, Prefs]:
    """Give every template the device's ``prefs``."""
    return {"prefs": prefs_of(request)}


def prefs_of(request: HttpRequest) -> Prefs:
    """Return what this device chose."""
    return prefs.read(request.COOKIES.get(COOKIE, ""))


def remember_prefs(response: HttpResponse, chosen: Prefs) -> None:
    """Let the device keep what it chose."""
    response.set_cookie(
        COOKIE,
        prefs.written(chosen),
        max_age=YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
