"""Whatever is played: no card is lost, no coin comes from nowhere, hidden order changes no view."""

import json
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.bots.playouts import LooseDraw, deal
from games.rules.machi_koro_2.invariants import check_invariants
from games.rules.protocol import CHANCE
from tests.rules.machi_koro_2.build import RULESET, to_move
from tests.rules.machi_koro_2.worlds import other_world
from tests.thorough import WALKS

deals = {"seats": st.sampled_from(RULESET.seats), "seed": st.integers(0, 10_000)}


def changes(step, coins):
    """Return everybody's coins as the events alone tell them."""
    coins = [*coins]
    for event in step.events:
        match type(event).__name__:
            case "Earned":
                coins[event.seat] += event.coins
            case "Helped":
                assert coins[event.seat] == 0
                coins[event.seat] = 1
            case "Built":
                coins[event.seat] -= event.price
            case "Paid":
                assert 0 <= event.coins == min(event.owed, coins[event.payer])
                coins[event.payer] -= event.coins
                coins[event.seat] += event.coins
            case "Levelled":
                assert event.coins * len(coins) == sum(coins) + event.added
                assert 0 <= event.added < len(coins)
                coins = [event.coins] * len(coins)
    return tuple(coins)


class MachiKoroTable(RuleBasedStateMachine):
    """Games of every size, one after the other, moved at random."""

    @initialize(**deals)
    def deal(self, seats, seed):
        self.state, self.draw = deal(RULESET, seats, seed), LooseDraw(seed)

    def is_over(self):
        return not RULESET.to_act(self.state)

    @precondition(lambda self: self.is_over())
    @rule(**deals)
    def deal_again(self, seats, seed):
        self.deal(seats, seed)

    @precondition(lambda self: not self.is_over())
    @rule(pick=st.integers(0, 2**16))
    def move(self, pick):
        seat = to_move(self.state)
        legal = RULESET.legal_moves(self.state, seat)
        move = RULESET.sample(self.state, self.draw) if seat == CHANCE else legal[pick % len(legal)]
        step = RULESET.apply(self.state, seat, move)
        assert changes(step, self.state.coins) == step.state.coins, "a coin from nowhere"
        turned_up = any(type(event).__name__ == "TurnedUp" for event in step.events)
        assert not turned_up or step.reveals
        self.state = step.state

    @precondition(lambda self: not self.is_over())
    @rule(picks=st.lists(st.integers(0, 2**16), min_size=25, max_size=25))
    def move_on(self, picks):
        for pick in picks:
            if not self.is_over():
                self.move(pick)

    @invariant()
    def nothing_is_lost(self):
        check_invariants(self.state)

    @invariant()
    def the_codec_loses_nothing(self):
        assert RULESET.load(json.loads(json.dumps(RULESET.dump(self.state)))) == self.state

    @rule(seed=st.integers(0, 2**16), card=st.sampled_from(["park", "mine", "cafe", "nothing"]))
    def hidden_order_changes_nothing_anybody_sees(self, seed, card):
        twin = other_world(self.state, Random(seed))
        check_invariants(twin)
        seats = self.state.deal.seats
        for viewer in (None, *range(seats)):
            assert RULESET.view_for(twin, viewer) == RULESET.view_for(self.state, viewer)
        for seat in range(seats):
            for fields in ({"card": [card]}, {"own": [f"{seat}-{card}"]}):
                assert RULESET.compose(twin, seat, fields) == RULESET.compose(self.state, seat, fields)
        for seat in range(-1, seats):
            assert RULESET.legal_moves(twin, seat) == RULESET.legal_moves(self.state, seat)


TestMachiKoroTable = MachiKoroTable.TestCase
TestMachiKoroTable.settings = settings(max_examples=WALKS, stateful_step_count=20)
