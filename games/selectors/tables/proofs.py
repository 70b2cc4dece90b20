"""What of a game's proof people see on its pages while it runs and after."""

from typing import Any

from games.models import Game


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
    """Return who sat at the deal and what each added to the shuffle; from the start on, when it is public."""
    if not game.start_digest:
        return ()
    return tuple((seat.name, bytes(seat.client_seed).decode(errors="replace")) for seat in game.seats.all())
