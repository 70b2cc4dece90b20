"""One-time sign-in links: a page with a button, because programs that preview links only look."""

from time import time

from allauth.account.internal.flows.password_change import finalize_password_set
from allauth.account.utils import perform_login
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.forms.accounts import FirstPasswordForm
from games.services.rights.sign_in_links import link_of, use_link
from games.views.requests import private

NEW_PASSWORD_KEY = "new_password"  # noqa: S105
SECONDS = 3600
GET_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


@GET_OR_POST
@private
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show whom the link signs in; sign them in when that is posted."""
    link = link_of(token)
    if link is None:
        return render(request, "account/sign_in_link_over.html", status=410)
    if request.method != "POST":
        return render(request, "account/sign_in_link.html", {"link": link})
    user = use_link(token)
    if user is None:
        return render(request, "account/sign_in_link_over.html", status=410)
    if request.user.is_authenticated:
        logout(request)
    request.session[NEW_PASSWORD_KEY] = {"user": user.pk, "until": time() + SECONDS}
    answer: HttpResponse = perform_login(request, user, redirect_url=reverse("games:new_password"))
    return answer


@GET_OR_POST
@private
@login_required
def new_password(request: HttpRequest) -> HttpResponse:
    """Let who came by a link choose a password without the old one, which they have forgotten."""
    allowed = request.session.get(NEW_PASSWORD_KEY, {})
    if allowed.get("user") != request.user.pk or allowed.get("until", 0) < time():
        return redirect("account_change_password")
    form = FirstPasswordForm(user=request.user, data=request.POST or None)
    if form.is_valid():
        form.save()
        del request.session[NEW_PASSWORD_KEY]
        finalize_password_set(request, request.user)
        return redirect("games:you")
    return render(request, "account/new_password.html", {"form": form}, status=422 if form.is_bound else 200)
