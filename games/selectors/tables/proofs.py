"""What of a game's proof people see on its pages while it runs and after."""

from typing import Any

from games.models import Game, Seat
from games.selectors.viewers import holder_of


def shown_proof(game: Game) -> dict[str, Any]:
    """Return the public codes of a game; the head of its log also in short, for eyes to compare."""
    return {
        "deal_id": str(game.deal_id or ""),
        "kind": game.deal_kind,
        "commitment": game.commitment,
        "start_digest": game.start_digest,
        "head": game.head,
        "head_short": f"{game.head[:4]} {game.head[4:8]} …",
        "ply": game.ply,
    }


def contributions(game: Game) -> tuple[tuple[str, str], ...]:
    """Return who sat at the deal and what each added to the shuffle; from the start on, when it is public.

    A seat has no name here once somebody else took it: what was added stays theirs who sat there before.
    """
    if not game.start_digest:
        return ()
    return tuple(
        ("" if _was_taken_over(seat) else seat.name, bytes(seat.client_seed).decode(errors="replace"))
        for seat in game.seats.all()
    )


def _was_taken_over(seat: Seat) -> bool:
    """Tell whether somebody else sat here at the deal: a person, or the bot whose seat this was."""
    return bool(seat.former) or (seat.kind == Seat.Kind.BOT and holder_of(seat).is_known)
