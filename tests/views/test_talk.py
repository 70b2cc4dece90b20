"""Talk over HTTP: the panel beside the table, what is said and refused, and who is not heard."""

import re
from html import escape, unescape

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from games.models import ChatLine, Game, Relation, Sanction
from games.selectors.phrases import PHRASES
from games.services.company.talk import hide_line
from games.templatetags.talk import linked
from tests.tables import guest, running
from tests.talking import account, end, said, seat, tell
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
ONCE = re.compile(r'name="once" value="([0-9a-f]+)"')
VERSION = re.compile(r'data-version="([0-9a-f]+)"')
ALERT = re.compile(r'role="alert"[^>]*>\s*([^<]*?)\s*<')


@pytest.fixture
def game():
    return running()[0]


@pytest.fixture
def olga(game):
    viewer = account("Olga")
    seat(game, 0, viewer)
    return viewer


@pytest.fixture
def petro():
    """Somebody who watches."""
    return account("Petro")


def at(game, name="talk"):
    return reverse(f"games:{name}", args=[game.pk])


def browser(viewer):
    if viewer.guest_id:
        return browser_of(viewer)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=viewer.user_id))
    return client


def page(client, game, name="table", **query):
    answer = client.get(at(game, name), query)
    assert answer.status_code == 200
    return answer.content.decode()


def refusal(answer):
    return unescape(ALERT.findall(answer.content.decode())[-1])


def test_a_line_is_said_and_the_plain_answer_leads_back_to_the_table(game, olga):
    client = browser(olga)
    [once] = ONCE.findall(page(client, game))
    for _ in range(2):
        answer = client.post(at(game), {"text": " Good\nevening ", "once": once})
        assert (answer.status_code, answer["Location"]) == (302, at(game, "table") + "#talk")
    assert ChatLine.objects.get().text == "Good evening"
    assert "Good evening" in page(client, game)


def test_every_page_has_a_form_of_its_own(game, olga):
    client = browser(olga)
    assert ONCE.findall(page(client, game)) != ONCE.findall(page(client, game))


def test_htmx_is_answered_with_the_lines_and_an_empty_alert_but_no_table_and_no_field(game, olga):
    answer = browser(olga).post(at(game), {"text": "Good evening"}, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Good evening" in html
    assert refusal(answer) == ""
    assert ONCE.findall(html) or 'id="talk-once"' in html
    assert 'id="table"' not in html
    assert 'name="text"' not in html
    assert answer["Cache-Control"] == "no-store, private"


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("", 400, "Type a message first."),
        ("\u202e \u200b", 400, "Type a message first."),
        ("x" * 301, 400, "Messages can be up to 300 characters."),
        ("again", 429, "You already said that. Try again in"),
    ],
)
def test_a_refusal_says_why_and_says_nothing(game, olga, text, status, words, headers):
    said(game, olga, "again", ago=2)
    answer = browser(olga).post(at(game), {"text": text}, headers=headers)
    assert answer.status_code == status
    assert refusal(answer).startswith(words)
    assert ChatLine.objects.count() == 1


def test_what_was_refused_is_still_in_the_field(game, olga):
    said(game, olga, "not <again>", ago=2)
    answer = browser(olga).post(at(game), {"text": "not <again>"})
    assert 'value="not &lt;again&gt;"' in answer.content.decode()


def test_a_banned_person_is_told(game, olga):
    Sanction.objects.create(user_id=olga.user_id, kind=Sanction.Kind.CHAT, reason="Rude.")
    answer = browser(olga).post(at(game), {"text": "Hello"}, headers=HTMX)
    assert answer.status_code == 403
    assert refusal(answer).startswith("You can't write in chat right now.")


def test_guests_are_offered_phrases_and_refused_own_words(game):
    client = browser(guest("Greta"))
    html = page(client, game)
    assert 'name="text"' not in html
    assert len(re.findall('name="phrase"', html)) == len(PHRASES) >= 16
    assert client.post(at(game), {"text": "Hello"}).status_code == 403
    assert client.post(at(game), {"phrase": "hello"}).status_code == 302
    assert client.post(at(game), {"phrase": "nonsense"}).status_code == 400
    assert ChatLine.objects.get().phrase == "hello"


def test_a_stranger_reads_and_is_asked_to_log_in(game, petro):
    said(game, petro, "Hello watchers", "watchers")
    html = page(Client(), game)
    assert "Hello watchers" in html
    assert 'name="phrase"' not in html
    assert Client().post(at(game), {"phrase": "hello"}).status_code == 403


def test_a_phrase_is_said_although_something_is_being_written(game, olga):
    browser(olga).post(at(game), {"text": "half a sen", "phrase": "thanks"})
    assert ChatLine.objects.values_list("text", "phrase").get() == ("", "thanks")


@pytest.mark.parametrize("language", ["en", "uk", "pl"])
def test_a_phrase_is_read_in_the_readers_language(game, olga, language):
    tell(game, olga, phrase="your_turn")
    html = browser(olga).get(at(game), headers={"Accept-Language": language}).content.decode()
    with override(language):
        words = gettext(PHRASES["your_turn"])
    assert language == "en" or words != PHRASES["your_turn"]
    lines = html[html.index('id="talk-lines"') : html.index("</ol>")]
    assert escape(words) in lines


