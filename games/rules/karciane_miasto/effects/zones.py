"""Effects on cards in zones: Officials, Plans and Long Events (KM-115)."""

from collections.abc import Callable

from games.rules.karciane_miasto.act.asking import Answers
from games.rules.karciane_miasto.act.conditions import value
from games.rules.karciane_miasto.act.filters import piece_of
from games.rules.karciane_miasto.act.people import add_counters, leave_zone, set_occupied
from games.rules.karciane_miasto.act.play import Play
from games.rules.karciane_miasto.act.targets import targets
from games.rules.karciane_miasto.state import Piece
from games.rules.karciane_miasto.tasks import Resolve
from games.rules.karciane_miasto.text.effects import (
    CountersEffect,
    LeaveEffect,
    OccupyEffect,
    ReadyEffect,
)


def _found(
    play: Play, answers: Answers, effect: ReadyEffect | OccupyEffect | LeaveEffect
) -> list[tuple[int, Piece]]:
    serials = targets(play, answers, effect, effect.target)
    return [piece for serial in serials if (piece := piece_of(play, serial))]


def _ready(play: Play, answers: Answers, effect: ReadyEffect, _: Resolve) -> None:
    for seat, piece in _found(play, answers, effect):
        set_occupied(play, seat, piece, occupied=False)


def _occupy(play: Play, answers: Answers, effect: OccupyEffect, _: Resolve) -> None:
    for seat, piece in _found(play, answers, effect):
        set_occupied(play, seat, piece, occupied=True)


def _leave(play: Play, answers: Answers, effect: LeaveEffect, _: Resolve) -> None:
    for seat, piece in _found(play, answers, effect):
        leave_zone(play, seat, piece)


def _counters(play: Play, answers: Answers, effect: CountersEffect, _: Resolve) -> None:
    aimed_at = targets(play, answers, effect, effect.target)
    n = value(play, answers.context, effect.n)
    for serial in aimed_at:
        add_counters(play, serial, n)


ZONE_EFFECTS: dict[str, Callable[..., None]] = {
    "ready": _ready,
    "occupy": _occupy,
    "leave": _leave,
    "counters": _counters,
}
