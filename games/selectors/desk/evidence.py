"""What somebody may report, and what they could see of it at that moment."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet

from games.digits import read_number
from games.models import ChatLine, Game, Guest, Report, Seat
from games.selectors.games import games_for
from games.selectors.phrases import PHRASES
from games.selectors.talk import readable, rooms_for
from games.selectors.viewers import Viewer, holder_of, plays_at, profile_of

NEIGHBOURS = 5
"""How many lines before and after a reported one are kept with it."""

Kind = Report.Kind


@dataclass(frozen=True, slots=True)
class Target:
    """What a report is about; the game says where it happened."""

    kind: Kind
    name: str
    user_id: int | None = None
    guest_id: Any = None
    game: Game | None = None
    line: ChatLine | None = None

    def same(self) -> Q:
        """Return the filter for reports about the same."""
        if self.kind == Kind.LINE:
            return Q(kind=self.kind, line=self.line)
        if self.kind == Kind.GAME:
            return Q(kind=self.kind, game=self.game)
        return Q(kind=self.kind, user_id=self.user_id, guest_id=self.guest_id)


def find_target(viewer: Viewer, query: Mapping[str, str]) -> Target | None:
    """Return what an address asks to report, or None if this viewer cannot see it or is it."""
    game = _game(viewer, query["game"]) if "game" in query else None
    if "game" in query and game is None:
        return None
    target = _named(viewer, query, game)
    return target if target and not _is_oneself(viewer, target) else None


def _named(viewer: Viewer, query: Mapping[str, str], game: Game | None) -> Target | None:
    if "line" in query:
        return _line_target(viewer, query["line"])
    if "person" in query:
        return _user_target(query["person"], game)
    if "guest" in query:
        return _guest_target(viewer, query["guest"], game)
    if "name" in query:
        who = query["name"]
        named = _user_target(who, game) if who.isdigit() else _guest_target(viewer, who, game)
        return replace(named, kind=Kind.NAME) if named else None
    return game_target(game) if game else None


def game_target(game: Game) -> Target:
    """Return the target that is a game as a whole."""
    return Target(Kind.GAME, game.title, game=game)


def seat_target(game: Game, index: int) -> Target | None:
    """Return the person at a seat; bots and those who have gone are nobody."""
    seat = game.seats.exclude(user=None, guest=None).filter(index=index).first()
    return Target(Kind.PERSON, seat.name, seat.user_id, seat.guest_id, game) if seat else None


def _is_oneself(viewer: Viewer, target: Target) -> bool:
    return target.kind != Kind.GAME and viewer.holds(target.user_id, target.guest_id)


def _game(viewer: Viewer, text: str) -> Game | None:
    game_id = _uuid(text)
    return games_for(viewer).filter(pk=game_id).first() if game_id else None


def _user_target(text: str, game: Game | None) -> Target | None:
    number = read_number(text)
    user = get_user_model().objects.select_related("profile").filter(pk=number, is_active=True).first()
    if user is None or (game and not game.seats.filter(user=user).exists()):
        return None
    return Target(Kind.PERSON, profile_of(user).name, user_id=user.pk, game=game)


def _guest_target(viewer: Viewer, text: str, game: Game | None) -> Target | None:
    guest = Guest.objects.filter(pk=_uuid(text), claimed_by=None).first()
    seen = games_for(viewer).filter(pk=game.pk) if game else games_for(viewer)
    if guest is None or not Seat.objects.filter(guest=guest, game__in=seen).exists():
        return None
    return Target(Kind.PERSON, guest.name, guest_id=guest.pk, game=game)


def _line_target(viewer: Viewer, text: str) -> Target | None:
    line = ChatLine.objects.select_related("game").filter(pk=read_number(text)).first()
    if line is None or not _readable(viewer, line).filter(pk=line.pk).exists():
        return None
    return Target(Kind.LINE, line.name, line.user_id, line.guest_id, line.game, line)


def _readable(viewer: Viewer, line: ChatLine) -> QuerySet[ChatLine]:
    """Return the lines of the same room, if the viewer can read there."""
    rooms = rooms_for(line.game.status, seated=plays_at(line.game, viewer))
    is_seen = line.room in rooms and games_for(viewer).filter(pk=line.game_id).exists()
    return readable(line.game_id, (line.room,) if is_seen else ())


def evidence(viewer: Viewer, target: Target) -> dict[str, Any]:
    """Return a copy of what the reporter sees: names, a line among its neighbours, a game's outside."""
    facts: dict[str, Any] = {"name": target.name}
    if target.game:
        facts["game"] = _game_facts(target.game)
    if target.line:
        facts["lines"] = _lines(viewer, target.line)
    return facts


def _game_facts(game: Game) -> dict[str, Any]:
    seats = list(game.seats.all())
    return {
        "id": str(game.pk),
        "title": game.title,
        "seats": [seat.name for seat in seats],
        "holders": [holder_of(seat).actor for seat in seats],
        "ply": game.ply,
        "status": game.status,
    }


def _lines(viewer: Viewer, line: ChatLine) -> list[dict[str, Any]]:
    room = _readable(viewer, line)
    before = list(room.filter(pk__lt=line.pk).order_by("-pk")[:NEIGHBOURS])[::-1]
    after = room.filter(pk__gt=line.pk).order_by("pk")[:NEIGHBOURS]
    return [
        {
            "name": one.name,
            "author": Viewer(one.user_id, one.guest_id).actor,
            "text": one.text,
            "phrase": PHRASES.get(one.phrase, ""),
            "at": one.at.isoformat(timespec="seconds"),
            "is_it": one.pk == line.pk,
        }
        for one in (*before, line, *after)
    ]


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
