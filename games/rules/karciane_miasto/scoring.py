"""Victory points and places (KM-99 to KM-102)."""

from collections.abc import Mapping

from games.rules.karciane_miasto.state import NOBODY, State
from games.rules.protocol import PlayoutFacts, ranked


def scores(state: State) -> tuple[int, ...]:
    """Return the VP in seat order (KM-99)."""
    return tuple([player.vp for player in state.players])


def places(state: State) -> tuple[int, ...]:
    """Return each seat's place: VP, support in all, fulfilled Plans, later in turn order (KM-85, KM-101)."""
    return ranked([_key(state, seat) for seat in range(len(state.players))])


def _key(state: State, seat: int) -> tuple[int, ...]:
    player = state.players[seat]
    later = (seat - state.deal.first) % state.deal.seats
    return not player.gone, player.vp, sum(player.support), player.fulfilled, later


def tally(state: State) -> Mapping[str, tuple[int, ...]]:
    """Return what ties are broken by, and how many cards each seat has in play (KM-101)."""
    return {
        "support": tuple([sum(player.support) for player in state.players]),
        "fulfilled": tuple([player.fulfilled for player in state.players]),
        "zone": tuple([len(player.zone) for player in state.players]),
    }


def facts(state: State) -> PlayoutFacts:
    """Return rounds, who began and the decks of a played game (section 18)."""
    first = max(state.deal.first, NOBODY)
    return PlayoutFacts(
        state.turn.round, state.turn.number, first, tuple([player.deck_name for player in state.players])
    )
