"""The published values of version 2, exactly."""

import uuid
from datetime import date
from itertools import islice

import pytest

from games import fair
from games.fair import chain
from games.fair.draws import words
from tests.fair import vectors, vectors_2


def test_transcript():
    encoded = fair.transcript(vectors_2.start())
    assert len(encoded) == 154
    assert encoded.hex() == vectors_2.TRANSCRIPT


def test_commitment():
    assert fair.commitment(vectors_2.DEAL_ID, vectors.SEED) == vectors_2.COMMITMENT


def test_start_digest():
    assert fair.start_digest(vectors_2.COMMITMENT, vectors_2.start()) == vectors_2.START_DIGEST


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({}, vectors_2.GAME_KEY),
        ({"kind": "shared", "seats": vectors_2.SHARED_SEATS}, vectors_2.SHARED_KEY),
    ],
    ids=["table", "shared"],
)
def test_game_key(changes, key):
    assert fair.game_key(vectors.SEED, vectors_2.start(**changes)).hex() == key


def test_first_block():
    read = islice(words(bytes.fromhex(vectors_2.GAME_KEY), 0, "first-seat"), 8)
    assert b"".join(word.to_bytes(4, "big") for word in read).hex() == vectors_2.FIRST_BLOCK


def test_heads_of_the_log():
    found = list(chain.heads(vectors_2.START_DIGEST, vectors_2.LOG, bytes.fromhex(vectors_2.GAME_KEY)))
    assert found == vectors_2.HEADS


def test_nonce_of_a_veiled_ply():
    assert fair.nonce(bytes.fromhex(vectors_2.GAME_KEY), 3).hex() == vectors_2.NONCE


def test_a_veiled_ply_cannot_be_chained_without_its_nonce():
    with pytest.raises(ValueError, match="nonce"):
        fair.next_head(vectors_2.HEADS[2], vectors_2.LOG[2])


def test_seeds_of_the_days_before():
    seed = fair.Secret.fromhex(vectors_2.CHAIN[3])
    for day in (2, 1, 0):
        seed = fair.seed_before(seed)
        assert bytes(seed).hex() == vectors_2.CHAIN[day]


@pytest.mark.parametrize("day", [1, 2, 3])
def test_a_day_belongs_to_its_anchor(day):
    seed = bytes.fromhex(vectors_2.CHAIN[day])
    assert fair.is_of_chain(vectors_2.CHAIN[0], seed, day)
    assert not fair.is_of_chain(vectors_2.CHAIN[0], seed, day + 1)
    assert not fair.is_of_chain(vectors_2.CHAIN[0], b"x" * 32, day)


def test_the_anchor_is_no_day():
    assert not fair.is_of_chain(vectors_2.CHAIN[0], bytes.fromhex(vectors_2.CHAIN[0]), 0)


def test_the_deal_of_a_day_has_a_name_anybody_can_compute():
    deal = fair.daily_deal(date(2026, 1, 2), "point_city", fair.Secret(vectors.SEED))
    named = uuid.uuid5(uuid.uuid5(uuid.NAMESPACE_DNS, "daily.card-city"), "2026-01-02/point_city")
    assert (deal.deal_id, deal.kind) == (str(named), "shared")


def test_a_shared_deal_takes_no_contributions():
    with pytest.raises(ValueError, match="contributions"):
        fair.transcript(vectors_2.start(kind="shared"))
