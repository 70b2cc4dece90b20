"""Talk at a table: reading it, saying something, muting somebody for oneself."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games.digits import read_number
from games.forms.talk import SayForm
from games.models import Game
from games.requests import viewer
from games.rules.protocol import MalformedMove, RulesError
from games.selectors.phrases import PHRASES
from games.selectors.tables.bots import meets_only_bots
from games.selectors.talk import has_talk, panel_of, readable, rooms_for
from games.selectors.viewers import Person, Viewer, plays_at
from games.services.company import talk as services
from games.views.requests import find_game, private, refusal_status
from games.views.visitors import mute_here, unmute_here


@require_http_methods(["GET", "HEAD", "POST"])
@private
def talk(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the latest lines, or earlier ones; say what is posted."""
    game = _find_talk(request, game_id)
    if request.method == "POST":
        return _say(request, game)
    before = read_number(request.GET.get("before", ""))
    context = talk_of(game, viewer(request), seated=_is_seated(request, game), before=before)
    if not _is_htmx(request):
        return _page(request, game, context)
    if request.GET.get("since") == context["panel"].heard.version:
        return HttpResponse(status=204)
    return render(request, "games/talk/heard.html", context)


def _say(request: HttpRequest, game: Game) -> HttpResponse:
    """Say it; a refusal comes with what was written."""
    error = _refusal(request, game)
    context = talk_of(game, viewer(request), seated=_is_seated(request, game)) | {"error": error}
    status = refusal_status(error) if error else 200
    if _is_htmx(request):
        return render(request, "games/talk/answer.html", context, status=status)
    if error is None:
        return _back(game)
    context["form"] = SayForm(initial={"text": request.POST.get("text", "")})
    return _page(request, game, context, status)


def _refusal(request: HttpRequest, game: Game) -> RulesError | None:
    form = SayForm(request.POST)
    if not form.is_valid():
        return MalformedMove(form.refusal)
    try:
        services.say(game.pk, viewer(request), form.saying())
    except RulesError as error:
        return error
    return None


@require_POST
@private
def mute(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Hear no more of whoever said a line; without an account it is their browser that remembers."""
    game, person, who = *_author(request, game_id), viewer(request)
    if who.user_id is not None:
        services.mute(who, person)
    elif person != who.person:
        mute_here(request, person)
    return _heard(request, game)


@require_POST
@private
def unmute(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Hear whoever said a line again."""
    game, person, who = *_author(request, game_id), viewer(request)
    if who.user_id is not None:
        services.unmute(who, person)
    if person in who.muted:
        unmute_here(request, person)
    return _heard(request, game)


def _author(request: HttpRequest, game_id: UUID) -> tuple[Game, Person]:
    """Return the game and who said the posted line, if the viewer may read it."""
    game = _find_talk(request, game_id)
    lines = readable(game.pk, rooms_for(game.status, seated=_is_seated(request, game)))
    line = get_object_or_404(lines, pk=read_number(request.POST.get("line", "")))
    return game, Person(line.user_id, line.guest_id)


def _heard(request: HttpRequest, game: Game) -> HttpResponse:
    if not _is_htmx(request):
        return _back(game)
    return render(
        request, "games/talk/heard.html", talk_of(game, viewer(request), seated=_is_seated(request, game))
    )


def _find_talk(request: HttpRequest, game_id: UUID) -> Game:
    game = find_game(request, game_id)
    if not has_talk(game) or meets_only_bots(game, viewer(request)):
        raise Http404
    return game


def _is_seated(request: HttpRequest, game: Game) -> bool:
    return plays_at(game, viewer(request))


def talk_of(game: Game, who: Viewer, *, seated: bool, before: int | None = None) -> dict[str, Any]:
    """Return what the talk's templates need; nothing at a table where one meets nobody but bots."""
    is_heard = has_talk(game) and not meets_only_bots(game, who)
    panel = panel_of(game, who, seated=seated, before=before) if is_heard else None
    return {"panel": panel, "form": SayForm(), "phrases": PHRASES}


def _page(request: HttpRequest, game: Game, context: dict[str, Any], status: int = 200) -> HttpResponse:
    names = {"game": game, "game_name": game.title}
    return render(request, "games/talk/page.html", context | names, status=status)


def _back(game: Game) -> HttpResponse:
    return redirect(reverse("games:table", args=[game.pk]) + "#talk")


def _is_htmx(request: HttpRequest) -> bool:
    return bool(request.htmx)  # type: ignore[attr-defined]
