"""Both verifiers, the site's and the stand-alone one: what passes, what fails, and on which line."""

import json
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import fair
from tests.fair import vectors
from tests.fair.tampering import tampered
from tests.thorough import SEED, THOROUGH

TOOL = Path(__file__).parents[2] / "static" / "fair" / "verify_fair.py"
OK = {number: True for number in range(1, 6)}


def _tool():
    spec = spec_from_file_location("verify_fair", TOOL)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _read(lines):
    found = [re.fullmatch(r"(ok    |FAILED)  (\d)  (.+)", line) for line in lines]
    return {int(match[2]): match[1] == "ok    " for match in found}


def _site(tmp_path, data, commitment=None, start_digest=None):
    return _read(map(str, fair.verify(data, commitment, start_digest)))


def _stand_alone(tmp_path, data, commitment=None, start_digest=None):
    file = tmp_path / "fair.json"
    file.write_text(json.dumps(data))
    given = [f"--commitment={commitment}"] * (commitment is not None)
    given += [f"--start-digest={start_digest}"] * (start_digest is not None)
    run = subprocess.run(
        [sys.executable, "-I", TOOL, file, *given], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert run.stderr == ""
    found = _read(run.stdout.splitlines())
    assert run.returncode == (0 if all(found.values()) else 1)
    return found


@pytest.fixture(params=[_site, _stand_alone], ids=["site", "tool"])
def verified(request, tmp_path):
    """Return a function that verifies an export and tells the outcome of each line by its number."""
    return lambda *given: request.param(tmp_path, *given)


def _failing(*numbers):
    return {number: number not in numbers for number in OK}


def test_a_finished_game_passes_every_check(verified):
    assert verified(vectors.FINISHED) == OK


def test_the_order_of_the_list_does_not_matter_without_its_hash(verified):
    data = {name: value for name, value in vectors.FINISHED.items() if name != "draws_digest"}
    assert verified({**data, "draws": data["draws"][::-1]}) == OK


def test_an_aborted_game_is_proved_like_a_finished_one(verified):
    assert verified(fair.export(vectors.proof(status="aborted"))) == OK


def test_a_table_closed_before_its_start_proves_its_commitment(verified):
    assert verified(vectors.NEVER_STARTED) == OK


def test_a_finished_game_has_a_start(verified):
    assert verified({**vectors.NEVER_STARTED, "status": "finished"}) == _failing(2)


def test_a_running_game_proves_no_more_than_its_start(verified):
    assert verified(vectors.RUNNING) == _failing(1, 3, 4, 5)


def test_the_values_a_player_kept(verified):
    kept = (f" {vectors.COMMITMENT.upper()}\n", vectors.START_DIGEST)
    assert verified(vectors.FINISHED, *kept) == OK


def test_another_commitment_than_the_one_a_player_kept(verified):
    assert verified(vectors.FINISHED, vectors.START_DIGEST) == _failing(1)


def test_another_start_digest_than_the_one_a_player_kept(verified):
    assert verified(vectors.FINISHED, None, vectors.COMMITMENT) == _failing(2)


def test_a_player_who_kept_a_start_digest_knows_that_the_game_started(verified):
    assert verified(vectors.NEVER_STARTED, None, vectors.START_DIGEST) == _failing(2)


def test_a_whole_forgery_is_told_by_the_commitment_a_player_kept(verified):
    seed = bytes(32)
    commitment = fair.commitment(vectors.GAME_ID, seed, version=1)
    source = vectors.source(fair.game_key(seed, vectors.start()).hex())
    source.shuffle("shuffle:main", vectors.TEN)
    forged = vectors.proof(
        server_seed=fair.Secret(seed),
        commitment=commitment,
        start_digest=fair.start_digest(commitment, vectors.start()),
        draws=tuple(source.records),
    )
    assert verified(fair.export(forged)) == OK
    assert verified(fair.export(forged), vectors.COMMITMENT, vectors.START_DIGEST) == _failing(1, 2)


@pytest.mark.parametrize(("data", "failing"), vectors.WRONG.values(), ids=vectors.WRONG)
def test_one_wrong_thing_fails_its_own_checks(verified, data, failing):
    assert verified(data) == _failing(*failing)


@pytest.mark.parametrize("data", vectors.MALFORMED.values(), ids=vectors.MALFORMED)
def test_what_is_no_export_fails_in_one_line(verified, data):
    assert verified(data) == {0: False}


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"n": ' + b"9" * 5000 + b"}", b"NaN", b"\xef\xbb\xbf{}"],
    ids=["empty", "cut short", "no text", "deep", "long number", "no number", "marked"],
)
def test_the_tool_says_so_when_a_file_is_no_export(tmp_path, content):
    file = tmp_path / "fair.json"
    file.write_bytes(content)
    run = subprocess.run([sys.executable, TOOL, file], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.startswith("FAILED  0")


def test_the_tool_says_so_when_there_is_no_file(tmp_path):
    run = subprocess.run([sys.executable, TOOL, tmp_path], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.startswith("FAILED  0")


def test_the_tool_draws_the_rejected_words_too():
    stream = _tool().stream(vectors.FINISHED, bytes.fromhex(vectors.GAME_KEY), 4, "reject-test")
    assert [stream.below(vectors.REJECTING) for _ in range(6)] == vectors.REJECTING_RESULTS
    assert stream.blocks * 8 - len(stream.buffer) // 4 == vectors.REJECTING_WORDS


def test_the_tool_derives_the_published_values():
    tool = _tool()
    assert tool.transcript(vectors.FINISHED).hex() == vectors.TRANSCRIPT
    assert tool.game_key(vectors.FINISHED).hex() == vectors.GAME_KEY


def test_the_tool_shares_nothing_with_the_site():
    run = subprocess.run(
        [sys.executable, "-I", "-X", "importtime", TOOL, "--help"], capture_output=True, text=True, check=True
    )
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in run.stderr.splitlines()}
    assert {"argparse", "hashlib"} <= imported
    assert not {"games", "django"} & imported


def test_thousands_of_tampered_exports_all_fail():
    """By night ten thousand."""
    rng = Random(20240501 + SEED)
    count = 10_000 if THOROUGH else 2_000
    passed = [data for data in (tampered(rng) for _ in range(count)) if all(c.ok for c in fair.verify(data))]
    assert passed == []


def test_tampered_exports_all_fail_in_the_tool(tmp_path, capsys):
    """By night two thousand."""
    tool, file, rng = _tool(), tmp_path / "fair.json", Random(20240502 + SEED)
    statuses = []
    for _ in range(2_000 if THOROUGH else 500):
        file.write_text(json.dumps(tampered(rng)))
        statuses.append(tool.main([str(file)]))
    assert set(statuses) == {1}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("00" * 32),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def _paths(value, path=()):
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in pairs:
        yield from _paths(inner, (*path, name))


PLACES = [path for path in _paths(vectors.FINISHED) if path]


@given(st.sampled_from(PLACES), JSON)
def test_whatever_stands_in_the_file_the_answer_is_lines(place, value):
    checks = fair.verify(vectors.changed(vectors.FINISHED, *place, to=value))
    assert checks
    assert all(re.fullmatch(r"(ok    |FAILED)  \d  [ -~]+", str(check)) for check in checks)
