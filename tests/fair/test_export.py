"""The export tells what is public at the time, and nothing else."""

import json

import pytest

from games import fair
from tests.fair import vectors


def test_a_finished_game_tells_all():
    assert list(vectors.FINISHED) == [
        "format",
        "game_id",
        "ruleset_id",
        "ruleset_digest",
        "status",
        "commitment",
        "start_digest",
        "server_seed",
        "seats",
        "draws",
        "draws_digest",
    ]
    assert vectors.FINISHED["server_seed"] == vectors.SEED.hex()
    assert vectors.FINISHED["seats"][1] == {"kind": "human", "client_seed_hex": "5a6fc3ab20e299a32037"}
    assert vectors.FINISHED["draws"] == [record.to_json() for record in vectors.draws()]


@pytest.mark.parametrize("status", ["open", "running"])
def test_no_seed_and_no_draw_leave_a_game_that_is_not_over(status):
    data = fair.export(vectors.proof(status=status))
    assert data["server_seed"] is None
    assert {"draws", "draws_digest"}.isdisjoint(data)
    assert vectors.SEED.hex() not in json.dumps(data)


@pytest.mark.parametrize("status", ["open", "aborted"])
def test_contributions_stay_private_until_the_start(status):
    data = fair.export(vectors.proof(status=status, start_digest=None, draws=()))
    assert data["seats"] == [{"kind": "human"}, {"kind": "human"}, {"kind": "bot"}]


def test_contributions_are_public_from_the_start_on():
    assert vectors.RUNNING["seats"] == vectors.FINISHED["seats"]


@pytest.mark.parametrize("data", [vectors.FINISHED, vectors.RUNNING, vectors.NEVER_STARTED])
def test_an_export_survives_reading_and_writing(data):
    assert fair.export(fair.load_proof(json.loads(json.dumps(data)))) == data


@pytest.mark.parametrize("data", vectors.MALFORMED.values(), ids=vectors.MALFORMED)
def test_what_is_no_export_is_refused(data):
    with pytest.raises(fair.Malformed):
        fair.load_proof(data)
