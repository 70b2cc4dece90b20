"""Invite links."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games.forms.opening.lobby import LONGEST_NAME
from games.models import Game
from games.requests import viewer
from games.selectors.games import invite_code
from games.selectors.players.people import ListedPerson, friends_to_invite


@dataclass(frozen=True, slots=True)
class InviteLink:
    """An address to share, and for hosts with an account their friends."""

    url: str
    renew_url: str
    """Where the host puts another link in its place."""
    friends: tuple[ListedPerson, ...] | None
    asked: str
    """The name that was refused, which stays in its field."""


def invite_link(request: HttpRequest, game: Game) -> InviteLink:
    """Return the invite link of an open table."""
    path = reverse("games:join", args=[game.pk, invite_code(game.pk, game.invite_no)])
    url = request.build_absolute_uri(path)
    who = viewer(request)
    is_host = any(
        seat.index == game.host_index and who.holds(seat.user_id, seat.guest_id) for seat in game.seats.all()
    )
    friends = friends_to_invite(who, game) if is_host and who.user_id is not None else None
    renew_url = reverse("games:renew_link", args=[game.pk]) if is_host else ""
    return InviteLink(url, renew_url, friends, request.POST.get("name", "")[:LONGEST_NAME])
