"""Whatever is played: no card is lost, points follow from the city, hidden order changes no view."""

import json
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.point_city.cards import BUILDINGS, CARDS, TOKENS, WILD
from games.rules.point_city.invariants import check_invariants
from games.rules.point_city.state import Options
from tests.rules.point_city.build import RULESET, SeededDraw, to_move
from tests.rules.point_city.worlds import other_world
from tests.thorough import WALKS

deals = {
    "seats": st.sampled_from(RULESET.seats),
    "seed": st.integers(0, 10_000),
    "promo": st.booleans(),
    "level": st.sampled_from(["easy", "normal", "hard"]),
}


def counted_plainly(city):
    """Return a player's points, counted card by card without any of the packed figures."""
    given = [BUILDINGS[card].permanent for card in city.buildings]
    n = [given.count(index) for index in range(5)]
    printed = sum(BUILDINGS[card].points for card in city.buildings)
    return printed + sum(TOKENS[token].points * _times(TOKENS[token], n, city) for token in city.tokens)


def _times(token, n, city):
    built = [BUILDINGS[card] for card in city.buildings]
    times = {
        "flat": 1,
        "per_full_set": min(n),
        "per_type_at_least": sum(count >= token.min_count for count in n),
        "per_missing_type": n.count(0),
        "per_unspent_ingenuity": [CARDS[card].sort for card in city.cards].count(WILD),
        "per_unspent_resource_card": len(city.cards),
        "per_civic_token": len(city.tokens),
        "per_plain_building": sum(row.permanent is not None and row.points == 0 for row in built),
    }
    return times.get(token.kind, min((n[index] for index in token.resources), default=0))


class PointCityTable(RuleBasedStateMachine):
    """Games of every size, one after the other, moved at random."""

    @initialize(**deals)
    def deal(self, seats, seed, promo, level):
        self.state = RULESET.setup(seats, Options(level, promo), SeededDraw(seed))

    @precondition(lambda self: self.state.over)
    @rule(**deals)
    def deal_again(self, seats, seed, promo, level):
        self.deal(seats, seed, promo, level)

    @precondition(lambda self: not self.state.over)
    @rule(pick=st.integers(0, 2**16))
    def move(self, pick):
        seat = to_move(self.state)
        legal = RULESET.legal_moves(self.state, seat)
        self.state = RULESET.apply(self.state, seat, legal[pick % len(legal)]).state

    @precondition(lambda self: not self.state.over)
    @rule(picks=st.lists(st.integers(0, 2**16), min_size=20, max_size=20))
    def move_on(self, picks):
        for pick in picks:
            if not self.state.over:
                self.move(pick)

    @invariant()
    def nothing_is_lost(self):
        check_invariants(self.state)

    @invariant()
    def points_follow_from_the_city(self):
        humans = self.state.cities[: self.state.deal.seats]
        assert RULESET.scores(self.state) == tuple(map(counted_plainly, humans))

    @invariant()
    def the_codec_loses_nothing(self):
        assert RULESET.load(json.loads(json.dumps(RULESET.dump(self.state)))) == self.state

    @rule(
        seed=st.integers(0, 2**16), slots=st.lists(st.sampled_from([str(n) for n in range(16)]), max_size=2)
    )
    def hidden_order_changes_nothing_anybody_sees(self, seed, slots):
        twin = other_world(self.state, Random(seed))
        check_invariants(twin)
        seats = self.state.deal.seats
        for viewer in (None, *range(seats)):
            assert RULESET.view_for(twin, viewer) == RULESET.view_for(self.state, viewer)
        for seat in range(seats):
            for fields in ({"slot": slots}, {"deck": ["1"]}, {"flip": slots}):
                assert RULESET.compose(twin, seat, fields) == RULESET.compose(self.state, seat, fields)
        for seat in range(-1, seats):
            assert RULESET.legal_moves(twin, seat) == RULESET.legal_moves(self.state, seat)


TestPointCityTable = PointCityTable.TestCase
TestPointCityTable.settings = settings(max_examples=WALKS, stateful_step_count=20)
