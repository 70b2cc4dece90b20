"""Chains every ply of a game to its log, in the transaction of the move (fair shuffle 2, section 4)."""

from django.views.decorators.debug import sensitive_variables

from games import fair
from games.models import Game, MoveRecord
from games.selectors.stored.entries import entry_of
from games.services.storage import seeds


def begin(game: Game) -> None:
    """Begin the chain of a game that starts."""
    if game.fair_version > 1:
        game.head = fair.first_head(game.start_digest)


@sensitive_variables()
def link(game: Game, record: MoveRecord, chance: fair.Source | None = None) -> None:
    """Make a new ply the head of its game's log; the caller writes both rows."""
    if not game.head:
        return
    nonce = (chance or seeds.source(game)).nonce(record.ply) if record.veiled else None
    game.head = fair.next_head(game.head, entry_of(record), nonce)
