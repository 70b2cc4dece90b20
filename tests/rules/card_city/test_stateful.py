"""Whatever is played: no card is lost, points follow from the city, hidden order changes no view."""

import json
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules.card_city.cards import CODES
from games.rules.card_city.cities.grid import cells_of, place_of
from games.rules.card_city.invariants import check_invariants
from games.rules.card_city.state import Phase
from tests.rules.card_city.build import RULESET, new_game
from tests.rules.card_city.worlds import other_deck, other_hand
from tests.thorough import WALKS

deals = {"seats": st.sampled_from(RULESET.seats), "seed": st.integers(0, 10_000)}
PHASE_1 = (Phase.DIVIDE, Phase.CHOOSE, Phase.KEEP)


def plan_of(one):
    """Return a city as a mapping of cells to letters."""
    return {
        place_of(cell): letter
        for letter, mask in zip(CODES, one.cells, strict=True)
        for cell in cells_of(mask)
    }


def neighbours(cell):
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def sizes(plan, letter):
    """Return the sizes of the districts of a type, found cell by cell."""
    left, found = {cell for cell, card in plan.items() if card == letter}, []
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {cell for one in edge for cell in neighbours(one)} & left
            left -= edge
        found.append(len(group))
    return found


def counted_plainly(one):
    """Return a city's points, counted without any of the bits."""
    plan = plan_of(one)
    return sum(n * (n + 1) // 2 for n in sizes(plan, "R")) - (25 - len(plan)) + one.coins // 5


class CardCityTable(RuleBasedStateMachine):
    """Games of every size, one after the other, moved at random."""

    @initialize(**deals)
    def deal(self, seats, seed):
        self.state = new_game(seats, seed)

    @precondition(lambda self: not self.state.acts)
    @rule(**deals)
    def deal_again(self, seats, seed):
        self.deal(seats, seed)

    @precondition(lambda self: self.state.acts)
    @rule(who=st.integers(0, 3), pick=st.integers(0, 2**16))
    def move(self, who, pick):
        acting = sorted(self.state.acts)
        seat = acting[who % len(acting)]
        legal = RULESET.legal_moves(self.state, seat)
        self.state = RULESET.apply(self.state, seat, legal[pick % len(legal)]).state

    @precondition(lambda self: self.state.acts)
    @rule(picks=st.lists(st.integers(0, 2**16), min_size=20, max_size=20))
    def move_on(self, picks):
        for pick in picks:
            if self.state.acts:
                self.move(pick % 4, pick)

    @invariant()
    def nothing_is_lost(self):
        check_invariants(self.state)

    @invariant()
    def points_follow_from_the_city(self):
        assert RULESET.scores(self.state) == tuple(map(counted_plainly, self.state.cities))

    @invariant()
    def the_iron_rule_and_the_square_hold(self):
        for plan in map(plan_of, self.state.cities):
            for cell, card in plan.items():
                assert {card, *(plan.get(near) for near in neighbours(cell))} & {"R", "I"} != {
                    "R",
                    "I",
                } or card not in "RI"
            for axis in zip(*plan, strict=True):
                assert max(axis) - min(axis) < 5

    @invariant()
    def the_codec_loses_nothing(self):
        assert RULESET.load(json.loads(json.dumps(RULESET.dump(self.state)))) == self.state

    @rule(seed=st.integers(0, 2**16), field=st.sampled_from(["pair", "down", "under", "card", "cell", "why"]))
    def hidden_order_changes_nothing_anybody_sees(self, seed, field):
        self.looks_the_same_to(
            other_deck(self.state, Random(seed)), {*range(self.state.deal.seats), None}, field
        )

    @precondition(lambda self: self.state.phase in PHASE_1)
    @rule(seed=st.integers(0, 2**16), field=st.sampled_from(["pair", "down", "under"]))
    def hidden_cards_change_nothing_the_others_see(self, seed, field):
        if other := other_hand(self.state, Random(seed)):
            others = {*range(self.state.deal.seats), None} - {self.state.piles.divider}
            self.looks_the_same_to(other, others, field)

    def looks_the_same_to(self, twin, viewers, field):
        check_invariants(twin)
        for viewer in viewers:
            assert RULESET.view_for(twin, viewer) == RULESET.view_for(self.state, viewer)
        for seat in viewers - {None}:
            for fields in ({}, {field: ["0", "1", "R", "1 0"]}):
                assert RULESET.compose(twin, seat, fields) == RULESET.compose(self.state, seat, fields)
            assert RULESET.legal_moves(twin, seat) == RULESET.legal_moves(self.state, seat)


TestCardCityTable = CardCityTable.TestCase
TestCardCityTable.settings = settings(max_examples=WALKS, stateful_step_count=20)
