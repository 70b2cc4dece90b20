"""KM-8 to KM-12: the piles, the hands and the first player."""

from collections import Counter

from games.rules.karciane_miasto.cards import CARDS, MAP_CARDS, STARTER_DECKS
from tests.rules.karciane_miasto.build import RULESET, asked, begun, kinds, new_game, play, position


def test_km_8_five_piles_of_all_map_cards():
    piles = new_game().piles
    sizes = [
        len(getattr(piles, name)) for name in ("base", "residential", "commercial", "industrial", "public")
    ]
    assert sizes == [76, 21, 24, 21, 26]
    assert all(CARDS[card].stage == 1 or CARDS[card].kind == "terrain" for card in piles.base)
    assert all(CARDS[card].type == "public" and CARDS[card].stage in (2, 3) for card in piles.public)
    every = Counter((*piles.base, *piles.residential, *piles.commercial, *piles.industrial, *piles.public))
    assert every == {card.id: card.copies for card in MAP_CARDS}


def test_km_8_the_piles_are_shuffled_and_the_tops_of_four_are_seen():
    state, other = new_game(seed=1), new_game(seed=2)
    assert state.piles.base != other.piles.base
    assert state.piles.industrial != other.piles.industrial
    tops = [pile.top for pile in RULESET.view_for(begun(seed=1), None).piles]
    assert tops == [None, *(getattr(state.piles, pile)[0] for pile in TYPES)]


TYPES = ("residential", "commercial", "industrial", "public")


def test_km_9_everybody_draws_seven_cards_of_a_shuffled_deck():
    state = begun(3)
    active = state.turn.active
    hands = [len(player.hand) for player in state.players]
    assert hands == [8 if seat == active else 7 for seat in range(3)]
    for player in state.players:
        assert Counter((*player.hand, *player.deck)) == Counter(STARTER_DECKS[player.deck_name].cards)
    assert begun(3, seed=1).players[1].deck != begun(3, seed=2).players[1].deck


def test_km_10_everybody_begins_with_nothing():
    for player in begun(4).players:
        assert (player.vp, player.support, player.zone, player.discard) == (0, (0, 0, 0), (), ())


def test_km_11_the_first_player_is_drawn():
    assert {begun(3, seed=seed).turn.active for seed in range(12)} == {0, 1, 2}


def test_km_11_turns_go_in_seat_order_and_after_the_last_comes_the_first():
    state = position(seats=3, active=1)
    order = [asked(state := play(state, "end")) for _ in range(4)]
    assert order == [2, 0, 1, 2]


def test_km_12_the_map_is_empty_and_no_pile_is_checked():
    impossible = {"D301", "D321", "D232", "D332"}
    for seed in range(20):
        dealt, state = new_game(seed=seed).piles, begun(seed=seed)
        assert (state.city.lots, state.piles) == ((), dealt)
    assert any({getattr(begun(seed=s).piles, t)[0] for t in TYPES} & impossible for s in range(20))


def test_km_12_the_first_build_checks_the_piles():
    state = position(map={}, piles={"residential": "D301 D201"})
    assert state.piles.residential == ("D301", "D201")
    chosen = play(state, "build")
    assert "residential" in kinds(chosen, "take")
    assert chosen.piles.residential == ("D201", "D301")
