"""Version 2 on the verification page, in a real browser: published values, each check, the verdicts."""

import json

import pytest
from playwright.sync_api import expect

from tests.fair import vectors, vectors_2
from tests.fair.test_browser import (
    HEX,
    PROBLEMS,
    _answered,
    _lines,
    bare_site,
    module,
    tab,
    visit,
)

__all__ = ["bare_site", "module", "tab", "visit"]

pytestmark = pytest.mark.browser
CHECKS = {number: True for number in range(1, 8)}
FIRST_BLOCK = """(async () => {
  const words = proof.words(await proof.gameKey(given), 0, "first-seat"), read = [];
  while (read.length < 8) read.push((await words.next()).value.toString(16).padStart(8, "0"));
  return read.join("");
})()"""
HEADS = "await proof.headsOf(given, await proof.gameKey(given))"
VERDICTS = """(await Promise.all(given.heads.map(async (head) =>
  proof.verdict(given.data, await proof.verify(given.data, { head }), { head }))))"""


def test_published_values(module):
    data = vectors_2.FINISHED
    assert module(HEX % "proof.transcript(given)", data) == vectors_2.TRANSCRIPT
    assert module("await proof.commitment(given)", data) == vectors_2.COMMITMENT
    assert module("await proof.startDigest(given)", data) == vectors_2.START_DIGEST
    assert module(HEX % "await proof.gameKey(given)", data) == vectors_2.GAME_KEY
    assert module(f"await {FIRST_BLOCK}", data) == vectors_2.FIRST_BLOCK
    assert module("await proof.drawsDigest(given)", data) == data["draws_digest"]


def test_published_key_of_a_shared_deal(module):
    seats = [{"kind": "human", "client_seed_hex": ""}, {"kind": "bot", "client_seed_hex": ""}]
    shared = {**vectors_2.FINISHED, "kind": "shared", "seats": seats}
    assert module(HEX % "await proof.gameKey(given)", shared) == vectors_2.SHARED_KEY


def test_published_log(module):
    assert module(HEADS, vectors_2.FINISHED) == vectors_2.HEADS
    nonce = "await proof.nonce(given, await proof.gameKey(given), 3)"
    assert module(HEX % nonce, vectors_2.FINISHED) == vectors_2.NONCE


def test_published_chain_of_days(module):
    given = [[vectors_2.CHAIN[day], day] for day in range(4)]
    found = module("(await Promise.all(given.map((day) => proof.anchor(...day))))", given)
    assert found == [vectors_2.CHAIN[0]] * 4


def test_each_wrong_thing_fails_its_own_checks(module):
    found = module(PROBLEMS, [data for data, _ in vectors_2.WRONG.values()])
    failing = [failing for _, failing in vectors_2.WRONG.values()]
    assert [dict(lines) for lines in found] == [{n: n not in each for n in CHECKS} for each in failing]


def test_what_lacks_a_required_field_fails_in_one_line(module):
    assert module(PROBLEMS, list(vectors_2.MALFORMED.values())) == [[[0, False]]] * len(vectors_2.MALFORMED)


def test_a_kept_head_proves_or_breaks_a_game(module):
    heads = ["", *vectors_2.HEADS, f"2:{vectors_2.HEADS[2].upper()} ", f"3:{vectors_2.HEADS[2]}", "x"]
    found = module(VERDICTS, {"data": vectors_2.FINISHED, "heads": heads})
    assert found == ["consistent", *["proved"] * 6, "broken", "broken"]


def test_without_a_saved_code_the_page_proves_nothing(visit):
    status = visit(vectors_2.FINISHED)
    expect(status).to_contain_text("nothing is proved yet")
    assert _lines(status) == ["OK"] * 7


def test_a_saved_code_proves_the_game(visit, tab):
    visit(vectors_2.FINISHED)
    tab.get_by_label("Your saved log code").fill(f"3:{vectors_2.HEADS[3]}")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("status")).to_contain_text("Proved")
    assert _lines(_answered(tab)) == ["OK"] * 7


def test_a_saved_code_of_another_log_breaks_it(visit, tab):
    visit(vectors_2.FINISHED)
    tab.get_by_label("Your saved log code").fill("3:" + "ab" * 32)
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("status")).to_contain_text("The code you saved isn't from this log.")
    expect(tab.get_by_role("status")).to_contain_text("The check failed.")
    assert _lines(_answered(tab)) == [*["OK"] * 6, "Failed"]


def test_a_running_game_is_said_not_to_be_over(visit, tab):
    visit(vectors_2.RUNNING)
    tab.get_by_role("button", name="Check").click()
    expect(tab.get_by_role("status")).to_contain_text("The game isn't over yet.")


def test_a_file_of_version_1_is_checked_by_version_1(visit, tab):
    visit(vectors_2.RUNNING)
    content = json.dumps(vectors.FINISHED).encode()
    file = {"name": "fair.json", "mimeType": "application/json", "buffer": content}
    tab.get_by_label("Downloaded file").set_input_files(file)
    tab.get_by_role("button", name="Check").click()
    expect(tab.get_by_role("status")).to_contain_text("All checks passed.")
    assert _lines(_answered(tab)) == ["OK"] * 5
