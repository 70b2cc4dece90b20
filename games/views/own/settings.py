"""The settings: one's name and language, and how this device behaves."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.forms.settings import SettingsForm
from games.requests import viewer
from games.services.people.choices import choose_language, rename
from games.views.context import prefs_of, remember_prefs
from games.views.language import remember_language
from games.views.requests import private


@require_http_methods(["GET", "HEAD", "POST"])
@private
def settings(request: HttpRequest) -> HttpResponse:
    """Show what is chosen; keep what is posted."""
    form = SettingsForm(viewer(request), prefs_of(request), request.POST or None)
    if form.is_valid():
        return _save(request, form)
    return render(request, "people/settings.html", {"form": form}, status=422 if form.is_bound else 200)


def _save(request: HttpRequest, form: SettingsForm) -> HttpResponse:
    response = redirect("games:settings")
    rename(viewer(request), form.cleaned_data.get("name", ""))
    if request.user.is_authenticated:
        choose_language(request.user, form.cleaned_data["language"])
    remember_language(response, form.cleaned_data["language"])
    remember_prefs(response, form.prefs())
    messages.success(request, gettext("Saved."))
    return response
