"""Names: 2,000 nasty ones, each accepted or refused with a reason, none breaking a page."""

import html
import random
import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.translation import override

from games.forms.names import (
    MAX_CODE_POINTS,
    MAX_GRAPHEMES,
    SUGGESTIONS,
    clean_name,
    graphemes,
    suggested_name,
)
from games.models import Game
from games.rules import registry
from tests.thorough import THOROUGH
from tests.views.opening import offered

FAMILY = "👩‍👩‍👧‍👦"
GOOD = [
    "Anna", "Zoë ♣ 7", "Василиса", "Łucja", "小卡", "たろう", "محمد", "שלום", "สมชาย", "हिन्दी", "O’Brien",
    "👋🏽", "🇺🇦", FAMILY, "🏳️‍🌈", "❤️", "1", "?", "<b>Ben</b>", "' OR 1=1 --", "{{ 7 }}", "a&b", "-", "null",
]  # fmt: skip
BIDI = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
BAD = {
    "nothing": ["", " ", "\t\n", "\u00a0", "\u3000\u2003"],
    "bidi": [
        f"a{char}b" for char in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    ],
    "control": ["a\0b", "a\x07", "\x1b[31m", "a\x7f", "\x80x"],
    "zero width": ["a\u200bb", "\u200b", "a\u200cb", "a\ufeffb", "a\u2060b", "a\u00adb", "a\u180eb"],
    "stray joiner": ["a\u200db", "\u200da", "👩\u200d", "👩\u200da", "a\u200d👩"],
    "blank": ["\u3164", "\u2800", "a\u115f", "\uffa0", "\u034f", "a\ufe00", "\ufe0f", "a\U000e0100"],
    "private or unassigned": ["\ue000", "\U000f0000", "\uffff", "\u0378", "\ufffd"],
    "towers": ["Z\u0351\u0352\u0353\u0354\u0355", "\u0301a"],
    "tags": ["🏴\U000e0067\U000e0062\U000e007f"],
    "long": ["x" * 21, "x" * 10_000, "👩" * 21, FAMILY * 6, "é" * 21, "\u0301" * 10_000],
}


@pytest.fixture(autouse=True)
def only_the_demo(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


@pytest.mark.parametrize("name", GOOD)
def test_people_may_have_their_names(name):
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("kind", BAD)
def test_names_that_trick_the_eye_are_refused(kind):
    for name in BAD[kind]:
        with pytest.raises(ValidationError):
            clean_name(name)


def test_names_have_one_form():
    assert clean_name("Zoe\u0308") == "Zoë"
    assert clean_name("  Anna \t\n Maria  ") == "Anna Maria"
    assert clean_name("x" * 20) == "x" * 20


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("", 0),
        ("abc", 3),
        ("Zoe\u0308", 3),
        ("👋🏽", 1),
        (FAMILY, 1),
        ("🇺🇦🇵🇱", 2),
        ("🇺🇦🇵", 2),
        ("❤️", 1),
        ("สมชาย", 5),
    ],
)
def test_readers_count_graphemes(text, seen):
    assert graphemes(text) == seen


@pytest.mark.parametrize("language", ["en", "uk", "ru", "pl", "zh-hant"])
def test_every_suggestion_is_a_name(language):
    with override(language):
        for _ in range(20 * len(SUGGESTIONS)):
            name = suggested_name()
            assert clean_name(name) == name


def nasty_names(count):
    """Return names mixed of everything that ever broke a page."""
    chance = random.Random(20261121)
    pieces = [name for names in (GOOD, *BAD.values()) for name in names if len(name) < 30]
    pieces += [
        "<script>",
        "</bdi>",
        '"',
        "'",
        "&#0;",
        "%s",
        "%(name)s",
        "\\",
        "${x}",
        "\r\nSet-Cookie: a=b",
        "<img src=x>",
    ]
    made = [name for names in (GOOD, *BAD.values()) for name in names]
    while len(made) < count:
        if chance.random() < 0.5:
            made.append("".join(chance.choices(pieces, k=chance.randint(1, 4))))
        else:
            made.append("".join(chr(chance.choice(PLANES)(chance)) for _ in range(chance.randint(1, 24))))
    return made


PLANES = [
    lambda chance: chance.randrange(0x20),
    lambda chance: chance.randrange(0x250),
    lambda chance: chance.randrange(0x300, 0x370),
    lambda chance: chance.randrange(0x590, 0x780),
    lambda chance: chance.randrange(0x2000, 0x2070),
    lambda chance: chance.randrange(0x3000, 0xD800),
    lambda chance: chance.randrange(0xE000, 0x110000),
    lambda chance: chance.randrange(0x1F300, 0x1FA00),
]


def is_accepted(name):
    try:
        return bool(clean_name(name))
    except ValidationError:
        return False


def test_what_is_accepted_of_2000_nasty_names_is_short_visible_and_in_one_form():
    accepted = [clean_name(name) for name in nasty_names(2000) if is_accepted(name)]
    assert 100 < len(accepted) < 1000
    for name in accepted:
        assert 1 <= graphemes(name) <= MAX_GRAPHEMES
        assert len(name) <= MAX_CODE_POINTS
        assert clean_name(name) == name == name.strip()
        assert not BIDI & set(name)


@pytest.mark.django_db
def test_nasty_names_are_stored_or_refused_and_never_break_the_site(settings):
    settings.TABLES_PER_ADDRESS = 10**6
    for number, name in enumerate(nasty_names(2000 if THOROUGH else 150)):
        # Who types nothing is called by a number.
        accepted = is_accepted(name) or not name.strip()
        if not accepted and number % 10:
            continue
        client, form = Client(), {"name": name, "seats": "2", "listed": "no", "seed": ""}
        answer = client.post("/new/demo/", form | offered(client))
        assert answer.status_code == (302 if accepted else 422), ascii(name)


@pytest.mark.django_db
def test_accepted_names_are_shown_escaped_and_isolated():
    game = None
    for name in GOOD:
        client, form = Client(), {"name": name, "seats": "2", "listed": "yes", "seed": ""}
        answer = client.post("/new/demo/", form | offered(client))
        game = Game.objects.latest("created_at")
        for page in (client.get(answer.url), Client().get(f"/games/{game.pk}/sit/"), Client().get("/")):
            text = page.content.decode()
            assert f">{html.escape(clean_name(name)).replace('&#x27;', '&#39;')}</" in text.replace(
                "&#x27;", "&#39;"
            )
    assert game
