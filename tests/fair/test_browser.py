"""The verification page in a real browser."""

import hashlib
import json
import re
from collections import Counter
from random import Random

import pytest
from playwright.sync_api import expect

from tests.fair import vectors
from tests.fair.site import EXPORT, PAGE, page, served
from tests.fair.tampering import tampered

pytestmark = pytest.mark.browser
CHECKS = {number: True for number in range(1, 6)}


@pytest.fixture(scope="module")
def bare_site():
    with served() as found:
        yield found


@pytest.fixture
def tab(chromium):
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def visit(tab, bare_site):
    """Return a function that opens the page of a game with this export and awaits the answer."""

    def visit(data):
        address, answers = bare_site
        answers[PAGE] = ("text/html; charset=utf-8", page(data))
        answers[EXPORT] = ("application/json", json.dumps(data))
        tab.goto(address + PAGE)
        return _answered(tab)

    return visit


@pytest.fixture
def module(tab, bare_site):
    """Return a function that runs an expression with the module of the algorithm as ``proof``."""
    address, answers = bare_site
    answers[PAGE] = ("text/html; charset=utf-8", "<!doctype html><title>Proof</title>")
    tab.goto(address + PAGE)
    script = "async (given) => { const proof = await import('/static/fair/proof.js'); return %s; }"
    return lambda expression, given=None: tab.evaluate(script % expression, given)


def _answered(tab):
    status = tab.get_by_role("status")
    expect(status).not_to_contain_text("Checking")
    return status


def _lines(status):
    found = [line.split() for line in status.get_by_role("listitem").all_inner_texts()]
    return [words[0] for words in found]


HEX = "Array.from(%s, (byte) => byte.toString(16).padStart(2, '0')).join('')"
FIRST_BLOCK = """(async () => {
  const key = await proof.gameKey(given.data), words = proof.words(key, ...given.draw, 1), read = [];
  while (read.length < 8) read.push((await words.next()).value.toString(16).padStart(8, "0"));
  return read.join("");
})()"""
REJECTED = """(async () => {
  const source = proof.words(await proof.gameKey(given.data), 4, "reject-test", 1), results = [];
  let read = 0;
  const counted = { next: () => { read += 1; return source.next(); } };
  while (results.length < 6) results.push(await proof.below(counted, given.n));
  return [results, read];
})()"""
SHUFFLE = """(async () => {
  const words = proof.words(await proof.gameKey(given.data), given.draw_no, given.label, 1);
  return await proof.shuffled(words, given.cards);
})()"""
VERIFY_ALL = "(await Promise.all(given.map((data) => proof.verify(data)))).map((lines) => lines.every((line) => !line.problem))"
PROBLEMS = "(await Promise.all(given.map((data) => proof.verify(data)))).map((lines) => lines.map((line) => [line.number, !line.problem]))"


def test_published_values(module):
    data = vectors.FINISHED
    assert module(HEX % "proof.transcript(given)", data) == vectors.TRANSCRIPT
    assert module("await proof.commitment(given)", data) == vectors.COMMITMENT
    assert module("await proof.startDigest(given)", data) == vectors.START_DIGEST
    assert module(HEX % "await proof.gameKey(given)", data) == vectors.GAME_KEY
    assert module("await proof.drawsDigest(given)", data) == data["draws_digest"]


def test_published_first_blocks(module):
    for draw, block in vectors.FIRST_BLOCKS.items():
        assert module(f"await {FIRST_BLOCK}", {"data": vectors.FINISHED, "draw": list(draw)}) == block


def test_published_rejections(module):
    given = {"data": vectors.FINISHED, "n": vectors.REJECTING}
    assert module(f"await {REJECTED}", given) == [vectors.REJECTING_RESULTS, vectors.REJECTING_WORDS]


def _shuffle(module, data, draw_no, label, cards):
    given = {"data": data, "draw_no": draw_no, "label": label, "cards": list(cards)}
    return module(f"await {SHUFFLE}", given)


