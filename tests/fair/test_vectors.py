"""The published values of version 1, exactly."""

import hashlib
from itertools import islice

import pytest

from games import fair
from games.fair.draws import below, words
from tests.fair import vectors

KEY = bytes.fromhex(vectors.GAME_KEY)


def test_transcript():
    assert vectors.transcript().hex() == vectors.TRANSCRIPT


def test_commitment():
    assert fair.commitment(vectors.GAME_ID, vectors.SEED, version=1) == vectors.COMMITMENT


def test_start_digest():
    assert fair.start_digest(vectors.COMMITMENT, vectors.start()) == vectors.START_DIGEST


def test_game_key():
    assert fair.game_key(vectors.SEED, vectors.start()) == KEY


@pytest.mark.parametrize(("draw", "block"), vectors.FIRST_BLOCKS.items())
def test_first_blocks(draw, block):
    assert (
        b"".join(word.to_bytes(4, "big") for word in islice(words(KEY, *draw, version=1), 8)).hex() == block
    )


def test_first_seat():
    assert vectors.source().below("first-seat", 3) == 2


@pytest.mark.parametrize(("draw_no", "places"), vectors.CHOSEN_PLACES.items())
def test_places_chosen_by_a_shuffle(draw_no, places):
    stream = words(KEY, draw_no, "shuffle:main", version=1)
    assert [below(stream, n) for n in range(10, 1, -1)] == places


@pytest.mark.parametrize(("draw", "output"), vectors.SHUFFLES.items())
def test_shuffles(draw, output):
    draw_no, cards = draw
    label = "shuffle:discard" if draw_no == 3 else "shuffle:main"
    assert vectors.source(draw_no=draw_no).shuffle(label, cards) == tuple(output.split())


def test_rejected_words():
    stream = words(KEY, 4, "reject-test", version=1)
    read = []
    counted = (read.append(word) or word for word in stream)
    assert [below(counted, vectors.REJECTING) for _ in range(6)] == vectors.REJECTING_RESULTS
    assert len(read) == vectors.REJECTING_WORDS


def test_many_blocks():
    output = vectors.source(draw_no=5).shuffle("shuffle:big", vectors.MANY)
    assert " ".join(output[:5]) == vectors.MANY_FIRST_FIVE
    assert hashlib.sha256(",".join(output).encode()).hexdigest() == vectors.MANY_DIGEST


def test_one_character_of_a_contribution_changes_the_order():
    key = fair.game_key(vectors.SEED, vectors.start("alice", "Zoë ♣ 8"))
    output = vectors.source(key.hex(), 1).shuffle("shuffle:main", vectors.TEN)
    assert output == tuple(vectors.OTHER_SEED_SHUFFLE.split())
