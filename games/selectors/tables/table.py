"""A table as one viewer may see it: frozen values, ready for the templates."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.models import Game
from games.rules import registry
from games.rules.protocol import Draft
from games.selectors.clocks.arithmetic import TimeControl
from games.selectors.clocks.signs import Sign, code_of
from games.selectors.decks import DeckChoice
from games.selectors.frozen import FrozenDict
from games.selectors.players.people import Named
from games.selectors.tables.bots import Bots
from games.selectors.tables.clocks import Company, Strip
from games.selectors.tables.log_lines import LogLine
from games.selectors.tables.rematches import Rematch


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as the table shows it."""

    index: int
    name: str
    kind: str
    is_me: bool
    is_host: bool
    acts: bool
    left: bool
    bot: int
    """The level of the bot that plays it, 0 without one."""
    points: int | None
    place: int | None
    gave_seed: bool
    user_id: int | None
    is_guest: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Everything a table page shows to one seat, or to an observer."""

    game_id: UUID
    slug: str
    name: str
    status: str
    ply: int
    me: int | None
    host: int
    seat_count: int
    seats: tuple[SeatRow, ...]
    names: tuple[str, ...]
    urls: FrozenDict
    commitment: str
    has_log: bool
    options: FrozenDict
    listed: bool
    rated: bool
    is_import: bool
    invite_no: int
    pace: TimeControl
    now: datetime
    signs: tuple[Sign, ...] = ()
    minutes_open: int = 0
    company: Company | None = None
    clocks: Strip | None = None
    bots: Bots | None = None
    basis: int = 0
    key: str = ""
    log: tuple[LogLine, ...] = ()
    log_from: int = 1
    news_from: int = 0
    since_ply: int = 0
    can_undo: bool = False
    view: Any = None
    draft: Draft | None = None
    decks: tuple[DeckChoice, ...] = ()
    rematch: Rematch | None = None
    ending: str = ""

    @property
    def people(self) -> tuple[Named, ...]:
        """Who holds the seats, whoever is to move."""
        return tuple(Named(seat.name, seat.user_id, seat.is_guest, seat.bot) for seat in self.seats)

    @property
    def code(self) -> str:
        """Who is there, and how, in a few letters; what may go again without a ply fits no ``Facts.code``."""
        if self.bots is None:
            return code_of(self.signs, "")
        return code_of(self.signs, self.bots.pace) + "?" * self.bots.has_calls

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that are to move."""
        return tuple(seat.index for seat in self.seats if seat.acts)

    @property
    def is_mine_to_move(self) -> bool:
        """True if this viewer's seat may act now."""
        return self.me is not None and self.seats[self.me].acts

    @property
    def leaves_for_good(self) -> bool:
        """True if a seat that was left, and for which no bot plays, leaves the game for good."""
        return registry.get(self.slug).leaves_for_good

    @property
    def has_brain(self) -> bool:
        """True if bots know the title."""
        return registry.get(self.slug).brain is not None

    @property
    def hosts(self) -> bool:
        """True if this viewer is the table's host."""
        return self.me == self.host

    @property
    def may_seat_bots(self) -> bool:
        """True if this viewer may give free seats to bots: the host may, before the start."""
        return self.has_brain and not self.rated and self.hosts and self.status == Game.Status.OPEN

    @property
    def may_play_meanwhile(self) -> bool:
        """True if this viewer waits here for people and may play bots until they come."""
        waits = self.me is not None and self.status == Game.Status.OPEN
        return waits and self.has_brain and not self.rated

    @property
    def ends_without_me(self) -> bool:
        """True if this viewer is the last one who plays here."""
        return all(row.is_me or row.left or row.bot for row in self.seats)

    @property
    def over(self) -> bool:
        """True once the game has ended or was given up."""
        return self.status in {Game.Status.FINISHED, Game.Status.ABORTED}

    @property
    def news(self) -> tuple[LogLine, ...]:
        """The lines of the last seat's move and of what chance added to it."""
        return tuple(line for line in self.log if self.news_from <= line.ply <= self.ply)

    @property
    def since(self) -> tuple[LogLine, ...]:
        """What happened since this viewer's last move, if that is more than the news."""
        first = self.since_ply + 1
        return tuple(line for line in self.log if line.ply >= first) if 1 < first < self.news_from else ()
