"""Triggers and the Reactions to them (KM-35, KM-92 to KM-95, KM-116)."""

from functools import cache

from games.rules.karciane_miasto.act.conditions import holds
from games.rules.karciane_miasto.act.filters import (
    card_of,
    distance,
    lot_of,
    matching,
    piece_of,
    pieces_of,
)
from games.rules.karciane_miasto.act.play import Play, Position
from games.rules.karciane_miasto.cards import CARDS, effect_names
from games.rules.karciane_miasto.city import Lot
from games.rules.karciane_miasto.events import ReactionHappened
from games.rules.karciane_miasto.moves import cell_text
from games.rules.karciane_miasto.state import Phase, Question
from games.rules.karciane_miasto.tasks import Context, Do, Fired, React, Resolve
from games.rules.karciane_miasto.text.abilities import ReactionAbility
from games.rules.karciane_miasto.text.terms import By, Event, Mode, Trigger

DEEPEST = 20
"""More triggers inside each other are dropped (KM-93)."""


@cache
def listeners(event: Event) -> dict[str, tuple[tuple[int, ReactionAbility], ...]]:
    """Return the cards that react to an event, each with its Reactions by their place on it."""
    listening = {
        card.id: tuple(
            (at, ability)
            for at, ability in enumerate(card.abilities)
            if isinstance(ability, ReactionAbility) and ability.on.event == event
        )
        for card in CARDS.values()
    }
    return {card: reactions for card, reactions in listening.items() if reactions}


def fire(play: Play, fired: Fired) -> None:
    """Let every Reaction that listens happen before anything else (KM-93)."""
    if sum(isinstance(task, React) for task in play.agenda) >= DEEPEST:
        return
    if queue := _collect(play, fired):
        play.first_do(React(fired, queue))


def _collect(play: Play, fired: Fired) -> tuple[tuple[int, int], ...]:
    """Return the Reactions due: of the map in canonical order, then of the zones (KM-93)."""
    listening = listeners(fired.event)
    on_map = [(lot.serial, lot.card, fired.actor) for lot in play.city.lots if lot.card in listening]
    in_zones = [(piece.serial, piece.card, seat) for seat, piece in pieces_of(play, listening)]
    return tuple(
        [
            (serial, at)
            for serial, card, you in on_map + in_zones
            if serial != fired.object
            for at, ability in listening[card]
            if _listens(play, ability.on, fired, serial, you)
        ]
    )


def _listens(play: Play, trigger: Trigger, fired: Fired, serial: int, you: int) -> bool:
    """Tell whether a trigger is the one a card waits for (KM-116)."""
    if not by_fits(trigger.by, fired.actor, you):
        return False
    if fired.event == "built":
        lot = lot_of(play, fired.object)
        return lot is not None and built_fits(play, trigger, lot, fired.mode, serial)
    return fired.event != "vote_ended" or _vote_fits(play, trigger, you)


def by_fits(by: By, actor: int, you: int) -> bool:
    """Tell whether the actor is whom a text means (KM-79, KM-116)."""
    return by == "any" or (by == "you") == (actor == you)


def built_fits(position: Position, trigger: Trigger, built: Lot, mode: Mode | None, serial: int) -> bool:
    """Tell whether a card waits for this build: what, how and how near (KM-116)."""
    if trigger.modes and mode not in trigger.modes:
        return False
    if trigger.filter and built.card not in matching(trigger.filter):
        return False
    if trigger.within is None:
        return True
    own = lot_of(position, serial)
    return own is not None and distance(own.cell, built.cell) <= trigger.within.range


def _vote_fits(play: Play, trigger: Trigger, you: int) -> bool:
    """Tell whether a vote ended as a text wants it (KM-116)."""
    vote = play.vote
    assert vote is not None
    if trigger.result and (trigger.result == "won") != vote.won:
        return False
    if trigger.unanimous and not vote.unanimous:
        return False
    return trigger.voted is None or vote.declared[you] == vote.won


def react(play: Play, task: React) -> None:
    """Carry out the next Reaction that still can happen; the active player may order some (KM-35, KM-93).

    The trigger stays on the agenda until its last Reaction is done: that is how deep triggers are counted.
    """
    queue = tuple([one for one in task.queue if card_of(play, one[0])])
    if not queue:
        return
    if _asks_order(play, task, queue):
        play.agenda.append(React(task.fired, queue))
        options = tuple([f"next {_ref(play, serial)} {at}" for serial, at in queue])
        play.question = Question("next", play.turn.active, options)
        return
    (serial, at), *rest = queue
    play.agenda.append(React(task.fired, tuple(rest)))
    _happen(play, task.fired, serial, at)


def order(play: Play, ref: str, at: int) -> None:
    """Let the Reaction that the active player named happen next (KM-35)."""
    task = play.agenda.pop()
    assert isinstance(task, React)
    chosen = next(one for one in task.queue if _ref(play, one[0]) == ref and one[1] == at)
    play.agenda.append(React(task.fired, tuple([one for one in task.queue if one != chosen])))
    _happen(play, task.fired, *chosen)


def _asks_order(play: Play, task: React, queue: tuple[tuple[int, int], ...]) -> bool:
    if play.phase not in (Phase.START, Phase.END):
        return False
    several = len({serial for serial, _ in queue}) > 1
    return several and not play.players[play.turn.active].wishes.auto_order


def _happen(play: Play, fired: Fired, serial: int, at: int) -> None:
    piece = piece_of(play, serial)
    you = piece[0] if piece else fired.actor
    card = card_of(play, serial)
    assert card
    ability = CARDS[card].abilities[at]
    assert isinstance(ability, ReactionAbility)
    context = Context(you, fired.actor, card, serial, None, fired.object)
    if holds(play, context, ability.require):
        play.told.append(ReactionHappened(you, card, at))
        play.first_do(Resolve(context, effect_names(f"{card}/{at}", ability.effects)), Do("check"))


def _ref(play: Play, serial: int) -> str:
    lot = lot_of(play, serial)
    return cell_text(lot.cell) if lot else f"#{serial}"
