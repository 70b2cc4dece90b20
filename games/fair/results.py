"""How a game ended: by which way, and with which points and places."""

from dataclasses import dataclass
from typing import Any

from games.fair.fields import Data, Malformed, each, mapping, text, whole

ENDINGS = "played|left|expired|agreed|staff"
PLAYED = "played"
STAFF = "staff"
MOST_POINTS = 2**31 - 1

Score = tuple[int | None, int | None]
"""A seat's points and place; both are None where there is no result."""
NO_SCORE: Score = (None, None)


@dataclass(frozen=True, slots=True)
class Result:
    """The ending, and each seat's points and place in seat order."""

    ending: str
    scores: tuple[Score, ...]
    left: frozenset[int] = frozenset()
    """The seats that were given up, which end behind all who stayed."""

    def to_json(self) -> dict[str, Any]:
        """Return the result as the export states it."""
        seats = [
            {"points": points, "place": place, **({"left": True} if seat in self.left else {})}
            for seat, (points, place) in enumerate(self.scores)
        ]
        return {"ending": self.ending, "seats": seats}


def load_result(value: object, status: str, seats: int) -> Result:
    """Return a result from its plain data; ``Malformed`` if it is none of a game of this status."""
    data = mapping(value)
    result = Result(text(data, "ending", ENDINGS), each(data, "seats", _load_score), load_left(data))
    is_finished = status == "finished"
    if len(result.scores) != seats or any((score == NO_SCORE) == is_finished for score in result.scores):
        raise Malformed("the result does not fit the status")
    if is_finished and result.ending not in {PLAYED, STAFF}:
        raise Malformed("the ending does not fit the status")
    return result


def load_left(data: Data) -> frozenset[int]:
    """Return the numbers of the seats that are said to have left."""
    left = each(data, "seats", lambda seat: mapping(seat).get("left") is True)
    return frozenset(seat for seat, has_left in enumerate(left) if has_left)


def _load_score(value: object) -> Score:
    data = mapping(value)
    if {"points", "place"} - data.keys():
        raise Malformed("points or place are missing")
    if data["points"] is None and data["place"] is None:
        return NO_SCORE
    return whole(data, "points", -MOST_POINTS, MOST_POINTS), whole(data, "place", 1, 255)
