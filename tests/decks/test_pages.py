"""The shelf, the bench and the starter decks, with and without JavaScript."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Deck
from games.rules import registry
from games.services.tables import decks
from games.services.tables.decks import MOST_DECKS
from tests.accounts import account, signed_in
from tests.tables import guest
from tests.views.opening import text_of
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LEGAL = {"A1": 1, "B1": 2}


@pytest.fixture
def anna():
    return account("anna")


@pytest.fixture
def hers(anna):
    return signed_in(anna)


def made(owner, cards=LEGAL, name="Mine"):
    return decks.create(owner, "demo", name, cards)


def url(name, *args):
    return reverse(f"games:{name}", args=args)


def cards_shown(html):
    return re.findall(r'<li id="card-(\w+)"', html)


# The shelf


def test_the_shelf_shows_ones_own_decks_and_those_that_come_with_the_title(anna, hers):
    made(anna, name="Crumbs")
    made(anna, {}, "Nothing")
    made(account("ben"), name="Secret")
    html = text_of(hers.get("/decks/"))
    assert "Secret" not in html
    assert html.index("Crumbs") < html.index("Nothing") < html.index("Basket") < html.index("Orchard")
    assert html.count("Not valid yet") == 1
    assert "0 cards" in html


def test_the_cards_a_deck_has_most_of_lie_on_top_of_it(anna, hers):
    made(anna, {"A1": 1, "A2": 2, "B1": 3, "B2": 1})
    html = text_of(hers.get("/decks/"))
    fans = [
        re.findall(r"<span>(\w+)</span>", fan) for fan in re.findall(r'class="fan".*?</div>', html, re.DOTALL)
    ]
    assert fans == [["B1", "A2", "A1"], ["A1", "A2", "B1"], ["A1"]]


@pytest.mark.parametrize("who", ["guest", "stranger"])
def test_guests_are_told_kindly_what_an_account_is_good_for(who):
    client = browser_of(guest("Ida")) if who == "guest" else Client()
    for address in ("/decks/", url("starter_deck", "demo", "basket")):
        html = text_of(client.get(address))
        assert "Anyone can play with the starter decks" in html
        assert "/accounts/signup/?next=/decks/" in html
        assert "copy/" not in html


def test_a_title_without_decks_is_not_there(hers, monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})
    assert text_of(hers.get("/decks/")).count("<section") == 0
    assert hers.get(url("new_deck", "demo")).status_code == 404
    assert hers.post(url("new_deck", "demo"), {"name": "X"}).status_code == 404
    assert hers.get(url("starter_deck", "demo", "basket")).status_code == 404
    assert hers.post(url("copy_starter_deck", "demo", "basket")).status_code == 404


# Starter decks


def test_a_starter_deck_is_laid_open_for_everybody():
    html = text_of(Client().get(url("starter_deck", "demo", "basket")))
    assert html.count('class="deck-card"') == 3
    assert "Apple is card A1" in html
    assert "1 Bread" in html
    assert html.count("<figure") == 3


def test_unknown_starter_decks_are_not_there(hers):
    assert hers.get(url("starter_deck", "demo", "nothing")).status_code == 404
    assert hers.post(url("copy_starter_deck", "demo", "nothing")).status_code == 404


def test_a_copy_of_a_starter_deck_is_ones_own(anna, hers):
    answer = hers.post(url("copy_starter_deck", "demo", "orchard"))
    deck = Deck.objects.get()
    assert (answer.status_code, answer.url) == (302, url("deck", deck.pk))
    assert (deck.user_id, deck.name, deck.cards) == (anna.user_id, "Orchard", {"A1": 3})


# A new one


def test_a_new_deck_is_empty_or_of_a_text(hers):
    hers.post(url("new_deck", "demo"), {"name": "Empty", "text": ""})
    answer = hers.post(url("new_deck", "demo"), {"name": "Full", "text": "2 Bread\r\n1 A1\r\n"})
    deck = Deck.objects.get(name="Full")
    assert answer.url == url("deck", deck.pk)
    assert deck.cards == {"A1": 1, "B1": 2}
    assert Deck.objects.get(name="Empty").cards == {}


@pytest.mark.parametrize(
    ("typed", "text", "name"),
    [
        ("", "# Orchard\r\n2 Bread", "Orchard"),
        ("  ", "\n #  Two  words \n2 Bread\n# a remark", "Two words"),
        ("Mine", "# Orchard\n2 Bread", "Mine"),
    ],
)
def test_a_name_that_was_not_typed_is_taken_from_the_text(hers, typed, text, name):
    hers.post(url("new_deck", "demo"), {"name": typed, "text": text})
    deck = Deck.objects.get()
    assert (deck.name, deck.cards) == (name, {"B1": 2})


@pytest.mark.parametrize(
    "text", ["2 Bread\n# Late", "#\n2 Bread", "##\n2 Bread", "# \u200b\n2 Bread", f"# {'x' * 41}\n2 Bread"]
)
def test_a_text_without_a_name_of_bounded_length_names_no_deck(hers, text):
    answer = hers.post(url("new_deck", "demo"), {"name": "", "text": text})
    assert answer.status_code == 422
    assert "Type a message first." not in answer.content.decode()
    assert not Deck.objects.exists()


def test_the_form_shows_how_a_line_is_written(hers):
    assert "like “3 Apple” or “3 A1”" in text_of(hers.get(url("new_deck", "demo")))


def test_lines_that_are_not_understood_are_named_and_the_text_stays(hers):
    text = "2 Bread\n1 <b>Cake</b>\n0 Bun"
    answer = hers.post(url("new_deck", "demo"), {"name": "Mine", "text": text})
    page = text_of(answer)
    html = " ".join(page.split())
    assert answer.status_code == 422
    assert "2 lines couldn't be read" in html
    assert "Line 2, <bdi>“1 &lt;b&gt;Cake&lt;/b&gt;”</bdi>: There's no such card." in html
    assert "Line 3" in html
    assert "1 &lt;b&gt;Cake&lt;/b&gt;\n0 Bun</textarea>" in page
    assert not Deck.objects.exists()


def test_a_text_of_ten_thousand_lines_is_refused_politely(hers):
    answer = hers.post(url("new_deck", "demo"), {"name": "Mine", "text": "1 A1\n" * 10_000})
    assert answer.status_code == 409
    assert "The limit is 200 lines" in text_of(answer)
    assert not Deck.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 41])
def test_a_deck_needs_a_name_of_bounded_length(hers, name):
    answer = hers.post(url("new_deck", "demo"), {"name": name})
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not Deck.objects.exists()


def test_a_full_shelf_says_so(anna, hers):
    for number in range(MOST_DECKS):
        made(anna, name=f"Deck {number}")
    last = Deck.objects.last()
    for address in (
        url("new_deck", "demo"),
        url("copy_starter_deck", "demo", "basket"),
        url("copy_deck", last.pk),
    ):
        answer = hers.post(address, {"name": "One more"})
        assert answer.status_code == 409
        assert "You already have 50 decks" in text_of(answer)
    assert Deck.objects.count() == MOST_DECKS


# The bench


def test_the_bench_shows_all_cards_the_deck_and_what_is_wrong_with_it(anna, hers):
    deck = made(anna, {"B1": 2})
    html = text_of(hers.get(url("deck", deck.pk)))
    assert cards_shown(html) == ["A1", "A2", "B1", "B2"]
    assert re.findall(r'id="card-copies-(\w+)" class="num" data-copies="([1-9])', html) == [("B1", "2")]
    assert "2 of 3 cards" in html
    state = html[html.index('id="deck-state"') : html.index('id="deck-list"')]
    assert "A deck has three cards; this has 2." in state
    assert re.findall(r'href="/rules/demo/#(DM-\d)"', state) == ["DM-5", "DM-6"]


def test_a_legal_deck_says_so(anna, hers):
    html = text_of(hers.get(url("deck", made(anna).pk)))
    assert "Ready to play." in html
    assert "Not valid yet" not in html


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ({"kind": "fruit"}, ["A1", "A2"]),
        ({"kind": "fruit", "letter": "p"}, ["A2"]),
        ({"kind": "loaf", "letter": "p"}, []),
        ({"words": "b"}, ["B1", "B2"]),
        ({"words": "BREAD card"}, ["B1"]),
        ({"words": "a2"}, ["A2"]),
        ({"mine": "on"}, ["A1", "B1"]),
        ({"kind": "soup"}, ["A1", "A2", "B1", "B2"]),
        ({"words": "\0", "x": "y"}, ["A1", "A2", "B1", "B2"]),
    ],
)
def test_the_cards_are_filtered(anna, hers, query, cards):
    address = url("deck", made(anna).pk)
    assert cards_shown(text_of(hers.get(address, query))) == cards
    part = text_of(hers.get(address, query, headers=HTMX))
    assert cards_shown(part) == cards
    assert "<html" not in part


def test_cards_are_put_in_and_taken_out_by_plain_forms_and_the_filter_stays(anna, hers):
    deck = made(anna, {})
    address = f"{url('change_deck', deck.pk)}?kind=loaf"
    assert f'action="{address}"' in text_of(hers.get(url("deck", deck.pk), {"kind": "loaf"}))
    answer = hers.post(address, {"add": "B1"})
    assert (answer.status_code, answer.url) == (302, f"{url('deck', deck.pk)}?kind=loaf#card-B1")
    hers.post(address, {"add": "B2"})
    hers.post(address, {"remove": "B1"})
    assert Deck.objects.get().cards == {"B2": 1}


def test_htmx_gets_what_has_changed_and_nothing_else(anna, hers):
    deck = made(anna, {"A1": 1})
    answer = hers.post(url("change_deck", deck.pk), {"add": "B1"}, headers=HTMX)
    html = text_of(answer)
    assert answer.status_code == 200
    assert cards_shown(html) == []
    whole = re.findall(r'id="([\w-]+)"[^>]*hx-swap-oob="true"', html)
    assert whole == ["card-copies-B1", "deck-state", "deck-list", "deck-figures", "deck-bar", "deck-text"]
    assert "2 of 3 cards" in html


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize(
    ("data", "status"), [({"add": "Z9"}, 400), ({}, 400), ({"remove": "\0"}, 400), ({"add": "A1"}, 409)]
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(anna, hers, data, status, headers):
    deck = made(anna, {"A1": 100})
    answer = hers.post(url("change_deck", deck.pk), data, headers=headers)
    assert answer.status_code == status
    assert 'role="alert"' in text_of(answer)
    assert ("<html" in text_of(answer)) != bool(headers)
    assert Deck.objects.get().cards == {"A1": 100}


def test_a_deck_is_renamed_copied_and_thrown_away(anna, hers):
    deck = made(anna)
    assert hers.post(url("rename_deck", deck.pk), {"name": "  Better   name "}).status_code == 302
    answer = hers.post(url("copy_deck", deck.pk))
    copy = Deck.objects.exclude(pk=deck.pk).get()
    assert answer.url == url("deck", copy.pk)
    assert (copy.name, copy.cards) == ("Better name (copy)", LEGAL)
    assert hers.post(url("delete_deck", deck.pk)).url == "/decks/"
    assert [left.pk for left in Deck.objects.all()] == [copy.pk]


def test_a_bad_name_is_refused_where_it_was_typed(anna, hers):
    deck = made(anna)
    answer = hers.post(url("rename_deck", deck.pk), {"name": "x" * 41})
    assert answer.status_code == 422
    assert "up to 40 characters" in text_of(answer)
    assert Deck.objects.get().name == "Mine"


def test_a_deck_is_handed_out_as_text(anna, hers):
    deck = made(anna, name="Crumbs")
    answer = hers.get(url("deck_text", deck.pk))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert text_of(answer) == "# Crumbs\n1 Apple\n2 Bread\n"
    assert "# Crumbs\n1 Apple\n2 Bread\n</textarea>" in text_of(hers.get(url("deck", deck.pk)))


# Whose it is

OWN = ("deck", "deck_text")
POSTS = ("change_deck", "copy_deck", "delete_deck", "rename_deck")


def test_the_deck_of_somebody_else_is_not_there(anna, hers):
    theirs = made(account("ben"))
    for name in OWN:
        assert hers.get(url(name, theirs.pk)).status_code == 404
    for name in POSTS:
        assert hers.post(url(name, theirs.pk), {"name": "Stolen", "add": "A1"}).status_code == 404
    assert list(Deck.objects.values_list("name", "cards")) == [("Mine", LEGAL)]


def test_without_an_account_ones_decks_are_behind_the_door(anna):
    deck = made(anna)
    for client in (Client(), browser_of(guest("Ida"))):
        for name in OWN:
            assert client.get(url(name, deck.pk)).url.startswith("/accounts/login/?next=/decks/")
        for name in POSTS:
            assert client.post(url(name, deck.pk)).status_code == 302
        assert client.post(url("copy_starter_deck", "demo", "basket")).status_code == 302
    assert Deck.objects.get().cards == LEGAL


def test_no_look_changes_anything_and_every_form_is_guarded(anna):
    deck = made(anna)
    client = signed_in(anna)
    for name in POSTS:
        assert client.get(url(name, deck.pk)).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    for name in POSTS:
        assert strict.post(url(name, deck.pk), {"add": "A1", "name": "X"}).status_code == 403
    assert Deck.objects.get().cards == LEGAL


def test_pages_take_few_queries_however_many_decks(anna, hers, django_assert_max_num_queries):
    deck, *_ = [made(anna, name=f"Deck {number}") for number in range(20)]
    for address in ("/decks/", url("deck", deck.pk), url("starter_deck", "demo", "basket")):
        with django_assert_max_num_queries(15):
            assert hers.get(address).status_code == 200
