"""What templates load."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines

FOLDER = settings.BASE_DIR / "templates"
LOADS = re.compile(r"\{% load ([\w ]+) %\}")


def _names(library):
    register = engines["django"].engine.template_libraries[library]
    tags = [rf"\{{%\s*{name}\b" for name in register.tags]
    return re.compile("|".join([*tags, *(rf"\|{name}\b" for name in register.filters)]))


def _needless(text):
    return [
        name for loaded in LOADS.findall(text) for name in loaded.split() if not _names(name).search(text)
    ]


def _loading():
    return [path for path in sorted(Path(FOLDER).rglob("*.*")) if LOADS.search(path.read_text())]


@pytest.mark.parametrize("path", _loading(), ids=lambda path: str(path.relative_to(FOLDER)))
def test_what_a_template_loads_it_uses(path):
    assert not _needless(path.read_text())


def test_a_library_that_is_not_used_is_noticed():
    assert _needless("{% load i18n looks %}{{ n|minus }}") == ["i18n"]


# Filters, of which a value that means nothing is as good as none, and the desk, where an act has one field or two.
_WITHOUT_SUMMARY = {"decks/filter.html", "games/lobby/filter.html", "decks/more.html"}


def test_a_form_that_may_be_refused_begins_with_what_is_wrong():
    forms = {
        str(path.relative_to(FOLDER)): path.read_text()
        for path in Path(FOLDER).rglob("*.html")
        if "forms/field" in (text := path.read_text()) and "<form" in text
    }
    without = {name for name, text in forms.items() if not re.search(r"forms/(errors|fields)\.html", text)}
    assert {name for name in without if not name.startswith("admin/")} == _WITHOUT_SUMMARY


def test_what_scrolls_sideways_is_reached_by_keys_and_has_a_name():
    scrolls = [
        (path.name, tag)
        for path in Path(FOLDER).rglob("*.html")
        for tag in re.findall(r'<div class="scroll"[^>]*>', path.read_text())
        if path.parent.name != "elements"
    ]
    assert len(scrolls) > 10
    wanted = re.compile(r'<div class="scroll" tabindex="0" role="region" aria-label(ledby)?="')
    assert [where for where, tag in scrolls if not wanted.match(tag)] == []


def test_what_stands_between_words_is_left_to_the_language():
    """Chinese has colons and commas of its own; between coordinates all write the same."""
    left_out = re.compile(r"\{% blocktranslate.*?endblocktranslate %\}|\{#.*?#\}|minus \}\}, ", re.S)
    sign = re.compile(r"(?:[%}]\}|</bdi>)(?:<[^>]*>)?[:,](?:\s+(?=<span|\{)|</)")
    texts = {path.name: left_out.sub("", path.read_text()) for path in Path(FOLDER).rglob("*.html")}
    assert [name for name, text in texts.items() if sign.search(text)] == []
