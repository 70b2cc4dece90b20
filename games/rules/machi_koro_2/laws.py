"""What the landmarks that stand do for everybody, whoever built them (MK-26, MK-44, MK-D1 to MK-D5)."""

from dataclasses import dataclass
from functools import cache

from games.rules.machi_koro_2.cards import CARDS, EFFECTS, ESTABLISHMENTS, KINDS

AFTER_ROLL = (
    ("roll_total", "bank_income"),
    ("doubles", "take_from_each_opponent"),
    ("two_dice_no_coins", "bank_income"),
    ("doubles", "extra_turn"),
    ("doubles", "give_establishment"),
)
"""What landmarks do to a roll, by trigger and kind, in the order of stage D (MK-D1 to MK-D5)."""


@dataclass(frozen=True, slots=True)
class Law:
    """What the landmarks of all cities do together.

    ``bonus`` is by kind of establishment what each activating copy yields more (MK-26),
    ``after_roll`` the landmarks that look at a roll (MK-22), ``idle`` those that pay for building
    nothing (MK-44).
    """

    bonus: tuple[int, ...]
    after_roll: tuple[int, ...]
    idle: tuple[int, ...]


def law(built: int) -> Law:
    """Return the law under the landmarks with these bits."""
    return _law(built & _LAWGIVERS)


@cache
def _law(built: int) -> Law:
    standing = [card for card in range(KINDS, len(CARDS)) if built >> card & 1]
    bonuses = [EFFECTS[card] for card in standing if EFFECTS[card].kind == "symbol_bonus"]
    return Law(
        bonus=tuple(
            sum(effect.coins for effect in bonuses if effect.symbol == kind.symbol) for kind in ESTABLISHMENTS
        ),
        after_roll=tuple(sorted((card for card in standing if _signal(card) in AFTER_ROLL), key=_stage)),
        idle=tuple(card for card in standing if EFFECTS[card].trigger == "built_nothing"),
    )


def _signal(card: int) -> tuple[str, str]:
    return EFFECTS[card].trigger, EFFECTS[card].kind


def _stage(card: int) -> int:
    return AFTER_ROLL.index(_signal(card))


def _gives_law(card: int) -> bool:
    trigger, kind = _signal(card)
    return kind == "symbol_bonus" or trigger == "built_nothing" or (trigger, kind) in AFTER_ROLL


_LAWGIVERS = sum(1 << card for card in range(KINDS, len(CARDS)) if _gives_law(card))
"""The bits of the landmarks that have a say in a law: ten, so that there are few laws to remember."""
