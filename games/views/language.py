"""The language of the pages: a cookie on this device, and the account's choice for its others."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.i18n import set_language as switch

from games.services.people.choices import choose_language


def set_language(request: HttpRequest) -> HttpResponse:
    """Switch as Django does; an account keeps the choice."""
    response: HttpResponse = switch(request)
    code = request.POST.get("language", "")
    if request.method == "POST" and request.user.is_authenticated and code in dict(settings.LANGUAGES):
        choose_language(request.user, code)
    return response


def remember_language(response: HttpResponse, code: str) -> None:
    """Let this device keep the language, and speak it from now on."""
    translation.activate(code)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
