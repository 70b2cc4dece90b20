"""Thirty positions of Card City with what any sensible player does there, or does not do.

A city is a picture, its City Hall at 0, 0; the deck is as long as the round says. ``wants`` are the
beginnings of good moves, ``shuns`` those of silly ones.
"""

from dataclasses import dataclass
from itertools import cycle, islice

from games.rules.card_city.cards import CARDS_EACH, ROUNDS
from games.rules.card_city.cities.city import FOUNDED
from games.rules.card_city.state import Phase, Piles
from tests.rules.card_city.build import cards, city, developing, table

MIXED = "RIPCRLPRICRPLIRCPRIL"
"""A share of the deck for one player."""
LAST = ROUNDS


@dataclass(frozen=True)
class Sensible:
    name: str
    state: object
    wants: tuple[str, ...] = ()
    shuns: tuple[str, ...] = ()


def deck(number, seats=2, more=0):
    return "".join(islice(cycle(MIXED), seats * CARDS_EACH * (ROUNDS - number) + more))


def building(held, *rows, coins=0, number=LAST):
    """Return a position in which the first of two seats builds."""
    return table(city(*rows, coins=coins), FOUNDED, hands=held, round=number, deck=deck(number))


def growing(*rows, number=LAST, coins=0):
    return developing(city(*rows, coins=coins), FOUNDED, round=number, deck=deck(number))


def buying(*rows, coins, number=LAST):
    cities = city(*rows, coins=coins), FOUNDED
    return table(*cities, phase=Phase.BUY, acts={0}, round=number, deck=deck(number))


def choosing(pair, up, *rows, coins=0, number=LAST, down="P"):
    """Return the choice of a round of two: the second seat chooses."""
    piles = Piles(0, 1, pair=cards(pair), up=cards(up), down=cards(down))
    cities = FOUNDED, city(*rows, coins=coins)
    return table(*cities, phase=Phase.CHOOSE, acts={1}, piles=piles, round=number, deck=deck(number))


def keeping(drawn, *rows, coins, number):
    """Return the choice of a player alone."""
    piles = Piles(0, hand=cards(drawn))
    below = deck(number, 1, more=-1)
    return table(city(*rows, coins=coins), phase=Phase.KEEP, acts={0}, piles=piles, round=number, deck=below)


def dividing(held, number):
    cities = city("P H P", coins=0), city("P H P", coins=0)
    piles = Piles(0, hand=cards(held))
    return table(*cities, phase=Phase.DIVIDE, acts={0}, piles=piles, round=number, deck=deck(number))


SITE = ("P L", "H .")
"""A home at 1 0 would touch two cultural cards, and so grow."""
READY = ("L R . R", ". H P P", ". I . .")
"""The home at 0 -1 grows, at 1 -1 together with the one at 2 -1."""
PAIR = ("R R", "H L", "I .")
"""A district of two that touches two cultural cards, and so grows by one more."""
BESIDE_PAIR = ("build L -1 -1", "build L 0 -2", "build L 1 -2", "build L 2 -1")
FULL = (". P .", "P H P", ". P .")
"""The limit is reached."""

BUILDING = (
    Sensible("a last home where it grows", building("R", *SITE), wants=("build R 1 0",)),
    Sensible(
        "a last home where it grows, though others have room too",
        building("R", ". P L", "I H ."),
        wants=("build R 1 0",),
    ),
    Sensible(
        "a home beside three cultural cards, not two",
        building("R", "P L . L", "H . L P", "I . . ."),
        wants=("build R 1 0", "build R 2 -1"),
    ),
    Sensible("no parking on the best site of a home", building("P", *SITE, number=4), shuns=("build P 1 0",)),
    Sensible("no trade on the best site of a home", building("C", *SITE, number=4), shuns=("build C 1 0",)),
    Sensible(
        "no industry on or beside the best site of a home",
        building("I", *SITE, number=4),
        shuns=("build I 1 0", "build I 2 0", "build I 1 1"),
    ),
    Sensible(
        "no parking where the only home can grow",
        building("P", "L R P", ". H ."),
        shuns=("build P 0 -2",),
    ),
    Sensible(
        "no industry beside where the only home can grow",
        building("I", "L R P", ". H ."),
        shuns=("build I -1 -2", "build I 1 -2", "build I 0 -3"),
    ),
    Sensible(
        "a park beside the home that it makes grow",
        building("L", "P R", ". H", coins=5),
        wants=("build L 0 -2", "build L 1 -1"),
    ),
    Sensible("a last park where homes grow", building("L", *PAIR, coins=5), wants=BESIDE_PAIR),
    Sensible("a park where homes grow", building("L", *PAIR, coins=5, number=8), wants=BESIDE_PAIR),
    Sensible(
        "trade between two homes",
        building("C", "R . R", "P H P", ". I .", number=3),
        wants=("build C 0 -1",),
    ),
    Sensible(
        "trade between three homes, not two",
        building("C", ". R .", "R H R", ". . I", number=3),
        wants=("build C -1 -1", "build C 1 -1"),
    ),
    Sensible("with one place left, a home before parking", building("RP", "P L", "H P"), wants=("build R",)),
    Sensible(
        "parking not where the home in hand grows",
        building("RP", *SITE),
        shuns=("build P 1 0",),
    ),
)
DEVELOPING = (
    Sensible("joins two districts", growing(*READY), wants=("develop R 1 -1",)),
    Sensible(
        "joins two districts the other way",
        growing("L . .", "R H I", ". P .", "R P ."),
        wants=("develop R -1 1",),
    ),
    Sensible(
        "joins three districts, not two",
        growing("P R P", "R . R", "L R .", ". H .", ". I ."),
        wants=("develop R 0 -2",),
    ),
    Sensible(
        "with one place left, a home rather than a shop at the end",
        growing(". L R C R", ". . H P .", ". P I P P"),
        wants=("develop R",),
    ),
)
BUYING = (
    Sensible(
        "buys nothing at the end that costs more than it brings", buying("H I", coins=10), wants=("pass",)
    ),
    Sensible("buys no third industry at the end", buying("I H I", coins=15), wants=("pass",)),
    Sensible("buys room when there is none", buying(*FULL, coins=5, number=4), wants=("buy",)),
    Sensible("buys room for the last cards", buying(*FULL, coins=9, number=8), wants=("buy",)),
)
CHOOSING = (
    Sensible("takes no parks that cannot be paid", choosing("LL", "R", "P H"), wants=("choose rest",)),
    Sensible("leaves a park that cannot be paid", choosing("RP", "L", "P H"), wants=("choose pair",)),
    Sensible(
        "takes industry when there is no room", choosing("IR", "R", *FULL, number=5), wants=("choose pair",)
    ),
    Sensible(
        "leaves homes without room for industry", choosing("RR", "I", *FULL, number=5), wants=("choose rest",)
    ),
)
KEEPING = (
    Sensible(
        "keeps no park that cannot be paid",
        keeping("RCL", "R . R", "P H P", ". I .", coins=0, number=4),
        wants=("keep RC",),
    ),
    Sensible(
        "keeps industry when there is no room",
        keeping("RIP", *FULL, coins=0, number=4),
        wants=("keep RI", "keep IP"),
    ),
)
DIVIDING = (
    Sensible(
        "lays no two homes against two parks nobody can pay",
        dividing("RRLL", number=LAST),
        wants=("divide RL",),
    ),
)
ALL = (*BUILDING, *DEVELOPING, *BUYING, *CHOOSING, *KEEPING, *DIVIDING)
