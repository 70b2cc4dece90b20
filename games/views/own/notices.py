"""Notices in the page, how else they reach somebody, and what became of those."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.digits import read_number
from games.forms.notices import BrowserForm, EndpointForm, NoticeForm
from games.requests import viewer
from games.selectors.players.notices import last_deliveries, mail_address, notice_page
from games.selectors.viewers import profile_of
from games.services.delivery import pushes, subscriptions, trials
from games.services.notices.addresses import unsubscriber
from games.services.notices.inbox import mark_read
from games.services.people.limits import TooMany
from games.services.people.sessions import PUSH_KEY
from games.templatetags.live import reason
from games.views.requests import private


@require_safe
@private
def notices(request: HttpRequest) -> HttpResponse:
    """Show what the viewer was told."""
    page = notice_page(viewer(request), request.GET.get("page", "1"))
    return render(request, "games/notices/list.html", {"found": page})


@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Take everything up to the newest notice on the page as read."""
    upto = read_number(request.POST.get("upto"))
    if upto is not None:
        mark_read(viewer(request), upto)
    return redirect("games:notices")


@require_http_methods(["GET", "HEAD", "POST"])
@private
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """Show how somebody wants to hear of their games; keep what is posted."""
    profile = profile_of(request.user)  # type: ignore[arg-type]
    form = NoticeForm(profile, request.POST or None)
    if form.is_valid():
        subscriptions.choose(profile.pk, **form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect("games:notice_settings")
    page: dict[str, Any] = {"form": form, "profile": profile, "mail": mail_address(profile.pk)}
    if pushes.is_available():
        known = subscriptions.is_subscribed(profile.pk, request.session.get(PUSH_KEY))
        page |= {"push_key": pushes.public_key(), "push_known": known}
    return render(request, "games/notices/settings.html", page, status=422 if form.is_bound else 200)


@require_POST
@private
@login_required
def try_out(request: HttpRequest) -> HttpResponse:
    """Send a test message now and say what became of it."""
    if error := _trial_error(request):
        messages.error(request, error)
    else:
        messages.success(request, gettext("Test message sent."))
    return redirect("games:notice_settings")


def _trial_error(request: HttpRequest) -> str:
    try:
        error = trials.try_out(viewer(request), request.POST.get("channel", ""))
    except TooMany as refusal:
        return reason(refusal)
    return gettext("The test message didn't arrive: %(reason)s") % {"reason": gettext(error)} if error else ""


@require_safe
@private
@login_required
def deliveries(request: HttpRequest) -> HttpResponse:
    """Show the last messages to the account and what became of them."""
    newest = last_deliveries(viewer(request).user_id)
    return render(request, "games/notices/deliveries.html", {"deliveries": newest})


@require_POST
@private
@login_required
def subscribe(request: HttpRequest) -> HttpResponse:
    """Let this browser take messages."""
    form = BrowserForm(request.POST)
    if not pushes.is_available():
        raise Http404
    if not form.is_valid():
        return HttpResponse(status=400)
    # Signing out here, or anywhere else for this browser, ends its messages too.
    request.session[PUSH_KEY] = subscriptions.subscribe_browser(request.user.pk, **form.cleaned_data)
    return HttpResponse(status=204)


@require_POST
@private
@login_required
def forget(request: HttpRequest) -> HttpResponse:
    """Send no more messages to this browser."""
    form = EndpointForm(request.POST)
    # To what is no endpoint nothing is sent already.
    if form.is_valid():
        subscriptions.forget_browser(request.user.pk, form.cleaned_data["endpoint"])
    return HttpResponse(status=204)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Give browsers the script that shows messages while no page is open."""
    if not pushes.is_available():
        raise Http404
    answer = render(request, "games/notices/service-worker.js", content_type="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@private
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End all mails to whom the link was sent; mail programs post to it by themselves (RFC 8058)."""
    user_id = unsubscriber(token)
    if user_id is None:
        raise Http404
    if request.method == "POST":
        subscriptions.unsubscribe(user_id)
    return render(request, "games/notices/unsubscribe.html", {"done": request.method == "POST"})
