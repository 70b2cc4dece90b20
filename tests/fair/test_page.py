"""The verification page says what it must, with and without JavaScript."""

import re
from html import unescape

import pytest

from tests.fair import vectors, vectors_2
from tests.fair.site import EXPORT, ROOT, page


def _text(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize(
    "statement",
    [
        "It doesn't prove that the site's operator kept the secret to themselves "
        "during the game. That would need cryptography between the players.",
        "It doesn't stop a site operator who also plays from choosing their own seed last.",
    ],
)
def test_the_page_says_what_is_not_proved(statement):
    assert statement in _text(page(vectors.FINISHED))


def test_the_values_stand_on_the_page_itself():
    html = page(vectors.RUNNING)
    for value in (
        vectors.GAME_ID,
        vectors.COMMITMENT,
        vectors.START_DIGEST,
        f'href="{EXPORT}"',
        "verify_fair.py",
    ):
        assert value in html


@pytest.mark.parametrize(
    "statement",
    [
        "Without a code you saved, the check only shows that the record is consistent.",
        "It doesn't prove that the site's operator kept the secret to themselves during the game.",
        "It doesn't stop a site operator who also plays from choosing their own seed last.",
        "It shows that a person made a move, but not which person.",
    ],
)
def test_the_page_of_version_2_says_what_is_not_proved(statement):
    assert statement in _text(page(vectors_2.FINISHED))


def test_the_page_of_a_shared_deal_says_who_knows_the_days_to_come():
    shared = _text(page({**vectors_2.FINISHED, "kind": "shared"}))
    assert "The site's operator knows the shared deals of the coming days." in shared
    assert "coming days" not in _text(page(vectors_2.FINISHED))


@pytest.mark.parametrize("data", [vectors_2.RUNNING, vectors_2.FINISHED], ids=["running", "finished"])
def test_the_head_of_the_log_stands_on_the_page_to_be_copied(data):
    html = page(data)
    assert "move 4 · 8e26 0f5f …" in _text(html)
    assert f'data-copy="4:{vectors_2.HEADS[4]}"' in html


def test_an_open_table_has_no_head_yet():
    assert "Log code" not in _text(page(vectors_2.OPEN)).partition("Check it in this browser")[0].replace(
        "The log code changes", ""
    )


def test_an_open_table_has_no_start_digest_yet():
    assert "The game hasn't started." in page({**vectors.RUNNING, "status": "open", "start_digest": None})


def test_a_running_game_is_not_checked_by_itself():
    assert 'data-over="no"' in page(vectors.RUNNING)
    assert 'data-over="yes"' in page(vectors.FINISHED)


def test_the_page_has_no_inline_script_or_style():
    html = page(vectors.FINISHED)
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", html) == []


def test_the_page_has_every_word_its_script_asks_for():
    html = page(vectors.FINISHED)
    scripts = "".join((ROOT / "static" / "fair" / name).read_text() for name in ("verify.js", "proof.js"))
    known = set(re.findall(r'data-word="([a-z-]+)"', html))
    checks = set(re.findall(r'data-word="check-(\d)"', html))
    assert set(re.findall(r'word: "([a-z-]+)"', scripts)) <= known
    assert known <= set(re.findall(r'"([a-z-]+)"', scripts))
    assert checks == set("01234567")
