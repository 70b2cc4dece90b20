"""A decision being composed, as the page shows it: what is chosen, what is open, what it would do."""

from games.rules.errors import Refusal
from games.rules.karciane_miasto.show.view import PlaceView
from games.rules.karciane_miasto.text.terms import data
from games.rules.protocol import IllegalMove
from games.rules.records import hash_once


@data
class StockChoice:
    """A District while goods are chosen: what it has and how much of it is used."""

    x: int
    y: int
    card: str
    good: str
    goods: int
    used: int

    @property
    def value(self) -> str:
        """What a page posts to keep the goods chosen."""
        return f"{self.x},{self.y}*{self.used}"

    @property
    def cell(self) -> str:
        """What a page posts to use one good more, or less."""
        return f"{self.x},{self.y}"


@data
class Spot:
    """Something on the table that can be pressed now: a cell ``0,-1``, a card ``#12`` or ``K01``, a pile.

    Pressing it posts ``value`` as ``field``. ``mode`` is create, expand, rebuild, pay, target, use or choose,
    ``count`` the goods used from there.
    """

    ref: str
    mode: str
    field: str
    value: str
    selected: bool = False
    count: int = 0


@hash_once
@data
class KarcianeMiastoDraft:
    """The draft of one seat's decision.

    ``asks`` is the kind of the decision, or nothing. For a payment post ``goods`` as ``x,y*n`` for every
    District, ``add`` or ``drop`` a cell for one good more or less, ``suggest`` to fill it in anew;
    without any the suggestion is filled in. For a place post ``place`` as ``create 1,1``. ``deck`` is a deck
    as text; ``faults`` are all that forbid it. ``move`` is any other notation, looked at before it is sent.
    ``spots`` are what can be pressed on the table.
    """

    asks: str = "nothing"
    stock: tuple[StockChoice, ...] = ()
    cost: tuple[int, int, int] = (0, 0, 0)
    change: int = 0
    due: int = 0
    paid: int = 0
    full: bool = True
    place: PlaceView | None = None
    faults: tuple[Refusal, ...] = ()
    spots: tuple[Spot, ...] = ()
    notation: str | None = None
    error: IllegalMove | None = None
