"""Points, places and the solo rating (CC-66 to CC-70, CC-75)."""

from games.rules.card_city.cards import RATINGS, Rating
from games.rules.card_city.city import city_points, coins_left
from games.rules.card_city.state import State
from games.rules.protocol import Outcome, ranked


def scores(state: State) -> tuple[int, ...]:
    """Return the points in seat order (CC-67)."""
    return tuple(map(city_points, state.cities))


def places(state: State) -> tuple[int, ...]:
    """Return each seat's place: points, then coins left after the exchange, then shared (CC-69, CC-70)."""
    return ranked([(city_points(city), coins_left(city)) for city in state.cities])


def outcomes(state: State) -> tuple[Outcome, ...]:
    """Return the seats' points and places (CC-70)."""
    return tuple(map(Outcome, scores(state), places(state)))


def rating(points: int) -> Rating:
    """Return what a solo score is called (CC-75)."""
    return next(row for row in reversed(RATINGS) if row.least is None or points >= row.least)