# Who reads what.


PAGES = ("table", "talk", "record", "fair", "fair_json", "replay")


def everything(client, game):
    """Return all one is shown of a game."""
    answers = [client.get(at(game, name), follow=True) for name in PAGES]
    answers += [client.get(at(game, name), headers=HTMX) for name in ("table", "talk")]
    answers += [client.get(at(game), {"before": 10**9})]
    return "".join(answer.content.decode() for answer in answers)


def test_players_and_watchers_are_apart_until_the_end(game, olga, petro):
    said(game, olga, "secret of the players")
    said(game, petro, "secret of the watchers", "watchers")
    for watcher in (browser(petro), browser(guest("Greta")), Client()):
        found = everything(watcher, game)
        assert "secret of the players" not in found
        assert "secret of the watchers" in found
    found = everything(browser(olga), game)
    assert "secret of the players" in found
    assert "secret of the watchers" not in found
    end(game)
    for reader in (browser(olga), browser(petro), Client()):
        found = everything(reader, game)
        assert "secret of the players" in found
        assert "secret of the watchers" in found


def test_staff_who_do_not_play_read_what_watchers_read(game, olga):
    said(game, olga, "secret of the players")
    staff = account("Staff", is_staff=True, is_superuser=True)
    assert "secret of the players" not in everything(browser(staff), game)


def test_lines_are_in_no_record_even_after_the_end(game, olga):
    said(game, olga, "secret of the players")
    end(game)
    for name in ("record", "fair_json"):
        assert "secret of the players" not in browser(olga).get(at(game, name)).content.decode()


@pytest.mark.parametrize("name", ["talk", "mute", "unmute"])
def test_the_talk_of_a_private_game_is_not_there_for_others(game, olga, petro, name):
    line = said(game, olga, "Hello")
    Game.objects.filter(pk=game.pk).update(listed=False)
    for stranger in (browser(petro), Client()):
        assert stranger.post(at(game, name), {"line": line.pk, "text": "Hi"}).status_code == 404
    assert browser(petro).get(at(game)).status_code == 404
    assert browser(olga).get(at(game)).status_code == 200


def test_where_nobody_meets_there_is_no_talk(olga):
    alone = running(seats=2)[0]
    Game.objects.filter(pk=alone.pk).update(seat_count=1)
    client = browser(olga)
    assert 'id="talk"' not in client.get(at(alone, "table")).content.decode()
    assert client.get(at(alone)).status_code == 404


def test_a_hidden_line_is_nowhere(game, olga):
    line = said(game, olga, "something rude")
    said(game, olga, "something nice")
    hide_line(line)
    found = everything(browser(olga), game)
    assert "something rude" not in found
    assert "something nice" in found


def test_the_page_shows_the_last_fifty_lines_and_leads_to_the_others(game, olga):
    lines = [said(game, olga, f"number {number}!") for number in range(120)]
    client = browser(olga)
    seen = [
        re.findall(r"number (\d+)!", page(client, game, "talk", **query))
        for query in ({}, {"before": lines[70].pk}, {"before": lines[20].pk})
    ]
    assert [list(map(int, found)) for found in seen] == [
        list(range(70, 120)),
        list(range(20, 70)),
        list(range(20)),
    ]
    assert f"?before={lines[70].pk}" in page(client, game, "talk")
    assert f"?before={lines[20].pk}" in page(client, game, "talk", before=lines[70].pk)
    assert 'href="?before=' not in page(client, game, "talk", before=lines[20].pk)
    assert "number 119!" in page(client, game)


def test_a_poll_that_has_missed_nothing_is_told_so(game, olga):
    client = browser(olga)
    [version] = VERSION.findall(page(client, game))
    assert client.get(at(game), {"since": version}, headers=HTMX).status_code == 204
    tell(game, olga, "Hello")
    answer = client.get(at(game), {"since": version}, headers=HTMX)
    assert "Hello" in answer.content.decode()
    [version] = VERSION.findall(answer.content.decode())
    assert client.get(at(game), {"since": version}, headers=HTMX).status_code == 204


# Not hearing somebody.


@pytest.fixture
def loud(game):
    """A guest at seat 1 whose line everybody reads, and the line."""
    viewer = guest("Loud")
    game.seats.filter(index=1).update(guest_id=viewer.guest_id, name="Loud")
    return said(game, viewer, "LISTEN TO ME")


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_muted_person_is_not_heard_until_unmuted(game, olga, loud, headers):
    client, other = browser(olga), browser(account("Other"))
    seat(game, 0, olga)
    answer = client.post(at(game, "mute"), {"line": loud.pk}, headers=headers)
    assert answer.status_code == (200 if headers else 302)
    html = page(client, game)
    assert "LISTEN TO ME" not in html
    assert "1 person muted" in html
    end(game)
    assert "LISTEN TO ME" in page(other, game)
    client.post(at(game, "unmute"), {"line": loud.pk}, headers=headers)
    html = page(client, game)
    assert "LISTEN TO ME" in html
    assert "0 people muted" in html


