"""How the log names who acted and when, and how each ply is stated in the chain and the export."""

from datetime import UTC, datetime

from games import fair
from games.models import MoveRecord

CLOCK = "clock"
"""Who acts in the log when a seat's time has run out."""
VEILED_CLOCK = "veiled clock"
"""The same where others must not read it, because they would know that the seat had nothing to choose."""
REFEREE = "referee"
"""Who acts in the log for a seat that left."""
BOT = "bot"
"""Who acts in the log for a bot, before its level."""
CHANCE_ACTOR = "chance"
"""Who acts in the log where the rules draw."""
PERSONS = ("user", "guest")
_WORDS = {
    **dict.fromkeys(PERSONS, "person"),
    BOT: BOT,
    CLOCK: "clock",
    VEILED_CLOCK: "clock",
    REFEREE: REFEREE,
    CHANCE_ACTOR: CHANCE_ACTOR,
    "staff": "staff",
}
HIDDEN = "?"
DEFAULT_KEY, BOT_KEY, MANNERS_KEY, DECK_KEY = "default-", "bot-", "manners-", "deck"
"""How the keys of plies begin that the site makes for a seat: default moves, bots' moves, manners, decks."""


def seat_key(seat: int, key: str) -> str:
    """Return an idempotency key of a seat as the log keeps it, where it occurs once in a game."""
    return f"{seat}:{key}"


def is_site_key(key: str) -> bool:
    """Tell whether the site makes such keys, so that no page may send them.

    Whoever used the key of a move that is yet to be made for them would keep it from ever being made.
    """
    return key.startswith((DEFAULT_KEY, BOT_KEY, MANNERS_KEY, DECK_KEY))


def bot_actor(level: int) -> str:
    """Return how the log names a bot of a level."""
    return f"{BOT}:{level}"


def is_by_bot(record: MoveRecord) -> bool:
    """Tell whether a bot made a move."""
    return record.actor.startswith(f"{BOT}:")


def to_the_second(moment: datetime) -> datetime:
    """Return a moment as the log keeps it."""
    return moment.replace(microsecond=0)


def entry_of(record: MoveRecord) -> fair.Entry:
    """Return a ply as the chain and the export state it; ``ValueError`` if nobody can have made it."""
    word = _WORDS.get(record.actor.partition(":")[0])
    if word is None:
        raise ValueError(f"ply {record.ply} was made by nobody known")
    at = record.at.astimezone(UTC)
    return fair.Entry(
        ply=record.ply,
        seat=record.seat,
        actor=word,
        at=at.replace(tzinfo=None).isoformat() + "Z",
        notation=record.notation,
        veiled=record.veiled,
    )
