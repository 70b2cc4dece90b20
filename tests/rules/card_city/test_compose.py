"""Composing a decision part by part: what is open, what it would do, what to be warned of."""

from games.rules.card_city.cities.city import FOUNDED
from tests.rules.card_city.build import (
    RULESET,
    city,
    developing,
    dividing,
    moves,
    new_game,
    play,
    supply,
    table,
)

POOR = city("H", coins=0)


def draft(state, seat=0, **fields):
    found = {name: (values,) if isinstance(values, str) else values for name, values in fields.items()}
    return RULESET.compose(state, seat, found)


def _piles(found):
    return " ".join(f"{tile.card}:{tile.pile}" for tile in found.tiles)


def test_out_of_turn_there_is_nothing_to_compose():
    state = dividing("RCIP")
    assert draft(state, 1).asks == "nothing"
    assert draft(state, 1) == draft(state, 1, pair=("0", "1"), down="2")


def test_dividing_part_by_part():
    state = dividing("RRCILP", seats=3)
    found = draft(state)
    assert (found.asks, found.pair_left, found.down_left) == ("pair", 2, 2)
    assert _piles(found) == "R:up R:up C:up L:up I:up P:up"
    found = draft(state, pair=("0", "3"))
    assert (found.asks, found.pair_left, found.notation) == ("down", 0, None)
    found = draft(state, pair=("0", "3"), down=("1", "4"))
    assert _piles(found) == "R:pair R:down C:up L:pair I:down P:up"
    assert (found.asks, found.notation) == ("confirm", "divide RL hide RI")
    assert found.notation in moves(state)


def test_dividing_again_and_again():
    state = dividing("RRCILP", seats=3)
    assert _piles(draft(state, pair=("0", "3", "0"))) == "R:up R:up C:up L:pair I:up P:up"
    assert _piles(draft(state, pair=("0", "3", "5"))) == "R:up R:up C:up L:pair I:up P:pair"
    assert _piles(draft(state, pair=("0", "1"), down=("1", "2"))) == "R:pair R:pair C:down L:up I:up P:up"
    assert draft(state, pair=("7", "x", "-1"), down=("99",)) == draft(state)


def test_choosing_warns_of_leisure_that_cannot_be_paid():
    state = play(dividing("RLIP"), "0 divide RL hide P")
    assert (draft(state, 1).asks, draft(state, 1).warnings) == ("pile", ("unpaid",))
    assert draft(play(dividing("RLIP"), "0 divide RI hide L"), 1).warnings == ()


def test_keeping():
    state = new_game(1)
    assert draft(state).asks == "under"
    found = draft(state, under=("0", "2"))
    assert [tile.pile for tile in found.tiles] == ["keep", "keep", "under"]
    assert found.notation in moves(state)
    assert draft(state, under="3") == draft(state)


def test_building_a_card_that_can_be_built_stands_chosen():
    state = table(city("H", coins=4), FOUNDED, hands="LP,PP")
    found = draft(state)
    assert [(choice.card, choice.selected, choice.allowed, choice.cost) for choice in found.cards] == [
        ("L", False, False, 5),
        ("P", True, True, 0),
    ]
    assert (found.asks, found.card, len(found.spots)) == ("cell", "P", 4)
    assert all(spot.allowed for spot in found.spots)
    dear = draft(state, card="L")
    assert (dear.card, [spot.allowed for spot in dear.spots]) == ("L", [False] * 4)


def test_two_cards_of_a_type_are_one_choice():
    found = draft(table(FOUNDED, FOUNDED, hands="PP,RR"))
    assert [(choice.card, choice.count) for choice in found.cards] == [("P", 2)]