def test_a_guest_mutes_in_their_own_browser(game, loud):
    greta = guest("Greta")
    game.seats.filter(index=0).update(guest_id=greta.guest_id)
    client, elsewhere = browser(greta), browser(greta)
    client.post(at(game, "mute"), {"line": loud.pk})
    assert "LISTEN TO ME" not in page(client, game)
    assert "LISTEN TO ME" in page(elsewhere, game)
    assert not Relation.objects.exists()
    client.post(at(game, "unmute"), {"line": loud.pk})
    assert "LISTEN TO ME" in page(client, game)


def test_nobody_mutes_themselves(game, olga):
    line = said(game, olga, "my own words")
    for client in (browser(olga),):
        client.post(at(game, "mute"), {"line": line.pk})
        assert "my own words" in page(client, game)


def test_a_blocked_person_is_not_heard_either(game, olga, loud):
    Relation.objects.create(owner_id=olga.user_id, kind="block", guest_id=loud.guest_id)
    html = page(browser(olga), game)
    assert "LISTEN TO ME" not in html
    assert "0 people muted" in html


def test_a_friend_is_heard(game, olga, loud):
    Relation.objects.create(owner_id=olga.user_id, kind="friend", guest_id=loud.guest_id)
    assert "LISTEN TO ME" in page(browser(olga), game)


def test_what_one_may_not_read_one_may_not_mute(game, petro, loud):
    client = browser(petro)
    for line in (loud.pk, 10**9, "x", ""):
        assert client.post(at(game, "mute"), {"line": line}).status_code == 404
    assert not Relation.objects.exists()


# The page itself.


def test_every_line_can_be_reported(game, olga, loud):
    assert f'href="{reverse("games:report")}?line={loud.pk}"' in page(browser(olga), game)


@pytest.mark.parametrize("name", ["talk", "mute", "unmute"])
def test_nothing_is_posted_without_a_token(game, olga, loud, name):
    client = browser(olga)
    client.handler.enforce_csrf_checks = True
    assert client.post(at(game, name), {"text": "Hello", "line": loud.pk}).status_code == 403
    assert ChatLine.objects.count() == 1
    assert not Relation.objects.exists()


@pytest.mark.parametrize("name", ["mute", "unmute"])
def test_looking_changes_nothing(game, olga, loud, name):
    assert browser(olga).get(at(game, name), {"line": loud.pk}).status_code == 405


def test_names_and_words_are_escaped(game, olga):
    line = said(game, olga, '<script>alert(1)</script> "&')
    ChatLine.objects.filter(pk=line.pk).update(name="<b>Eve")
    html = page(browser(olga), game)
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;" in html
    assert "<bdi>&lt;b&gt;Eve</bdi>" in html
    assert "<script>alert" not in html


A = '<a href="{0}" rel="nofollow noopener ugc" target="_blank">{0}</a>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("see https://example.org/a?b=1&c=2.", "see " + A.format("https://example.org/a?b=1&amp;c=2") + "."),
        ("(HTTP://EXAMPLE.ORG)", "(" + A.format("HTTP://EXAMPLE.ORG") + ")"),
        ("https://en.example/a_(b)", A.format("https://en.example/a_(b)")),
        ("https://a.example, https://b.example", A.format("https://a.example") + ", " + A.format("https://b.example")),
        ("https://приклад.укр/шлях", A.format("https://приклад.укр/шлях")),
        ("http://a.example:8000/x", A.format("http://a.example:8000/x")),
        ("http://a.example: look", A.format("http://a.example") + ": look"),
        ('http://a.example/"onmouseover="x', A.format("http://a.example/") + "&quot;onmouseover=&quot;x"),
        ("http://a.example/<b>", A.format("http://a.example/") + "&lt;b&gt;"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("data:text/html,x ftp://a.example", "data:text/html,x ftp://a.example"),
        ("https://bank.example@evil.example", "https://bank.example@evil.example"),
        ("https://bank.example:80@evil.example/", "https://bank.example:80@evil.example/"),
        ("www.example.org mail@example.org", "www.example.org mail@example.org"),
        ("a < b & c", "a &lt; b &amp; c"),
    ],
)  # fmt: skip
def test_web_addresses_become_links_and_all_else_stays_text(text, html):
    assert linked(text) == html


def test_a_table_with_much_talk_takes_few_queries(game, olga, petro, django_assert_max_num_queries):
    people = [guest(f"Guest {number}") for number in range(20)]
    for number in range(60):
        said(game, people[number % 20], f"line {number}")
    for person in people[:5]:
        Relation.objects.create(owner_id=olga.user_id, kind="mute", guest_id=person.guest_id)
    client = browser(olga)
    for name in ("table", "talk"):
        with django_assert_max_num_queries(15) as captured:
            client.get(at(game, name))
        print(len(captured))