def test_published_shuffles(module):
    for (draw_no, cards), output in vectors.SHUFFLES.items():
        label = "shuffle:discard" if draw_no == 3 else "shuffle:main"
        assert _shuffle(module, vectors.FINISHED, draw_no, label, cards) == output.split()


def test_published_shuffle_of_many_blocks(module):
    output = _shuffle(module, vectors.FINISHED, 5, "shuffle:big", vectors.MANY)
    assert hashlib.sha256(",".join(output).encode()).hexdigest() == vectors.MANY_DIGEST


def test_published_shuffle_with_another_contribution(module):
    other = vectors.changed(vectors.FINISHED, "seats", 1, "client_seed_hex", to="Zoë ♣ 8".encode().hex())
    assert _shuffle(module, other, 1, "shuffle:main", vectors.TEN) == vectors.OTHER_SEED_SHUFFLE.split()


def test_each_wrong_thing_fails_its_own_checks(module):
    found = module(PROBLEMS, [data for data, _ in vectors.WRONG.values()])
    expected = [{number: number not in failing for number in CHECKS} for _, failing in vectors.WRONG.values()]
    assert [dict(lines) for lines in found] == expected


def test_what_is_no_export_fails_in_one_line(module):
    found = module(PROBLEMS, [data for name, data in vectors.MALFORMED.items()])
    assert found == [[[0, False]]] * len(vectors.MALFORMED)


def test_running_and_never_started_games(module):
    running, never = module(PROBLEMS, [vectors.RUNNING, vectors.NEVER_STARTED])
    assert dict(running) == {1: False, 2: True, 3: False, 4: False, 5: False}
    assert dict(never) == CHECKS


def test_tampered_exports_all_fail(module):
    rng = Random(20240503)
    assert Counter(module(VERIFY_ALL, [tampered(rng) for _ in range(300)])) == {False: 300}


def test_a_finished_game_is_checked_at_once(visit):
    status = visit(vectors.FINISHED)
    expect(status).to_contain_text("All checks passed.")
    assert _lines(status) == ["OK"] * 5


def test_a_failing_check_has_a_word_a_sign_and_a_reason(visit):
    data = vectors.draw_change(5, "label", "shuffle:$&bag")
    status = visit(data)
    expect(status).to_contain_text("The check failed.")
    assert _lines(status) == ["OK", "OK", "OK", "Failed", "OK"]
    failed = status.get_by_role("listitem").nth(3)
    expect(failed).to_contain_text("Draw 5 (shuffle:$&bag): the order doesn't match the recomputed one.")
    expect(failed.locator("svg[aria-hidden=true]")).to_be_visible()


def test_a_running_game_waits_to_be_asked(visit, tab):
    status = visit(vectors.RUNNING)
    expect(status.get_by_role("listitem")).to_have_count(0)
    tab.get_by_role("button", name="Check").click()
    assert _lines(_answered(tab)) == ["Failed", "OK", "Failed", "Failed", "Failed"]


def test_the_values_a_player_kept(visit, tab):
    visit(vectors.FINISHED)
    tab.get_by_label("Your saved commitment").fill(f" {vectors.COMMITMENT.upper()} ")
    tab.get_by_label("Your saved start digest").fill(vectors.COMMITMENT)
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("status")).to_contain_text("It isn't the one you saved.")
    assert _lines(_answered(tab)) == ["OK", "Failed", "OK", "OK", "OK"]


@pytest.mark.parametrize(
    ("content", "lines"),
    [(json.dumps(vectors.FINISHED), ["OK"] * 5), ("no export", ["Failed"])],
    ids=["an export", "anything else"],
)
def test_a_downloaded_file_is_checked_instead(visit, tab, content, lines):
    visit(vectors.RUNNING)
    file = {"name": "fair.json", "mimeType": "application/json", "buffer": content.encode()}
    tab.get_by_label("Downloaded file").set_input_files(file)
    tab.get_by_role("button", name="Check").click()
    expect(tab.get_by_role("status").get_by_role("listitem")).to_have_count(len(lines))
    assert _lines(_answered(tab)) == lines