def test_building_on_a_cell():
    state = table(city("H", coins=9), FOUNDED, hands="CL,PP")
    found = draft(state, card="L", cell="1 0")
    assert (found.asks, found.notation, found.cell) == ("confirm", "build L 1 0", "1 0")
    assert [spot.value for spot in found.spots if spot.selected] == ["1 0"]
    preview = found.preview
    assert (preview.coins_before, preview.coins_after) == (9, 4)
    assert (preview.score_before, preview.score_after) == (-23, -23)
    built = draft(state, card="C", cell="1 0").preview
    assert (built.income_before, built.income_after, built.score_after) == (1, 2, -22)


def test_a_cell_that_is_not_legal_is_refused_by_rule():
    state = table(city("H R"), FOUNDED, hands="RI,PP")
    found = draft(state, card="R", cell="2 0")
    assert (found.error.rule, found.notation, found.cell) == ("CC-34", None, "")
    assert draft(state, card="I", cell="2 0").error.rule == "CC-36"
    assert draft(state, card="R", cell="4 4").error.rule == "CC-8"


def test_why_a_cell_is_not_legal():
    state = table(city("H R"), FOUNDED, hands="RI,PP")
    found = draft(state, card="I", why="2 0")
    assert (found.why.rule, found.error, found.notation) == ("CC-36", None, None)
    assert draft(state, card="I", why="0 1").why is None


def test_a_warning_before_a_city_is_stuck():
    almost = city(". R .", "R H R", coins=0)
    state = table(almost, FOUNDED, hands="RI,PP")
    stuck = draft(state, card="R", cell="0 1")
    assert stuck.warnings == ("stuck", "lost")
    assert draft(state, card="I", cell="0 1").warnings == ("lost",)


def test_a_warning_before_the_other_card_is_lost():
    state = table(city("P H R", ". C ."), FOUNDED, hands="CP,PP")
    assert draft(state, card="P", cell="0 2").warnings == ("lost",)


def test_no_other_card_is_lost_by_a_development():
    state = developing(city(". P P P", ". L H I", "L R C .", ". . R .", coins=0), POOR)
    assert moves(state) == ["develop R -1 2", "develop C 1 1"]
    assert draft(state, card="R", cell="-1 2").warnings == ()
    assert draft(state, card="C", cell="1 1").warnings == ()


def test_developing():
    both = city("I L", "H R C R", coins=0)
    state = developing(both, POOR)
    found = draft(state)
    assert [(choice.card, choice.selected) for choice in found.cards] == [("R", True), ("C", False)]
    assert draft(state, card="C", cell="2 1").notation == "develop C 2 1"
    assert draft(state, card="R", cell="1 1").preview.coins_after == 0
    assert draft(state, card="R", cell="0 1").error.rule == "CC-49"
    short = developing(both, both, supply=supply(R=1))
    waiting = draft(short, 1)
    assert [(choice.card, choice.allowed) for choice in waiting.cards] == [("R", False), ("C", True)]
    assert draft(short, 1, card="R", why="1 1").why.rule == "CC-54"
    home = city(". L R", "H R .", coins=0)
    assert draft(developing(home, home, supply=supply(R=1)), 1).asks == "wait"


def test_buying():
    state = developing(city("H R", coins=8), POOR)
    found = draft(state)
    assert (found.card, found.may_pass, found.cards[0].cost) == ("I", True, 5)
    bought = draft(state, cell="0 1")
    assert (bought.notation, bought.preview.coins_after) == ("buy 0 1", 4)
    assert draft(state, cell="2 0").error.rule == "CC-36"


def test_every_draft_with_a_notation_is_legal():
    for seats in RULESET.seats:
        state = new_game(seats, 8)
        while state.acts:
            seat = min(state.acts)
            fields = {"pair": ("0", "1"), "down": ("2", "3", "4"), "under": ("1",)}
            spots = [spot for spot in draft(state, seat).spots if spot.allowed]
            if spots:
                fields["cell"] = (spots[0].value,)
            found = RULESET.compose(state, seat, fields)
            notation = found.notation or "choose rest"
            assert notation in moves(state, seat)
            state = play(state, f"{seat} {notation}")
