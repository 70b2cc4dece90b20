"""Where an account is signed in, and signing out there."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.services.people.sessions import FORGOTTEN, end_sessions, living_sessions
from games.views.requests import private

MOST = 50


@require_http_methods(["GET", "HEAD", "POST"])
@private
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """List the browsers that are signed in; end all others when that is posted."""
    if request.method == "POST":
        end_sessions(request.user, but=request.session)  # type: ignore[arg-type]
        messages.success(request, gettext("You've been signed out everywhere else."))
        return redirect("usersessions_list")
    newest = living_sessions(request.user.pk)[:MOST]
    context = {"sessions": newest, "here": request.session.session_key, "forgotten": FORGOTTEN}
    return render(request, "people/sessions.html", context)
