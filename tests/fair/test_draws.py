"""Shuffles and numbers: uniform, repeatable, numbered and recorded."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import fair
from games.fair import draws
from tests.fair import vectors

KEY = bytes.fromhex(vectors.GAME_KEY)
CARDS = tuple(f"card-{i:02}#1" for i in range(64))


@pytest.mark.in_turn(4)
@pytest.mark.parametrize(("version", "measured"), [(1, 133.1), (2, 140.5)])
def test_every_order_of_five_cards_is_equally_likely(version, measured):
    keys = 240_000
    counts = Counter(_order_of_five(i, version) for i in range(keys))
    assert set(counts) == set(permutations("abcde"))
    expected = keys / 120
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert statistic < 175
    assert round(statistic, 1) == measured


def _order_of_five(i, version):
    key = hashlib.sha256(i.to_bytes(4, "big")).digest()
    return draws.shuffled(draws.words(key, 0, "s", version), "abcde")


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**32 - 1), st.integers(0, 64))
def test_a_shuffle_is_a_permutation_and_repeats_however_the_cards_came(key, draw_no, size):
    cards = CARDS[:size]
    first = fair.Source(key, draw_no).shuffle("s", cards)
    assert sorted(first) == list(cards)
    assert fair.Source(key, draw_no).shuffle("s", cards[::-1]) == first


@pytest.mark.parametrize("cards", [(), ("a#1",)])
def test_an_empty_or_single_list_reads_no_word(cards):
    assert draws.shuffled(_no_words(), cards) == cards


def test_below_one_reads_no_word():
    assert draws.below(_no_words(), 1) == 0


def _no_words():
    raise AssertionError("a word was read")
    yield


def test_two_cards_come_in_both_orders():
    orders = {fair.Source(KEY, draw_no).shuffle("s", ("a#1", "b#1")) for draw_no in range(50)}
    assert orders == {("a#1", "b#1"), ("b#1", "a#1")}


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_bound_out_of_range_is_refused_and_uses_no_number(n):
    source = fair.Source(KEY)
    with pytest.raises(ValueError, match="n must be"):
        source.below("die", n)
    assert (source.draw_no, source.records) == (0, [])


def test_the_largest_bound_gives_the_word_itself():
    assert draws.below(iter([2**32 - 1]), 2**32) == 2**32 - 1


def test_words_past_the_last_multiple_are_skipped():
    assert draws.below(iter([2**32 - 1, 4]), 3) == 1


def test_ids_beyond_ascii_are_refused_and_use_no_number():
    source = fair.Source(KEY)
    with pytest.raises(UnicodeEncodeError):
        source.shuffle("s", ["café#1"])
    assert (source.draw_no, source.records) == (0, [])


def test_each_use_takes_the_next_number_and_leaves_a_record():
    source = fair.Source(KEY, 7)
    deck = source.shuffle("shuffle:main", ("b#1", "a#2", "a#10"))
    pips = source.below("die:income", 6)
    assert source.draw_no == 9
    assert source.records == [
        fair.ShuffleRecord(7, "shuffle:main", ("a#10", "a#2", "b#1"), deck),
        fair.BelowRecord(8, "die:income", 6, pips),
    ]


def test_number_and_label_both_change_the_result():
    orders = {fair.Source(KEY, draw_no).shuffle(label, CARDS) for draw_no in range(3) for label in ("s", "t")}
    assert len(orders) == 6


@pytest.mark.parametrize("record", vectors.draws(), ids=lambda record: record.label)
def test_a_record_survives_json(record):
    assert fair.load_record(record.to_json()) == record


def test_records_look_as_the_export_states_them():
    number, shuffle = vectors.draws()[0], vectors.draws()[3]
    assert number.to_json() == {"draw_no": 0, "label": "first-seat", "op": "below", "n": 3, "output": 2}
    assert shuffle.to_json() == {
        "draw_no": 3,
        "label": "shuffle:discard",
        "op": "shuffle",
        "input": list(vectors.FOUR),
        "output": vectors.SHUFFLES[3, vectors.FOUR].split(),
    }


def test_a_source_does_not_show_its_key():
    assert repr(KEY)[2:-1] not in repr(fair.Source(KEY))
    assert not hasattr(fair.Source(KEY), "__dict__")
