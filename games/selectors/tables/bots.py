"""What a running table shows of its bots: their pace, for whom they play, who would like their seats."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, MoveRecord, Seat
from games.selectors.stored.entries import MANNERS_KEY
from games.selectors.tables.clocks import EndVote, end_vote, left_for_good
from games.selectors.viewers import Viewer, holder_of


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A seat that a bot plays, or nobody: with level 0 it makes the simplest moves."""

    index: int
    name: str
    level: int


@dataclass(frozen=True, slots=True)
class Hopeful:
    """Somebody who would like a bot's seat, as one viewer sees it."""

    id: int
    name: str
    seat: str
    i_agreed: bool
    agreed: int
    needed: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """The table at which whoever plays bots here keeps a seat meanwhile."""

    game_id: UUID
    has_begun: bool


@dataclass(frozen=True, slots=True)
class Bots:
    """The bots of a running game as one viewer sees them."""

    game_id: UUID
    pace: str
    plays: bool
    """Whether the viewer plays here."""
    seats: tuple[BotSeat, ...]
    left: tuple[BotSeat, ...]
    """Seats that people left, for which those who play choose what plays on."""
    hopefuls: tuple[Hopeful, ...]
    may_ask: bool
    """Whether others may ask for a bot's seat."""
    may_take: bool
    """Whether others may take a bot's seat at once."""
    end: EndVote | None = None
    """How the vote to end the game stands, where somebody has left and this viewer plays."""
    waiting: Waiting | None = None
    """Where this viewer waits for people, or whom they have found."""
    is_final: bool = False
    """Whether a seat for which no bot plays is out for good."""

    @property
    def has_calls(self) -> bool:
        """True if somebody would like a bot's seat, or this viewer may take one or waits for people."""
        return bool(self.hopefuls or self.waiting) or self.may_take

    @property
    def has_choices(self) -> bool:
        """True if this viewer may choose something about the bots."""
        return self.plays or self.may_ask


def bots_of(game: Game, me: int | None, now: datetime) -> Bots | None:
    """Return the bots of a running game, if it has or could have any."""
    seats = list(game.seats.all())
    gone = left_for_good(game, seats)
    left = [seat for seat in seats if seat.left and seat.index not in gone] if game.ruleset.brain else []
    played = [seat for seat in seats if seat.bot]
    if not game.is_running or not (left or played):
        return None
    held = next((seat for seat in seats if seat.index == me), None)
    mine = held if held and held.is_person else None
    # Whoever left a seat may want that one back, and no other.
    shown = [seat for seat in played if seat == held] if held and not mine else played
    return Bots(
        game_id=game.pk,
        pace=game.bot_pace,
        plays=mine is not None,
        seats=_rows(shown),
        left=_rows(left),
        hopefuls=_hopefuls(game, seats, me),
        may_ask=bool(shown) and mine is None and not game.rated,
        may_take=me is None and _is_open_to_newcomers(game, now),
        end=end_vote(game, seats, mine, now) if left and mine else None,
        waiting=_waiting(game, mine) if mine else None,
        is_final=game.ruleset.leaves_for_good,
    )


def _waiting(game: Game, mine: Seat) -> Waiting | None:
    if game.waits_at_id is None:
        return None
    kept = Seat.objects.filter(holder_of(mine).owns(), game=game.waits_at_id, left=False)
    status = kept.values_list("game__status", flat=True).first()
    if status not in {Game.Status.OPEN, Game.Status.RUNNING}:
        return None
    return Waiting(game.waits_at_id, has_begun=status == Game.Status.RUNNING)


def meets_only_bots(game: Game, viewer: Viewer) -> bool:
    """Tell whether only bots sit, and ever sat, at a table besides the viewer."""
    others = [seat for seat in game.seats.all() if not viewer.holds(seat.user_id, seat.guest_id)]
    return 0 < len(others) < game.seat_count and all(
        seat.bot and not holder_of(seat).is_known and not seat.former for seat in others
    )


def _rows(seats: list[Seat]) -> tuple[BotSeat, ...]:
    return tuple(BotSeat(seat.index, seat.name, seat.bot) for seat in seats)


def _hopefuls(game: Game, seats: list[Seat], me: int | None) -> tuple[Hopeful, ...]:
    names = {seat.index: seat.name for seat in seats}
    people = {seat.index for seat in seats if seat.is_person}
    return tuple(
        Hopeful(
            id=each.pk,
            name=each.name,
            seat=names[each.index],
            i_agreed=me in each.agreed,
            agreed=len(people & {*each.agreed}),
            needed=len(people),
        )
        for each in game.candidates.all()
    )


def _is_open_to_newcomers(game: Game, now: datetime) -> bool:
    until = game.newcomers_until
    return until is not None and until > now and unmoved().filter(game=game).exists()


def unmoved() -> QuerySet[Seat]:
    """Return the seats of bots that have not moved, in the games of an outer query or in all."""
    moves = MoveRecord.objects.filter(game=OuterRef("game_id"), seat=OuterRef("index"))
    moves = moves.exclude(key__contains=f":{MANNERS_KEY}")
    return Seat.objects.filter(~Exists(moves), kind=Seat.Kind.BOT, bot__gt=0)
