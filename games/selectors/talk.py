"""What is said at a table, as its readers may read it: the same for the page and the live frame."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString, mark_safe

from games.models import ChatLine, Game, Relation
from games.parts import Part, outermost
from games.selectors.viewers import Person, Viewer

LATEST = 50
Room = ChatLine.Room
Rooms = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line as the templates need it."""

    id: int
    room: str
    name: str
    text: str
    phrase: str
    at: datetime
    by: str
    """Tells a page's own lines from others; nobody can make a person of it."""
    author: Person = field(compare=False, repr=False)

    @property
    def is_guest(self) -> bool:
        """True if the line is of somebody without an account."""
        return self.author.guest_id is not None


@dataclass(frozen=True, slots=True)
class Heard:
    """The latest lines as a part, with a version that tells whether a page already shows them."""

    version: str
    list: Part = field(compare=False)

    @property
    def html(self) -> SafeString:
        """The markup of the list."""
        return mark_safe(self.list.html())  # noqa: S308


@dataclass(frozen=True, slots=True)
class Unheard:
    """Whom a viewer muted or blocked."""

    muted: frozenset[Person] = frozenset()
    blocked: frozenset[Person] = frozenset()

    @property
    def everybody(self) -> frozenset[Person]:
        """All whose lines are left out."""
        return self.muted | self.blocked


@dataclass(frozen=True, slots=True)
class Panel:
    """The talk of a table as a page of one viewer shows it."""

    game_id: UUID
    rooms: Rooms
    heard: Heard
    muted: tuple[Line, ...]
    before: int | None
    """The line before which there is more to read."""
    mine: str
    may_write: bool
    may_speak: bool


def has_talk(game: Game) -> bool:
    """Tell whether people can meet at this table: not at one for a single seat, nor in an imported record."""
    return game.seat_count > 1 and game.imported_id is None


def rooms_for(status: str, *, seated: bool) -> Rooms:
    """Return what one may read: while the game is not over players and watchers are apart."""
    if status in {Game.Status.FINISHED, Game.Status.ABORTED}:
        return (Room.PLAYERS, Room.WATCHERS)
    return (Room.PLAYERS,) if seated else (Room.WATCHERS,)


def readable(game_id: UUID, rooms: Rooms) -> QuerySet[ChatLine]:
    """Return the lines of these rooms that no moderator has hidden."""
    return ChatLine.objects.filter(game_id=game_id, room__in=rooms, hidden_at=None)


def lines_of(found: QuerySet[ChatLine], most: int = LATEST) -> tuple[Line, ...]:
    """Return the last of these lines, the newest at the end."""
    return tuple(map(_line, reversed(found.order_by("-pk")[:most])))


def _line(line: ChatLine) -> Line:
    author = Person(line.user_id, line.guest_id)
    by = author_mark(line.game_id, author)
    return Line(line.pk, line.room, line.name, line.text, line.phrase, line.at, by, author)


@lru_cache(maxsize=4096)
def author_mark(game_id: UUID, person: Person) -> str:
    """Return what stands for a person in one game's pages."""
    return salted_hmac("games.talk", f"{game_id} {person!r}").hexdigest()[:10] if any(person) else ""


def unheard_by(viewers: Iterable[Viewer]) -> dict[Viewer, Unheard]:
    """Return whom each of these viewers does not hear, read in one query at most."""
    everybody = set(viewers)
    owners = {viewer.user_id for viewer in everybody} - {None}
    kinds = (Relation.Kind.MUTE, Relation.Kind.BLOCK)
    relations = Relation.objects.filter(owner_id__in=owners, kind__in=kinds) if owners else ()
    of: dict[tuple[int, str], set[Person]] = {}
    for relation in relations:
        of.setdefault((relation.owner_id, relation.kind), set()).add(
            Person(relation.user_id, relation.guest_id)
        )
    return {viewer: _unheard(viewer, of) for viewer in everybody}


def _unheard(viewer: Viewer, of: dict[tuple[int, str], set[Person]]) -> Unheard:
    muted, blocked = (
        frozenset(of.get((viewer.user_id or 0, kind), ()))
        for kind in (Relation.Kind.MUTE, Relation.Kind.BLOCK)
    )
    return Unheard(viewer.muted | muted, blocked)


def heard(lines: Iterable[Line], deaf_to: frozenset[Person] = frozenset()) -> Heard:
    """Put together what one hears of these lines in the active language; each is rendered once for all."""
    audible = tuple(line for line in lines if line.author not in deaf_to)
    drawn = outermost("games/talk/lines.html", id="talk-lines", lines=audible)
    return Heard(blake2b(drawn.html().encode(), digest_size=8).hexdigest(), drawn)


def muted_lines(game: Game, rooms: Rooms, unheard: Unheard) -> tuple[Line, ...]:
    """Return the last line of each author here whom the viewer has muted."""
    if not unheard.muted:
        return ()
    theirs = readable(game.pk, rooms) & lines_by(unheard.muted)
    last = theirs.order_by().values("user_id", "guest_id").annotate(last=Max("pk")).values("last")
    return lines_of(ChatLine.objects.filter(pk__in=last))


def panel_of(game: Game, viewer: Viewer, *, seated: bool, before: int | None = None) -> Panel:
    """Return the talk this viewer may read: the latest lines, or the last ones before a line."""
    rooms = rooms_for(game.status, seated=seated)
    unheard = unheard_by([viewer])[viewer]
    read = readable(game.pk, rooms)
    lines = lines_of(read.filter(pk__lt=before) if before else read, LATEST + 1)
    shown = lines[-LATEST:]
    return Panel(
        game_id=game.pk,
        rooms=rooms,
        heard=heard(shown, unheard.everybody),
        muted=muted_lines(game, rooms, unheard),
        before=shown[0].id if len(lines) > LATEST else None,
        mine=author_mark(game.pk, viewer.person),
        may_write=viewer.user_id is not None,
        may_speak=viewer.is_known,
    )


def lines_by(people: set[Person] | frozenset[Person]) -> QuerySet[ChatLine]:
    """Return everything these people ever said."""
    users = {person.user_id for person in people} - {None}
    guests = {person.guest_id for person in people} - {None}
    return ChatLine.objects.filter(Q(user_id__in=users) | Q(guest_id__in=guests))
