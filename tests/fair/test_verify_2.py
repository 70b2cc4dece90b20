"""Version 2 in both verifiers: what passes, what fails on which line, and the three verdicts."""

import json
import re
import subprocess
import sys
from itertools import islice

import pytest

from games import fair
from tests.fair import vectors, vectors_2
from tests.fair.test_verify import TOOL, _tool

pytestmark = pytest.mark.in_turn(2)

PROVED, BROKEN, CONSISTENT = 0, 1, 3
OK = {number: True for number in range(1, 8)}
KEPT = {
    "commitment": vectors_2.COMMITMENT,
    "start_digest": vectors_2.START_DIGEST,
    "head": vectors_2.HEADS[2],
}


def _read(lines):
    found = [re.fullmatch(r"(ok    |FAILED)  (\d)  (.+)", line) for line in lines]
    return {int(match[2]): match[1] == "ok    " for match in found if match}


def _site(tmp_path, data, **kept):
    checks = fair.verify(data, **kept)
    return fair.verdict_of(checks, 2, fair.Kept(**kept)), _read(map(str, checks))


def _stand_alone(tmp_path, data, **kept):
    file = tmp_path / "fair.json"
    file.write_text(json.dumps(data))
    given = [f"--{name.replace('_', '-')}={value}" for name, value in kept.items()]
    run = subprocess.run(
        [sys.executable, "-I", TOOL, file, *given], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert run.stderr == ""
    return run.returncode, _read(run.stdout.splitlines())


@pytest.fixture(params=[_site, _stand_alone], ids=["site", "tool"])
def verified(request, tmp_path):
    """Return a function that verifies an export and tells the verdict, and each line by its number."""
    return lambda data, **kept: request.param(tmp_path, data, **kept)


def _failing(*numbers):
    return {number: number not in numbers for number in OK}


@pytest.mark.parametrize(
    "data", [vectors_2.FINISHED, vectors_2.ABORTED, vectors_2.NEVER_STARTED], ids=["end", "given up", "open"]
)
def test_without_a_kept_value_a_game_is_consistent_and_no_more(verified, data):
    assert verified(data) == (CONSISTENT, OK)


@pytest.mark.parametrize("name", KEPT)
def test_any_kept_value_proves_a_game(verified, name):
    assert verified(vectors_2.FINISHED, **{name: f" {KEPT[name].upper()}\n"}) == (PROVED, OK)


@pytest.mark.parametrize(("name", "number"), [("commitment", 1), ("start_digest", 2), ("head", 7)])
def test_another_value_than_the_kept_one_breaks_it(verified, name, number):
    assert verified(vectors_2.FINISHED, **{**KEPT, name: "ab" * 32}) == (BROKEN, _failing(number))


@pytest.mark.parametrize("ply", range(5))
def test_every_head_ever_shown_is_in_the_log(verified, ply):
    assert verified(vectors_2.FINISHED, head=f"{ply}:{vectors_2.HEADS[ply]}") == (PROVED, OK)


@pytest.mark.parametrize("head", [f"3:{vectors_2.HEADS[2]}", f":{vectors_2.HEADS[2][1:]}", "x", "2:"])
def test_a_head_of_another_ply_or_of_none_is_not(verified, head):
    assert verified(vectors_2.FINISHED, head=head) == (BROKEN, _failing(7))


def test_a_log_written_anew_is_told_by_a_head_that_was_kept(verified):
    """Whoever runs the site has the key: their chain fits itself, yet not what a player noted."""
    log = [
        vectors_2.LOG[0],
        *vectors_2.LOG[1:3],
        fair.Entry(4, 2, "bot", "2026-01-02T03:04:11Z", "build mall"),
    ]
    head = list(chain_of(log))[-1]
    forged = fair.export(vectors_2.proof(log=tuple(log), head=head))
    assert verified(forged) == (CONSISTENT, OK)
    assert verified(forged, head=f"4:{vectors_2.HEADS[4]}") == (BROKEN, _failing(7))
    assert verified(forged, head=f"3:{vectors_2.HEADS[3]}") == (PROVED, OK)


def chain_of(log):
    return fair.chain.heads(vectors_2.START_DIGEST, log, bytes.fromhex(vectors_2.GAME_KEY))


def test_a_running_game_proves_no_more_than_its_start(verified):
    assert verified(vectors_2.RUNNING) == (BROKEN, _failing(1, 3, 4, 5, 6, 7))


def test_a_player_who_kept_a_head_knows_that_the_game_started(verified):
    assert verified(vectors_2.NEVER_STARTED, head=vectors_2.HEADS[1]) == (BROKEN, _failing(7))
    assert verified(vectors_2.NEVER_STARTED, start_digest=vectors_2.START_DIGEST) == (BROKEN, _failing(2))


@pytest.mark.parametrize(("data", "failing"), vectors_2.WRONG.values(), ids=vectors_2.WRONG)
def test_one_wrong_thing_fails_its_own_checks(verified, data, failing):
    assert verified(data, commitment=data["commitment"]) == (BROKEN, _failing(*failing))


@pytest.mark.parametrize("data", vectors_2.MALFORMED.values(), ids=vectors_2.MALFORMED)
def test_what_lacks_a_required_field_fails_in_one_line(verified, data):
    assert verified(data) == (BROKEN, {0: False})


@pytest.mark.parametrize(
    "data",
    [vectors_2.FINISHED, vectors_2.RUNNING, vectors_2.ABORTED, vectors_2.NEVER_STARTED, vectors_2.OPEN],
)
def test_an_export_survives_reading_and_writing(data):
    assert fair.export(fair.load_proof(json.loads(json.dumps(data)))) == data


@pytest.mark.parametrize("data", [vectors_2.RUNNING, vectors_2.OPEN], ids=["running", "open"])
def test_before_the_end_there_is_a_head_at_most(data):
    assert data["server_seed"] is None
    assert {"draws", "draws_digest", "log", "result"}.isdisjoint(data)
    text = json.dumps(data)
    assert vectors.SEED.hex() not in text
    assert not [entry for entry in vectors_2.LOG if entry.notation in text]


def test_a_running_game_shows_its_head():
    assert (vectors_2.RUNNING["plies"], vectors_2.RUNNING["head"]) == (4, vectors_2.HEADS[4])
    assert (vectors_2.OPEN["plies"], vectors_2.OPEN["head"]) == (0, None)


def test_the_tool_derives_the_published_values():
    tool = _tool()
    assert tool.transcript(vectors_2.FINISHED).hex() == vectors_2.TRANSCRIPT
    assert tool.game_key(vectors_2.FINISHED).hex() == vectors_2.GAME_KEY
    assert tool.heads_of(vectors_2.FINISHED) == vectors_2.HEADS
    shared = {**vectors_2.FINISHED, "kind": "shared", "seats": SHARED}
    assert tool.game_key(shared).hex() == vectors_2.SHARED_KEY
    words = tool.stream(vectors_2.FINISHED, bytes.fromhex(vectors_2.GAME_KEY), 0, "first-seat")
    assert b"".join(word.to_bytes(4, "big") for word in islice(iter(words.word, None), 8)).hex() == (
        vectors_2.FIRST_BLOCK
    )


@pytest.mark.parametrize("day", [1, 2, 3])
def test_the_tool_follows_the_seed_of_a_day_to_its_anchor(tmp_path, day):
    ok = {**OK, 8: True}
    kept = {"anchor": f"{day}:{vectors_2.CHAIN[0]}"}
    assert _stand_alone(tmp_path, vectors_2.shared(day), **kept) == (CONSISTENT, ok)


@pytest.mark.parametrize(
    ("day", "given"),
    [
        (2, f"1:{vectors_2.CHAIN[0]}"),
        (2, f"3:{vectors_2.CHAIN[0]}"),
        (2, f"2:{vectors_2.CHAIN[1]}"),
        (2, f"0:{vectors_2.CHAIN[2]}"),
        (2, vectors_2.CHAIN[0]),
        (2, f"two:{vectors_2.CHAIN[0]}"),
        (2, "2:abc"),
        (2, f"9999999:{vectors_2.CHAIN[0]}"),
    ],
)
def test_the_tool_refuses_another_day_or_anchor(tmp_path, day, given):
    wrong = {**OK, 8: False}
    assert _stand_alone(tmp_path, vectors_2.shared(day), anchor=given) == (BROKEN, wrong)


def test_the_tool_knows_a_deal_of_one_table_for_none_of_a_day(tmp_path):
    given = f"3:{vectors_2.CHAIN[0]}"
    assert _stand_alone(tmp_path, vectors_2.FINISHED, anchor=given) == (BROKEN, {**OK, 8: False})


SHARED = [{"kind": "human", "client_seed_hex": ""}, {"kind": "bot", "client_seed_hex": ""}]
