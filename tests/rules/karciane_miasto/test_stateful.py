"""Whatever is played: no card is lost, numbers stay in range, hidden cards change no view of the others."""

import json
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.bots.playouts import LooseDraw
from games.rules.karciane_miasto.invariants import check_invariants
from games.rules.karciane_miasto.state import Phase
from games.rules.protocol import CHANCE
from tests.rules.karciane_miasto.build import RULESET, begun
from tests.rules.karciane_miasto.worlds import other_world
from tests.thorough import WALKS

deals = {
    "seats": st.sampled_from(RULESET.seats),
    "seed": st.integers(0, 10_000),
    "decks": st.lists(
        st.sampled_from(["neighbours", "merchants", "industrialists", "reformers"]), min_size=5, max_size=5
    ),
}
FIELDS = ["move", "place", "goods", "add", "drop", "suggest", "deck"]


class KarcianeMiastoTable(RuleBasedStateMachine):
    """Games of every size, one after the other, moved at random."""

    @initialize(**deals)
    def deal(self, seats, seed, decks):
        self.state, self.draw = begun(seats, seed, decks), LooseDraw(seed)

    @precondition(lambda self: not RULESET.to_act(self.state))
    @rule(**deals)
    def deal_again(self, seats, seed, decks):
        self.deal(seats, seed, decks)

    @precondition(lambda self: RULESET.to_act(self.state))
    @rule(pick=st.integers(0, 2**16))
    def move(self, pick):
        (seat,) = RULESET.to_act(self.state)
        assert seat != CHANCE
        legal = RULESET.legal_moves(self.state, seat)
        self.make(seat, legal[pick % len(legal)])

    @precondition(lambda self: RULESET.to_act(self.state))
    @rule(picks=st.lists(st.integers(0, 2**16), min_size=20, max_size=20))
    def move_on(self, picks):
        for pick in picks:
            if RULESET.to_act(self.state):
                self.move(pick)

    @rule(who=st.integers(0, 4), pick=st.integers(0, 2**16))
    def change_a_setting(self, who, pick):
        seat = who % len(self.state.players)
        if found := RULESET.aside(self.state, seat):
            waiting = RULESET.to_act(self.state)
            self.make(seat, found[pick % len(found)])
            assert RULESET.to_act(self.state) == waiting

    @precondition(lambda self: RULESET.to_act(self.state) and len(self.state.players) > 2)
    @rule(who=st.integers(0, 4), dice=st.integers(0, 5))
    def leave(self, who, dice):
        seat = who % len(self.state.players)
        if not dice and (move := RULESET.leave(self.state, seat)):
            self.make(seat, move)
            assert seat not in RULESET.to_act(self.state)

    def make(self, seat, move):
        self.state = RULESET.apply(self.state, seat, move).state

    @invariant()
    def nothing_is_lost(self):
        check_invariants(self.state)

    @invariant()
    def the_codec_loses_nothing(self):
        assert RULESET.load(json.loads(json.dumps(RULESET.dump(self.state)))) == self.state

    @invariant()
    def the_game_is_over_as_soon_as_somebody_has_won(self):
        won = any(player.vp >= 20 for player in self.state.players)
        asked = self.state.question
        assert (
            self.state.phase == Phase.OVER or not won or asked.kind in ("group", "option", "target", "spend")
        )

    @rule(seed=st.integers(0, 2**16), who=st.integers(0, 5), field=st.sampled_from(FIELDS))
    def hidden_cards_change_nothing_a_viewer_sees(self, seed, who, field):
        viewer = who - 1 if who - 1 in range(len(self.state.players)) else None
        twin = other_world(self.state, Random(seed), viewer)
        check_invariants(twin)
        assert RULESET.view_for(twin, viewer) == RULESET.view_for(self.state, viewer)
        if viewer is not None:
            assert RULESET.legal_moves(twin, viewer) == RULESET.legal_moves(self.state, viewer)
            for fields in ({}, {field: ["0,0*1", "create 0,0", "end"]}):
                assert RULESET.compose(twin, viewer, fields) == RULESET.compose(self.state, viewer, fields)


TestKarcianeMiastoTable = KarcianeMiastoTable.TestCase
TestKarcianeMiastoTable.settings = settings(max_examples=WALKS, stateful_step_count=20)