def test_an_export_that_cannot_be_fetched_is_said_to_be_so(visit, tab, bare_site):
    visit(vectors.RUNNING)
    del bare_site[1][EXPORT]
    tab.get_by_role("button", name="Check").click()
    expect(tab.get_by_role("status")).to_have_text("We couldn't load the record. Try again.")


def test_checking_sends_nothing_but_the_request_for_the_export(visit, tab):
    sent = []
    tab.on("request", lambda request: sent.append((request.method, request.url, request.post_data)))
    visit(vectors.FINISHED)
    assert {method for method, _, _ in sent} == {"GET"}
    assert not [url for _, url, body in sent if "?" in url or body]


def test_without_https_the_page_points_to_the_tool(tab, bare_site):
    address, answers = bare_site
    answers[PAGE] = ("text/html; charset=utf-8", page(vectors.FINISHED))
    plain = "http://cards.example"
    tab.route(
        f"{plain}/**", lambda route: route.fulfill(response=route.fetch(url=_local(route, plain, address)))
    )
    tab.goto(plain + PAGE)
    expect(tab.get_by_role("status")).to_contain_text("Use the command-line tool below instead.")
    expect(tab.get_by_role("button", name="Check")).to_be_hidden()


def _local(route, plain, address):
    return route.request.url.replace(plain, address)


def test_without_javascript_values_and_instructions_remain(chromium, bare_site):
    address, answers = bare_site
    answers[PAGE] = ("text/html; charset=utf-8", page(vectors.FINISHED))
    context = chromium.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address + PAGE)
    for text in (vectors.COMMITMENT, vectors.START_DIGEST, "The command-line tool below doesn't."):
        expect(tab.get_by_text(text)).to_be_visible()
    expect(
        tab.get_by_text("python3 verify_fair.py fair.json --commitment HEX --start-digest HEX")
    ).to_be_visible()
    context.close()


def test_a_phone_shows_the_page_without_scrolling_sideways(visit, tab):
    tab.set_viewport_size({"width": 320, "height": 640})
    visit(vectors.FINISHED)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320


SEAT = """<!doctype html><title>Seat</title><script src="/static/fair/contribute.js" defer></script>
<form><input data-contribution name="seed"><input data-contribution name="other" value="mine"></form>"""
SENT = "(form) => Object.fromEntries(new FormData(form))"


def test_an_empty_contribution_is_filled_with_random_hex_when_the_form_is_sent(tab, bare_site):
    address, answers = bare_site
    answers[PAGE] = ("text/html; charset=utf-8", SEAT)
    tab.goto(address + PAGE)
    one, other = (tab.locator("form").evaluate(SENT) for _ in range(2))
    assert (one["other"], "other_filled" in one) == ("mine", False)
    assert one["seed_filled"] == "yes"
    assert re.fullmatch("[0-9a-f]{32}", one["seed"])
    assert re.fullmatch("[0-9a-f]{32}", other["seed"])
    assert one["seed"] != other["seed"]
    # What a person may still type there is theirs alone.
    expect(tab.locator("[name=seed]")).to_have_value("")


def test_a_form_that_arrives_later_is_filled_too(tab, bare_site):
    address, answers = bare_site
    answers[PAGE] = ("text/html; charset=utf-8", SEAT)
    tab.goto(address + PAGE)
    tab.locator("form").evaluate("(form) => form.replaceWith(form.cloneNode(true))")
    assert re.fullmatch("[0-9a-f]{32}", tab.locator("form").evaluate(SENT)["seed"])


def test_without_javascript_the_field_is_empty_and_may_be_typed_into(chromium, bare_site):
    address, answers = bare_site
    answers[PAGE] = ("text/html; charset=utf-8", SEAT)
    context = chromium.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(address + PAGE)
    expect(tab.locator("[name=seed]")).to_have_value("")
    tab.locator("[name=seed]").fill("mine too")
    expect(tab.locator("[name=seed]")).to_have_value("mine too")
    context.close()
