"""Visitors become known: as guests who took a name, or as people with an invitation."""

from dataclasses import replace
from uuid import UUID

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import Http404, HttpRequest

from games.models import Game
from games.requests import forget_viewer, viewer
from games.selectors.games import games_for, invited_by
from games.selectors.viewers import GUEST_KEY, INVITED_KEY, MUTED_KEY, Person, Viewer
from games.services.people.accounts import new_guest
from games.services.people.limits import count_use
from games.services.people.networks import household
from games.services.rights.newcomers import require_new_guest

MAX_INVITATIONS = 50
MAX_MUTED = 100
SECONDS = 600
"""In how long so many guests may come from one household."""


def known_viewer(request: HttpRequest, name: str | None) -> Viewer:
    """Return the viewer, made a guest of that name if nobody knows them yet.

    Raises ``NotTaken`` where guests are not welcome, ``TooMany`` if many came from this household just now.
    """
    who = viewer(request)
    if who.is_known:
        return who
    address = get_adapter(request).get_client_ip(request)
    require_new_guest(address)
    if not name:
        return who
    count_use(household(address), "guest", settings.GUESTS_PER_ADDRESS, SECONDS)
    request.session.cycle_key()
    request.session[GUEST_KEY] = str(new_guest(name, address).pk)
    forget_viewer(request)
    return viewer(request)


def invited_game(request: HttpRequest, game_id: UUID, code: str) -> Game:
    """Return the game an invite link leads to, and remember the invitation."""
    who = viewer(request)
    link = invited_by(game_id, code)
    game = games_for(replace(who, invited=who.invited | {link})).filter(pk=game_id).first() if link else None
    if game is None:
        raise Http404
    remember_invitation(request, game)
    return game


def remember_invitation(request: HttpRequest, game: Game) -> None:
    """Let this browser see the game until its link changes; the oldest of many invitations is forgotten."""
    known, game_id = request.session.get(INVITED_KEY, ()), str(game.pk)
    others = [each for each in known if each.partition(".")[0] != game_id]
    mark = f"{game_id}.{game.invite_no}" if game.invite_no else game_id
    request.session[INVITED_KEY] = [*others, mark][-MAX_INVITATIONS:]
    forget_viewer(request)


def mute_here(request: HttpRequest, person: Person) -> None:
    """Let this browser not hear somebody; the first of very many is heard again."""
    request.session[MUTED_KEY] = [*_others_muted(request, person), _pair(person)][-MAX_MUTED:]
    forget_viewer(request)


def unmute_here(request: HttpRequest, person: Person) -> None:
    """Let this browser hear somebody again."""
    request.session[MUTED_KEY] = _others_muted(request, person)
    forget_viewer(request)


def _others_muted(request: HttpRequest, person: Person) -> list[list[object]]:
    return [known for known in request.session.get(MUTED_KEY, ()) if known != _pair(person)]


def _pair(person: Person) -> list[object]:
    return [person.user_id, str(person.guest_id) if person.guest_id else None]
