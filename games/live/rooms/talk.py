"""What is said at a table, put together once for each audience, and the frames that bring it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import override

from games.parts import changes
from games.selectors.tables.facts import Facts
from games.selectors.talk import Heard, Line, Rooms, heard, lines_of, readable, rooms_for, unheard_by
from games.selectors.viewers import Person, Viewer

Reader = tuple[Viewer, str]


@dataclass(frozen=True, slots=True)
class Ears:
    """What makes two readers hear the same: rooms, language, and the authors left out."""

    rooms: Rooms
    language: str
    deaf_to: frozenset[Person]


@dataclass(frozen=True, slots=True)
class Talk:
    """The latest lines of one game, for everybody who reads them at one moment."""

    facts: Facts
    ears: Mapping[Reader, Ears]
    heard: Mapping[Ears, Heard]

    def holds(self, facts: Facts, people: Collection[Reader]) -> bool:
        """Tell whether nothing was said since, nobody sat down or came, and the game did not end."""
        mine = self.facts
        return (mine.talk_no, mine.status, mine.seats) == (facts.talk_no, facts.status, facts.seats) and (
            self.ears.keys() >= set(people)
        )

    def heard_by(self, viewer: Viewer, language: str) -> Heard | None:
        """Return what this viewer reads, unless they came after the look."""
        ears = self.ears.get((viewer, language))
        return self.heard[ears] if ears else None


def listen(facts: Facts, people: Collection[Reader]) -> Talk:
    """Return what these people read now: one query for each kind of reader, one for whom they mute."""
    unheard = unheard_by(viewer for viewer, _ in people)
    rooms = {viewer: rooms_for(facts.status, seated=facts.plays(viewer)) for viewer in unheard}
    said = {wanted: lines_of(readable(facts.game_id, wanted)) for wanted in set(rooms.values())}
    ears = {
        (viewer, language): Ears(
            rooms[viewer], language, unheard[viewer].everybody & _authors(said[rooms[viewer]])
        )
        for viewer, language in people
    }
    return Talk(facts, ears, {one: _hear(said[one.rooms], one) for one in set(ears.values())})


def _authors(lines: tuple[Line, ...]) -> frozenset[Person]:
    return frozenset(line.author for line in lines)


def _hear(lines: tuple[Line, ...], ears: Ears) -> Heard:
    with override(ears.language):
        return heard(lines, ears.deaf_to)


@lru_cache(maxsize=256)
def talk_frame(old: Heard | None, new: Heard, claim: str) -> str:
    """Return what leads a page from the old lines to the new ones, made once for all who need it.

    Its first line is the version it leads to and, unless it brings all lines, the one it starts from.
    """
    if new.version == (old.version if old else claim):
        return ""
    if old is None:
        return f"talk {new.version}\n{new.list.html()}"
    return f"talk {new.version} {old.version}\n{changes(old.list, new.list)}"
