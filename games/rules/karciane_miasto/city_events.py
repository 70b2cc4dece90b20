"""What happens to the city, the planning zone and in the Council, for the log and the animations."""

from games.rules.records import record


@record
class GoodsUsed:
    """A seat used goods of a District."""

    seat: int
    x: int
    y: int
    card: str
    n: int
    only_for: int | None = None


@record
class GoodsChanged:
    """Goods were put on a District, or removed."""

    x: int
    y: int
    card: str
    n: int
    only_for: int | None = None


@record
class Destroyed:
    """A District left the map (KM-24)."""

    x: int
    y: int
    card: str
    only_for: int | None = None


@record
class GoodsBlocked:
    """The goods of a District cannot pay for this build (KM-59)."""

    x: int
    y: int
    card: str
    only_for: int | None = None


@record
class Swapped:
    """A face-up District went to the bottom of its pile (KM-47)."""

    seat: int
    pile: str
    card: str
    only_for: int | None = None


@record
class Cycled:
    """A card that cannot be placed went to the bottom of its pile (KM-23)."""

    pile: str
    card: str
    only_for: int | None = None
    minor: bool = True


@record
class PileBarred:
    """No card of a pile can be placed now (KM-22)."""

    pile: str
    only_for: int | None = None
    minor: bool = True


@record
class CardRevealed:
    """A new card is face-up."""

    pile: str
    card: str
    only_for: int | None = None
    minor: bool = True


@record
class BuildBegan:
    """A Build phase begins (KM-49)."""

    seat: int
    only_for: int | None = None


@record
class CardTaken:
    """The builder chose a card (KM-50)."""

    seat: int
    pile: str
    card: str
    only_for: int | None = None


@record
class BuildDeclined:
    """The builder builds nothing (KM-50)."""

    seat: int
    only_for: int | None = None


@record
class PlaceChosen:
    """The builder chose the place (KM-51)."""

    seat: int
    card: str
    mode: str
    x: int
    y: int
    only_for: int | None = None


@record
class PaymentDeclared:
    """The builder declared the intended payment (KM-60)."""

    seat: int
    goods: tuple[tuple[int, int, int], ...]
    only_for: int | None = None
    minor: bool = True


@record
class BuildFailed:
    """A build failed; the card is back on top of its pile (KM-63)."""

    seat: int
    card: str
    only_for: int | None = None


@record
class Built:
    """A card stands on the map (KM-65)."""

    seat: int
    card: str
    mode: str
    x: int
    y: int
    covered: str
    only_for: int | None = None


@record
class VoteBegan:
    """The Council votes about a Rebuild (KM-68)."""

    seat: int
    card: str
    x: int
    y: int
    only_for: int | None = None


@record
class Declared:
    """A seat declared FOR or AGAINST (KM-69)."""

    seat: int
    side: bool
    only_for: int | None = None


@record
class VotesAdded:
    """Votes were added to a side."""

    seat: int
    side: bool
    group: str
    n: int
    only_for: int | None = None


@record
class SupportMuted:
    """A seat's support in a group does not count in this vote."""

    seat: int
    group: str
    only_for: int | None = None


@record
class TieDecided:
    """Ties count for a side (KM-71)."""

    seat: int
    side: bool
    only_for: int | None = None


@record
class VoteEnded:
    """A vote was counted (KM-71, KM-72)."""

    seat: int
    won: bool
    unanimous: bool
    sums: tuple[tuple[int, int], ...]
    only_for: int | None = None


@record
class VoteCancelled:
    """A vote ended without a result (KM-76)."""

    seat: int
    only_for: int | None = None
