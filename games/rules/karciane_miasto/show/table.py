"""The table as one viewer may see it (KM-6)."""

from dataclasses import replace
from functools import lru_cache

from games.rules.karciane_miasto.act.placement import free_cells
from games.rules.karciane_miasto.act.play import clockwise
from games.rules.karciane_miasto.act.why_not import in_own_main, why_not_play
from games.rules.karciane_miasto.cards import GROUPS
from games.rules.karciane_miasto.effects.council import council, sums, verdict
from games.rules.karciane_miasto.flow.windows import concerned, why_not_respond
from games.rules.karciane_miasto.flow.wishing import aside
from games.rules.karciane_miasto.scoring import places
from games.rules.karciane_miasto.show.decisions import build_view, decision_for
from games.rules.karciane_miasto.show.faces import (
    Actions,
    actions_of,
    bounds,
    index_views,
    lot_views,
    pile_views,
    refusal_view,
    seat_view,
)
from games.rules.karciane_miasto.show.view import HandCard, Result, View, VoteView, WindowView
from games.rules.karciane_miasto.show.view_parts import SeatView
from games.rules.karciane_miasto.state import NOBODY, Phase, State


@lru_cache(maxsize=64)
def view_for(state: State, seat: int | None) -> View:
    """Return what the seat, or with None an observer, may know (KM-6)."""
    view = _open_view(state, seat)
    if seat is None:
        return view
    own = state.players[seat]
    settings = tuple(map(str, aside(state, seat)))
    hand = hand_views(state, seat)
    return replace(view, hand=hand, wishes=own.wishes, deck_name=own.deck_name, settings=settings)


def _open_view(state: State, seat: int | None) -> View:
    turn, actions = state.turn, actions_of(state, seat)
    return View(
        viewer=seat,
        phase=state.phase.value,
        turn=turn.number,
        round=turn.round,
        active=None if turn.active == NOBODY else turn.active,
        first=None if state.deal.first == NOBODY else state.deal.first,
        built=turn.built,
        city=lot_views(state, actions),
        bounds=bounds(state),
        free=free_cells(state),
        piles=pile_views(state),
        players=_seat_views(state, seat, actions),
        indices=index_views(state),
        decision=decision_for(state, seat),
        build=build_view(state),
        window=_window(state),
        vote=_vote(state),
        playing=state.playing.card if state.playing else None,
        lasting=tuple([(one.name, one.you, one.until) for one in turn.lasting]),
        results=_results(state) if state.phase == Phase.OVER else (),
    )


def _seat_views(state: State, seat: int | None, actions: Actions) -> tuple[SeatView, ...]:
    return tuple([seat_view(state, one, actions if one == seat else {}) for one in range(len(state.players))])


def hand_views(state: State, seat: int) -> tuple[HandCard, ...]:
    """Return the viewer's hand with what can be played now, and why the rest cannot (section 16)."""
    player = state.players[seat]
    return tuple(
        [
            HandCard(
                place=place,
                card=card,
                copy=player.hand[:place].count(card),
                notation=_playing_move(state, seat, card),
                why=refusal_view(_why(state, seat, card)),
                muted=card in player.wishes.muted,
            )
            for place, card in enumerate(player.hand)
        ]
    )


def _playing_move(state: State, seat: int, card: str) -> str | None:
    question = state.question
    if question and question.seat == seat and f"respond {card}" in question.options:
        return f"respond {card}"
    can_play = in_own_main(state, seat) and why_not_play(state, seat, card) is None
    return f"play {card}" if can_play else None


def _why(state: State, seat: int, card: str) -> str | None:
    if _playing_move(state, seat, card):
        return None
    question = state.question
    if question and question.seat == seat and question.kind == "respond":
        return why_not_respond(state, seat, card)
    return why_not_play(state, seat, card) or "not_your_main" if state.turn.number else "not_your_main"


def _window(state: State) -> WindowView | None:
    window, question = state.window, state.question
    if window is None:
        return None
    asked = question.seat if question and question.kind == "respond" else None
    return WindowView(on=window.on, actor=state.turn.active, card=concerned(state), asked=asked)


def _vote(state: State) -> VoteView | None:
    vote, build = state.vote, state.build
    if vote is None or build is None or build.cell is None:
        return None
    now, order = council(state), tuple(clockwise(state, state.turn.active))
    won, unanimous = verdict(now)
    silent = [state.players[seat].support for seat in order if vote.declared[seat] is None]
    return VoteView(
        applicant=state.turn.active,
        card=build.card,
        x=build.cell[0],
        y=build.cell[1],
        order=order,
        declared=vote.declared,
        sums=sums(state),
        undeclared=tuple(map(sum, zip(*silent, strict=True))),
        council=now,
        won=won,
        unanimous=unanimous,
        added=tuple([(side, GROUPS[group], n) for side, group, n in vote.added]),
        muted=tuple([(seat, GROUPS[group]) for seat, group in vote.muted]),
        tie=vote.tie,
    )


def _results(state: State) -> tuple[Result, ...]:
    return tuple(
        [
            Result(
                seat=seat, vp=player.vp, support=sum(player.support), fulfilled=player.fulfilled, place=place
            )
            for seat, (player, place) in enumerate(zip(state.players, places(state), strict=True))
        ]
    )
