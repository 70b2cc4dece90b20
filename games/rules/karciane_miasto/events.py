"""What happens to players and their cards, for the log and the animations; some of it one seat's own."""

from games.rules.records import record


@record
class DeckChosen:
    """A seat has chosen its deck; nobody else learns which (KM-105)."""

    seat: int
    only_for: int | None = None


@record
class DeckShuffled:
    """A seat's deck was shuffled and the first hand drawn (KM-9)."""

    seat: int
    only_for: int | None = None
    minor: bool = True


@record
class FirstPlayer:
    """Who begins was drawn (KM-11)."""

    seat: int
    only_for: int | None = None


@record
class TurnBegan:
    """A turn begins (KM-27)."""

    seat: int
    number: int
    round: int
    only_for: int | None = None


@record
class TimePassed:
    """A Long Event lost a time counter (KM-30)."""

    seat: int
    card: str
    left: int
    only_for: int | None = None


@record
class Readied:
    """An Official became ready."""

    seat: int
    card: str
    only_for: int | None = None
    minor: bool = True


@record
class Occupied:
    """An Official became occupied."""

    seat: int
    card: str
    only_for: int | None = None
    minor: bool = True


@record
class CardsDrawn:
    """A seat drew so many cards (KM-31)."""

    seat: int
    count: int
    only_for: int | None = None
    minor: bool = True


@record
class HandGained:
    """Which cards a seat drew or found."""

    seat: int
    cards: tuple[str, ...]
    only_for: int


@record
class CardPlayed:
    """A seat plays a card from hand (KM-36)."""

    seat: int
    card: str
    only_for: int | None = None


@record
class Responded:
    """A seat responds in a window, with a card or an Official (KM-78)."""

    seat: int
    card: str
    on: str
    only_for: int | None = None


@record
class EventCancelled:
    """The Event of a seat was cancelled (KM-38)."""

    seat: int
    card: str
    only_for: int | None = None


@record
class ActionUsed:
    """A seat uses an action of a card in play (KM-89)."""

    seat: int
    card: str
    ability: int
    only_for: int | None = None


@record
class ActionBUsed:
    """A builder uses an Action[B] (KM-66)."""

    seat: int
    card: str
    ability: int
    only_for: int | None = None


@record
class ReactionHappened:
    """A Reaction of a card in play happens, for a seat (KM-92)."""

    seat: int
    card: str
    ability: int
    only_for: int | None = None
    minor: bool = True


@record
class SupportChanged:
    """A seat gained or lost support (KM-44)."""

    seat: int
    group: str
    n: int
    now: int
    only_for: int | None = None


@record
class VpChanged:
    """A seat gained or lost VP (KM-99)."""

    seat: int
    n: int
    now: int
    only_for: int | None = None


@record
class CountersChanged:
    """A Plan got fulfilment counters (KM-40)."""

    seat: int
    card: str
    n: int
    now: int
    needed: int
    only_for: int | None = None


@record
class PlanFulfilled:
    """A Plan is fulfilled (KM-40)."""

    seat: int
    card: str
    vp: int
    only_for: int | None = None


@record
class CardLeft:
    """A card left a zone for its owner's discard pile."""

    seat: int
    card: str
    only_for: int | None = None
    minor: bool = True


@record
class Discarded:
    """A seat discarded a card (KM-43)."""

    seat: int
    card: str
    only_for: int | None = None


@record
class Recovered:
    """A seat took a card back from its discard pile."""

    seat: int
    card: str
    only_for: int | None = None


@record
class Searched:
    """A seat looked at the top of its deck."""

    seat: int
    count: int
    taken: int
    only_for: int | None = None


@record
class ModifierBegan:
    """A text is in force until the end of the build or the turn."""

    seat: int
    card: str
    until: str
    only_for: int | None = None
    minor: bool = True


@record
class Exchanged:
    """A seat exchanged support for a VP (KM-46)."""

    seat: int
    group: str
    only_for: int | None = None


@record
class PlayerLeft:
    """A player left for good (KM-85)."""

    seat: int
    only_for: int | None = None


@record
class GameEnded:
    """The game is over, with the VP in seat order (KM-100)."""

    scores: tuple[int, ...]
    only_for: int | None = None
