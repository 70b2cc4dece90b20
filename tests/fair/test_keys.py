"""Seeds and contributions: what is accepted, what stays hidden, what changes the key."""

import json
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import fair
from games.fair import new_seed
from tests.fair import vectors

INPUTS = (
    bytearray(vectors.SEED),
    bytearray(vectors.GAME_ID.encode()),
    bytearray(vectors.RULESET_ID.encode()),
    bytearray(vectors.RULESET_DIGEST),
    *(
        bytearray(part)
        for seat in vectors.seats("alice", "bob")
        for part in (seat.kind.encode(), seat.client_seed)
    ),
)
TEXTS = {1, 2, 4, 6, 8}
BITS = [
    (place, bit)
    for place, value in enumerate(INPUTS)
    for bit in range(len(value) * 8)
    if not (place in TEXTS and bit % 8 == 7)
]
"""Every bit of every input; a text has seven to a character."""


def _key(inputs):
    seed, game_id, ruleset_id, digest, *rest = map(bytes, inputs)
    seats = [
        fair.SeatInput(kind.decode(), client) for kind, client in zip(rest[::2], rest[1::2], strict=True)
    ]
    start = fair.Start(
        deal_id=game_id.decode(),
        ruleset_id=ruleset_id.decode(),
        ruleset_digest=digest.hex(),
        seats=tuple(seats),
    )
    return fair.game_key(seed, start)


def _flipped(inputs, place, bit):
    inputs = [bytearray(value) for value in inputs]
    inputs[place][bit // 8] ^= 1 << bit % 8
    return inputs


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=1, max_size=64), st.sampled_from(BITS))
def test_one_changed_bit_changes_the_game_key(seed, client_seed, flip):
    inputs = [bytearray(seed), *INPUTS[1:]]
    assert _key(_flipped(inputs, *flip)) != _key(inputs)
    inputs[5] = bytearray(client_seed)
    assert _key(_flipped(inputs, 5, flip[1] % (8 * len(client_seed)))) != _key(inputs)


def test_every_single_bit_gives_a_key_of_its_own():
    keys = {_key(INPUTS), *(_key(_flipped(INPUTS, *flip)) for flip in BITS)}
    assert len(keys) == len(BITS) + 1


def test_a_byte_cannot_move_from_one_contribution_to_the_next():
    keys = {
        fair.game_key(vectors.SEED, vectors.start(*texts))
        for texts in (("ab", "c"), ("a", "bc"), ("abc", ""))
    }
    assert len(keys) == 3


def test_equal_contributions_do_not_cancel_out():
    one = fair.game_key(vectors.SEED, vectors.start("same", "same"))
    assert one != fair.game_key(vectors.SEED, vectors.start("other", "other"))


def test_published_hashes_are_no_key():
    published = {vectors.COMMITMENT, vectors.START_DIGEST}
    assert fair.game_key(vectors.SEED, vectors.start()).hex() not in published


def test_new_seeds_are_32_bytes_and_never_the_same():
    seeds = {new_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("show", [repr, str, "{}".format, "{!r}".format, lambda value: f"{[value]}"])
@pytest.mark.parametrize("secret", [fair.Secret(vectors.SEED), fair.game_key(vectors.SEED, vectors.start())])
def test_a_secret_shows_itself_nowhere(show, secret):
    assert show(secret).strip("[]") == "<hidden>"


def test_a_secret_stays_out_of_logs_json_and_the_proof(caplog):
    secret = fair.Secret(vectors.SEED)
    logging.getLogger("games").warning("seed %s %r", secret, vectors.proof())
    assert vectors.SEED.hex() not in caplog.text
    assert repr(vectors.SEED) not in caplog.text
    with pytest.raises(TypeError):
        json.dumps(secret)


@pytest.mark.parametrize("text", ["", " ", "alice", "Zoë ♣ 7", "é" * 32, "x" * 64, "👩‍🚀", "e\u0301"])
def test_a_contribution_is_taken_exactly_as_sent(text):
    assert fair.clean_client_seed(text) == text.encode()


@pytest.mark.parametrize("text", ["a\n", "\x00", "\x7f", "tab\t", "\x85", "\ud800"])
def test_control_characters_are_refused(text):
    with pytest.raises(ValueError, match="control characters"):
        fair.clean_client_seed(text)


@pytest.mark.parametrize("text", ["x" * 65, "é" * 33, "♣" * 22])
def test_more_than_64_bytes_are_refused(text):
    with pytest.raises(ValueError, match="64 characters"):
        fair.clean_client_seed(text)
