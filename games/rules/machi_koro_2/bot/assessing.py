"""What a position is worth to every seat: how soon it wins, what it earns, what the next roll brings."""

from dataclasses import dataclass
from functools import cache
from math import log

from games.rules.machi_koro_2.bot.harvest import TOTALS, WAYS, Harvest, harvest, owed
from games.rules.machi_koro_2.bot.routes import Route, route
from games.rules.machi_koro_2.cards import EFFECTS
from games.rules.machi_koro_2.laws import Law, law
from games.rules.machi_koro_2.play.effects import BANK, DEMANDS
from games.rules.machi_koro_2.state import State

PARTS = (
    "first landmark",
    "second landmark",
    "pace",
    "own rolls",
    "other rolls",
    "establishments",
    "trades",
    "halving",
    "turn",
    "landmark in reach",
    "win in reach",
)
"""Two landmarks that stand; how soon the coins for all suffice, as a logarithm; coins a round on average
from own and from others' rolls; establishments; chances to trade and to halve; whether it rolls next;
how likely the next roll pays for the next landmark, and for winning."""
PURSE = 4
"""So many coins a player is taken to hold at least when it owes: purses that are empty now fill again."""
HEAD_START = 3
"""So many coins a round every city will earn more, on average, than it does now."""
DOUBLES = 1 / 6
IDLE_TURNS = 0.8
"""In how many turns a player is content to build nothing where a landmark pays for it."""


@dataclass(frozen=True, slots=True)
class Windfall:
    """What landmarks add to a roll of two dice: coins, coins of each opponent, coins for nothing, turns."""

    coins: float
    taken: float
    consoled: float
    turns: float
    idle: float


@dataclass(frozen=True, slots=True)
class Table:
    """A position as this module looks at it: what each city brings, and with how many dice it rolls."""

    state: State
    harvests: tuple[Harvest, ...]
    windfall: Windfall
    own: tuple[float, ...]
    dice: tuple[int, ...]


def assess(state: State) -> tuple[tuple[float, ...], ...]:
    """Return how much each seat has of each of the parts."""
    here = law(state.built)
    harvests = tuple([harvest(city.copies, here.bonus) for city in state.cities])
    windfall = _windfall(here)
    rolls = [_rolls(state, harvests, windfall, seat) for seat in range(len(harvests))]
    dice = tuple([int(two > one) for one, two in rolls])
    table = Table(state, harvests, windfall, tuple(map(max, rolls)), dice)
    return tuple([_parts(table, seat) for seat in range(len(harvests))])


def _parts(table: Table, seat: int) -> tuple[float, ...]:
    state, mine, number = table.state, table.harvests[seat], table.dice[seat]
    city, coins = state.cities[seat], state.coins[seat]
    others, way = _others(table, seat), route(state, seat)
    income = max(0.0, table.own[seat] + others + table.windfall.idle)
    landmark, win = _reach(table, seat, way)
    return (
        float(len(city.landmarks) > 0),
        float(len(city.landmarks) > 1),
        -log(1 + max(0, way.cost - coins) / (income + HEAD_START)),
        table.own[seat],
        others,
        float(sum(city.copies)),
        mine.trades[number],
        mine.halves[number],
        float(seat == state.turn.seat),
        landmark,
        win,
    )


def _rolls(state: State, harvests: tuple[Harvest, ...], windfall: Windfall, seat: int) -> tuple[float, float]:
    """Return what a roll of one die and of two brings a seat on average, after its restaurant bills."""
    mine, purse = harvests[seat], max(PURSE, state.coins[seat])
    one, two = mine.own_mean
    for other, each in enumerate(harvests):
        if other != seat:
            bill_one, bill_two = owed(each.served, purse)
            one -= bill_one
            two += mine.demanded_mean[1] + windfall.taken - bill_two
    return one, (two + windfall.coins + windfall.consoled * mine.empty) * windfall.turns


def _others(table: Table, seat: int) -> float:
    """Return what the others' rolls bring a seat in a round on average."""
    mine, coins, total = table.harvests[seat], table.state.coins, 0.0
    for other, each in enumerate(table.harvests):
        if other != seat:
            number = table.dice[other]
            total += mine.others_mean[number] + owed(mine.served, max(PURSE, coins[other]))[number]
            total -= each.demanded_mean[number] + (table.windfall.taken if number else 0.0)
    return total


def _reach(table: Table, seat: int, way: Route) -> tuple[float, float]:
    """Return how likely the seat's next roll pays for the next landmark, and for winning."""
    state, mine = table.state, table.harvests[seat]
    seats, coins = len(table.harvests), state.coins[seat]
    most = coins + mine.most + mine.most_demanded * (seats - 1)
    if most < way.next and most < way.win:
        return 0.0, 0.0
    after = _purses_after(table, seat)
    win = _likely(after, way.win)
    return (0.0 if way.is_last else _likely(after, way.next)), win


def _purses_after(table: Table, seat: int) -> list[int]:
    """Return by total of the dice how many coins a seat has once its next roll is paid."""
    mine, coins = table.harvests[seat], table.state.coins
    after = [coins[seat]] * len(mine.own)
    for other, each in enumerate(table.harvests):
        if other != seat and each.most_served:
            after = [had - due if had > due else 0 for had, due in zip(after, each.served, strict=True)]
    after = [had + paid for had, paid in zip(after, mine.own, strict=True)]
    if mine.most_demanded:
        rivals = [had for other, had in enumerate(coins) if other != seat]
        for total, due in enumerate(mine.demanded):
            after[total] += sum([min(due, had) for had in rivals]) if due else 0
    return after


def _likely(after: list[int], price: int) -> float:
    """Return how likely the coins suffice, with as many dice as are better for that."""
    if price > max(after):
        return 0.0
    return max([sum([ways[total] for total in TOTALS if after[total] >= price]) for ways in WAYS])


def _windfall(here: Law) -> Windfall:
    return _windfall_of(here.after_roll, here.idle)


@cache
def _windfall_of(after_roll: tuple[int, ...], idle: tuple[int, ...]) -> Windfall:
    """Sum up what the landmarks that look at a roll are worth to whoever throws two dice."""
    coins = taken = consoled = 0.0
    turns = 1.0
    for card in after_roll:
        effect = EFFECTS[card]
        if effect.trigger == "roll_total":
            coins += effect.coins * WAYS[1][effect.total]
        elif effect.kind in DEMANDS:
            taken += effect.coins * DOUBLES
        elif effect.kind in BANK:
            consoled += effect.coins
        elif effect.kind == "extra_turn":
            turns += DOUBLES
    return Windfall(coins, taken, consoled, turns, IDLE_TURNS * sum(EFFECTS[card].coins for card in idle))
