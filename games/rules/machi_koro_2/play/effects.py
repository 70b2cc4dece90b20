"""What an effect is worth, by its kind; no card is named here (section 3 of ``RULES.md``)."""

from collections.abc import Callable

from games.rules.machi_koro_2.cards import EFFECTS, WITH_SYMBOL, Effect
from games.rules.machi_koro_2.play.ledger import Ledger, counter_clockwise
from games.rules.machi_koro_2.state import City


def count(city: City, symbol: str) -> int:
    """Return how many copies with a symbol a city has (MK-25)."""
    return sum(city.copies[kind] for kind in WITH_SYMBOL[symbol])


def _per_symbol(effect: Effect, city: City) -> int:
    return effect.coins * count(city, effect.symbol)


BANK: dict[str, Callable[[Effect, City], int]] = {
    "bank_income": lambda effect, city: effect.coins,
    "income_per_symbol": _per_symbol,
}
"""What the bank pays for one activated copy (MK-24, MK-25)."""


def _half(effect: Effect, city: City, coins: int) -> int:
    return coins // 2 if coins > effect.more_than else 0


DEMANDS: dict[str, Callable[[Effect, City, int], int]] = {
    "take_from_each_opponent": lambda effect, city, coins: effect.coins,
    "take_half_from_rich": _half,
    "take_per_symbol": lambda effect, city, coins: _per_symbol(effect, city),
    "take_per_landmark": lambda effect, city, coins: effect.coins * len(city.landmarks),
}
"""What an opponent with such a city and so many coins owes (MK-28, MK-29, MK-47)."""


def demand(ledger: Ledger, cities: tuple[City, ...], seat: int, card: int) -> None:
    """Let every opponent pay a player what a card demands, counter-clockwise (MK-34)."""
    effect = EFFECTS[card]
    owed_by = DEMANDS[effect.kind]
    for payer in counter_clockwise(seat, len(cities)):
        if owed := owed_by(effect, cities[payer], ledger.coins[payer]):
            ledger.pay(payer, seat, card, owed)
