"""The table over HTTP: page, partial, every refusal, and what a refusal leaves untouched."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Candidate, Game
from games.services.tables.leaving import leave
from tests.tables import running
from tests.views.people import browser_of, table_with_browsers

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def post(client, game, notation, ply=0, key=None, **headers):
    data = {"move": notation, "ply": ply, "key": key or f"p{ply}"}
    return client.post(reverse("games:move", args=[game.pk]), data, **headers)


def test_without_javascript_a_move_is_a_form_and_a_redirect():
    game, (anna, _) = table_with_browsers()
    answer = post(anna, game, "pick 3")
    assert (answer.status_code, answer.url) == (302, reverse("games:table", args=[game.pk]))
    page = anna.get(answer.url).content.decode()
    assert "<html" in page
    assert "Your secret pick is 3" in page


def test_with_htmx_a_move_answers_with_the_table_alone():
    game, (anna, _) = table_with_browsers()
    answer = post(anna, game, "pick 3", **HTMX)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert text.startswith('<div id="table"')
    assert "<html" not in text


def test_what_htmx_is_shown_says_the_address_that_shows_it_again():
    game, (anna, ben) = table_with_browsers()
    address = reverse("games:table", args=[game.pk])
    assert anna.get(f"{address}?slot=3&slot=4", **HTMX)["HX-Replace-Url"] == f"{address}?slot=3&slot=4"
    assert post(anna, game, "nonsense", **HTMX)["HX-Replace-Url"] == address
    assert post(anna, game, "pick 3", **HTMX)["HX-Replace-Url"] == address
    assert "HX-Replace-Url" not in ben.get(address).headers


def test_others_do_not_see_a_secret_pick():
    game, (anna, ben) = table_with_browsers()
    post(anna, game, "pick 3")
    for client in (ben, Client()):
        text = client.get(reverse("games:table", args=[game.pk])).content.decode()
        assert "has picked" in text
        assert "You picked" not in text
        assert "secret pick" not in text


def test_whoever_is_to_move_at_the_same_time_is_named_in_a_sentence_each():
    game, _ = table_with_browsers()
    text = Client().get(reverse("games:table", args=[game.pk])).content.decode()
    assert text.count("'s turn.") == 2
    assert text.count("'s turn. </span>") == 2


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"move": "pick 9"}, 400),
        ({"move": "rolled 3"}, 422),
        ({"ply": "7"}, 409),
        ({"ply": "-1"}, 400),
        ({"ply": "1e9"}, 400),
        ({"ply": "٣"}, 400),
        ({"key": ""}, 400),
        ({"move": ""}, 400),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_refusal_has_its_status_a_fresh_table_and_changes_nothing(data, status, headers):
    game, (anna, _) = table_with_browsers()
    sent = {"move": "pick 3", "ply": "0", "key": "p0"} | data
    answer = anna.post(reverse("games:move", args=[game.pk]), sent, **headers)
    assert answer.status_code == status
    text = answer.content.decode()
    assert 'id="table"' in text
    assert 'role="alert"' in text
    assert '<div id="alert" class="alert" role="alert">' in text
    assert Game.objects.get(pk=game.pk).ply == 0


def test_a_refusal_links_to_its_rule():
    game, (anna, _) = table_with_browsers()
    text = post(anna, game, "rolled 3").content.decode()
    assert f"{reverse('games:rules', args=['demo'])}#DM-2" in text


def test_strangers_are_refused_with_403():
    game, _ = table_with_browsers()
    assert post(Client(), game, "pick 3").status_code == 403
    assert Game.objects.get(pk=game.pk).ply == 0


def test_repeated_posts_answer_alike():
    game, (anna, _) = table_with_browsers()
    answers = {(a.status_code, a.url) for a in (post(anna, game, "pick 3") for _ in range(5))}
    assert len(answers) == 1
    assert Game.objects.get(pk=game.pk).ply == 1


def test_a_poll_that_missed_nothing_is_204():
    game, (anna, _) = table_with_browsers()
    address = reverse("games:table", args=[game.pk])
    assert anna.get(address, {"since": "0"}, **HTMX).status_code == 204
    post(anna, game, "pick 3")
    assert anna.get(address, {"since": "0"}, **HTMX).status_code == 200


def test_a_poll_of_a_page_of_another_release_is_205():
    game, (anna, _) = table_with_browsers()
    address = reverse("games:table", args=[game.pk])
    answer = anna.get(address, {"since": "0", "release": "0123abcd"}, **HTMX)
    assert (answer.status_code, answer.content) == (205, b"")
    assert anna.get(address, {"since": "0", "release": ""}, **HTMX).status_code == 204
    release = re.search('<meta name="release" content="(.*)">', anna.get(address).content.decode())[1]
    assert anna.get(address, {"since": "0", "release": release}, **HTMX).status_code == 204


def somebody_asks(game):
    game.seats.filter(index=1).update(bot=2)
    Candidate.objects.create(game=game, index=1, name="Dora")


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.seats.filter(index=1).update(left=True),
        lambda game: game.seats.filter(index=1).update(wants_end=True),
        somebody_asks,
        lambda game: Game.objects.filter(pk=game.pk).update(waits_at=running()[0]),
        lambda game: Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED),
    ],
    ids=["seat left", "vote to end", "bot's seat wanted", "pastime", "over"],
)
def test_a_poll_is_answered_while_more_than_moves_may_change_the_table(change):
    game, (anna, _) = table_with_browsers()
    change(game)
    assert anna.get(reverse("games:table", args=[game.pk]), {"since": "0"}, **HTMX).status_code == 200


def test_unknown_and_private_games_are_the_same_404():
    game, _ = table_with_browsers()
    Game.objects.filter(pk=game.pk).update(listed=False)
    unknown = "00000000-0000-4000-8000-000000000000"
    answers = [Client().get(reverse("games:table", args=[pk])) for pk in (game.pk, unknown)]
    assert [answer.status_code for answer in answers] == [404, 404]
    texts = [TOKEN.sub("", answer.content.decode()) for answer in answers]
    assert texts[0].replace(str(game.pk), unknown) == texts[1]


@pytest.mark.parametrize("name", ["table", "replay", "record", "fair", "fair_json"])
def test_pages_of_a_game_are_never_stored(name):
    game, (anna, _) = table_with_browsers()
    answer = anna.get(reverse(f"games:{name}", args=[game.pk]))
    assert "no-store" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]


def test_a_move_without_a_csrf_token_is_refused():
    game, (anna, _) = table_with_browsers()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = anna.cookies
    assert post(strict, game, "pick 3").status_code == 403
    assert Game.objects.get(pk=game.pk).ply == 0


def test_queries_of_a_table_and_a_move(django_assert_max_num_queries):
    game, (anna, _) = table_with_browsers()
    anna.get("/")
    with django_assert_max_num_queries(12):
        anna.get(reverse("games:table", args=[game.pk]))
    with django_assert_max_num_queries(20):
        post(anna, game, "pick 3")


@pytest.mark.parametrize(
    ("slug", "words"), [("karciane_miasto", "you're out"), ("point_city", "a bot takes over for you")]
)
def test_who_thinks_of_leaving_reads_what_it_means_in_this_title(slug, words):
    game, viewers = running(slug)
    page = browser_of(viewers[0]).get(reverse("games:table", args=[game.pk])).content.decode()
    assert words in page.partition('class="leave"')[2].partition("</form>")[0]


def test_where_a_seat_that_nobody_plays_for_is_out_the_choice_says_so():
    game, (anna, _, cora) = running("karciane_miasto", 3)
    leave(game.pk, cora)
    page = unescape(browser_of(anna).get(reverse("games:table", args=[game.pk])).content.decode())
    assert "No one (they're out)" in page
    assert "No one (simplest moves)" not in page


def test_where_a_seat_that_nobody_plays_for_is_out_a_missing_bot_can_be_taken_out():
    game, (anna, _) = running("karciane_miasto")
    late = timezone.now() - timedelta(seconds=11)
    game.seats.filter(index=1).update(bot=2, guest=None, kind="bot", bot_at=late)
    page = unescape(browser_of(anna).get(reverse("games:table", args=[game.pk])).content.decode())
    assert "Take them out of the game" in page
    assert "Use the simplest moves" not in page


def test_the_symbols_of_a_card_that_is_told_in_words_are_no_images_to_a_screen_reader():
    game, (browser, _) = table_with_browsers(slug="point_city")
    html = browser.get(reverse("games:table", args=[game.pk])).content.decode()
    minis = re.findall('<i class="mini"[^>]*>', html)
    assert minis and all('aria-hidden="true"' in tag for tag in minis)
    # Nothing of a slot or of the deck's pile is read but the control, which has the words for a name.
    hidden = re.findall(
        r'<(?:li id="slot-\d+" class="slot">\s*<div|div class="pile") aria-hidden="true">', html
    )
    assert len(hidden) == 17 == html.count('class="signs"')
