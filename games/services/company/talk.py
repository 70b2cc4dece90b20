"""Talk at a table: saying a line, hiding one from everybody, not hearing somebody."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from math import ceil
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import ChatLine, Game, Relation
from games.rules.protocol import MalformedMove, NotSeated, RulesError
from games.rules.words import gettext_noop
from games.selectors.players.sanctions import Kind, require_allowed
from games.selectors.stored.statements import locked_game
from games.selectors.talk import lines_by
from games.selectors.viewers import Person, Viewer, seat_of
from games.services.people.relations import relate
from games.services.storage.news import announce_on_commit

MOST_LINES, WINDOW = 10, timedelta(seconds=30)
SAME_AGAIN = timedelta(seconds=10)


class TooSoon(RulesError):
    """So much has been said that this has to wait."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What a form sends: own words, already cleaned, or a phrase; ``once`` differs from form to form."""

    text: str = ""
    phrase: str = ""
    once: str = ""

    @property
    def key(self) -> str:
        """Equal when a form is sent twice, not when it is filled in anew."""
        parts = "\n".join((self.once, self.phrase, self.text))
        return blake2b(parts.encode(), digest_size=16).hexdigest()


@transaction.atomic(durable=True)
def say(game_id: UUID, viewer: Viewer, saying: Saying) -> ChatLine:
    """Add a line for the room the viewer is in; the same form sent twice says it once.

    Raises ``NotSeated``, ``MalformedMove``, ``Banned`` or ``TooSoon``; then nothing was said.
    """
    game = locked_game(game_id)
    _require_voice(viewer, saying)
    mine = lines_by({viewer.person})
    if first := mine.filter(game=game, key=saying.key).first():
        return first
    require_allowed(viewer, Kind.CHAT, Kind.SITE)
    _require_patience(mine, game, saying)
    seat = seat_of(game, viewer)
    line = ChatLine.objects.create(
        game=game,
        room=ChatLine.Room.PLAYERS if seat and not seat.left else ChatLine.Room.WATCHERS,
        user_id=viewer.user_id,
        guest_id=viewer.guest_id,
        name=seat.name if seat else viewer.name,
        text=saying.text,
        phrase=saying.phrase,
        key=saying.key,
    )
    _announce_talk(game)
    return line


def _require_voice(viewer: Viewer, saying: Saying) -> None:
    if not viewer.is_known:
        raise NotSeated(gettext_noop("Join the table or sign in to chat."))
    if not (saying.text or saying.phrase):
        raise MalformedMove(gettext_noop("Type a message first."))
    if saying.text and viewer.user_id is None:
        raise NotSeated(gettext_noop("Guests can use quick phrases. To type your own messages, sign in."))


def _require_patience(mine: QuerySet[ChatLine], game: Game, saying: Saying) -> None:
    now = timezone.now()
    latest = list(mine.order_by("-pk")[:MOST_LINES])
    if len(latest) == MOST_LINES:
        _require_past(latest[-1].at + WINDOW, now, gettext_noop("You're sending messages too fast."))
    last = next((line for line in latest if line.game_id == game.pk), None)
    if last and (last.text, last.phrase) == (saying.text, saying.phrase):
        _require_past(last.at + SAME_AGAIN, now, gettext_noop("You already said that."))


def _require_past(moment: datetime, now: datetime, why: str) -> None:
    if now < moment:
        seconds = ceil((moment - now).total_seconds())
        again = gettext_noop("%(why)s Try again in %(seconds)d s.")
        raise TooSoon(again, why=why, seconds=seconds)


def _announce_talk(*games: Game) -> None:
    """Let every page of these games look at its talk again; the plies stay."""
    Game.objects.filter(pk__in=[game.pk for game in games]).update(talk_no=F("talk_no") + 1)
    for game in games:
        announce_on_commit(game.pk, game.ply)


@transaction.atomic
def hide_line(line: ChatLine) -> bool:
    """Take a line from everybody's pages at once and say whether it stood there; moderators keep it."""
    game = locked_game(line.game_id)
    hidden = ChatLine.objects.filter(pk=line.pk, hidden_at=None).update(hidden_at=timezone.now())
    if hidden:
        _announce_talk(game)
    return bool(hidden)


@transaction.atomic
def erase_lines(lines: QuerySet[ChatLine], name: str) -> None:
    """Take lines from everybody's pages at once and for good: the words go, the author is called that."""
    # Games are locked before anything of theirs, as everywhere, and in one order.
    games = Game.objects.select_for_update(of=("self",)).order_by("pk").only("pk", "ply")
    _announce_talk(*games.filter(pk__in=lines.values("game_id")))
    lines.update(name=name, text="", phrase="", hidden_at=timezone.now())


def mute(viewer: Viewer, person: Person) -> None:
    """Let an account hear no more of somebody; doing so twice or to oneself changes nothing."""
    if person != viewer.person and any(person):
        relate(viewer, Viewer(*person), Relation.Kind.MUTE, on=True)


def unmute(viewer: Viewer, person: Person) -> None:
    """Let an account hear somebody again."""
    if person != viewer.person and any(person):
        relate(viewer, Viewer(*person), Relation.Kind.MUTE, on=False)
