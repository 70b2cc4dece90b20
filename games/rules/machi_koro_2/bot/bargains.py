"""Which trades and gifts are worth a look: what a city can best do without, for what it could best use."""

from collections.abc import Sequence
from functools import lru_cache

from games.rules.machi_koro_2 import engine
from games.rules.machi_koro_2.bot.harvest import harvest
from games.rules.machi_koro_2.laws import law
from games.rules.machi_koro_2.moves import DECLINE, SWAPS, Move
from games.rules.machi_koro_2.play.turns import added
from games.rules.machi_koro_2.state import City, State, owned

OFFERED, WANTED = 2, 4
"""Of so many own kinds and so many of the others' all trades are looked at."""


def sensible(state: State, seat: int) -> Sequence[Move]:
    """Return all legal moves, of the up to 616 trades the few that promise something (MK-30)."""
    if state.turn.phase != "swap" or seat != state.turn.seat:
        return engine.legal_moves(state, seat)
    bonus, seats = law(state.built).bonus, len(state.cities)
    mine = state.cities[seat]

    def use(kind: int) -> float:
        return _use(added(mine, kind, 1).copies, bonus, seats) - _use(mine.copies, bonus, seats)

    def loss(city: City, kind: int) -> float:
        return _use(city.copies, bonus, seats) - _use(added(city, kind, -1).copies, bonus, seats)

    offered = sorted(owned(mine), key=lambda kind: loss(mine, kind))[:OFFERED]
    wanted = [
        (use(kind) + loss(city, kind) / (seats - 1), other, kind)
        for other, city in enumerate(state.cities)
        if other != seat
        for kind in owned(city)
    ]
    best = sorted(wanted, key=lambda each: -each[0])[:WANTED]
    return (DECLINE, *[SWAPS[own][other][kind] for own in offered for _, other, kind in best])


@lru_cache(maxsize=1 << 12)
def _use(copies: tuple[int, ...], bonus: tuple[int, ...], seats: int) -> float:
    """Return what a city brings in a round on average if nobody lacks coins."""
    mine = harvest(copies, bonus)
    own = max(mine.own_mean[0], mine.own_mean[1] + mine.demanded_mean[1] * (seats - 1))
    others = [mine.others_mean[number] + mine.served_mean[number] for number in (0, 1)]
    return own + (seats - 1) * sum(others) / 2
