"""Bots as pages offer them: one press to a game, the waiting room, the running table; and forged forms."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.forms.prefs import read
from games.models import Candidate, Game, Guest, Seat, SiteState
from games.rules import registry
from games.services.tables.bots import open_against_bots
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, signed_in
from tests.tables import fresh, guest, row, running
from tests.views.opening import offered, opened, text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
BOTS = "/new/demo/bots/"


@pytest.fixture(autouse=True)
def only_the_demo_which_bots_know(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.views.taught"})


def against(*levels, **plan):
    """Return a running game of Anna and bots, and Anna's browser."""
    anna = guest("Anna")
    wanted = Plan("demo", 1 + len(levels), {}, **({"listed": True} | plan))
    return fresh(open_against_bots(anna, wanted, levels)), browser_of(anna)


def facts():
    """Return everything that a refused form must leave as it is."""
    seats = Seat.objects.order_by("game", "index").values_list("game", "index", "bot", "name", "left")
    return [*seats], [*Game.objects.values_list("pk", "status", "bot_pace")], Candidate.objects.count()


# One press to a game


def test_a_stranger_is_in_a_game_after_one_press_and_one_choice():
    client = Client()
    page = text_of(client.get("/"))
    assert 'href="/new/demo/"' in page
    assert f'formaction="{BOTS}"' in text_of(client.get("/new/demo/"))
    answer = client.post(BOTS, {"seats": "2", "level": "3", "bots": "calm", "seed": "x"} | offered(client))
    game = Game.objects.get()
    assert (answer.url, game.is_running, game.listed, game.bot_pace) == (
        url("table", game),
        True,
        False,
        "calm",
    )
    assert [seat.bot for seat in game.seats.all()] == [0, 3]
    assert game.seats.get(index=0).name == Guest.objects.get().name
    chosen = read(client.cookies["prefs"].value)
    assert (chosen.way, chosen.level, chosen.bots) == ("bots", "3", "calm")
    again = text_of(client.get("/new/demo/"))
    assert 'value="3" id="demo-level_2" checked' in again


def test_the_shown_shuffle_is_that_of_the_game_and_a_second_press_leads_there_too():
    client = Client()
    form = {"seats": "3"} | offered(client)
    one, other = client.post(BOTS, form), client.post(BOTS, form)
    game = Game.objects.get()
    assert one.url == other.url
    assert game.commitment == form["offer"].split(".")[1]
    assert [seat.bot for seat in game.seats.all()] == [0, 2, 2]


def test_a_title_that_bots_do_not_know_offers_none(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})
    client = Client()
    assert BOTS not in text_of(client.get("/new/demo/"))
    answer = client.post(BOTS, {"seats": "2"} | offered(client))
    assert answer.status_code == 409
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"level": "5"}, {"level": "0"}, {"level": "x"}, {"seats": "9"}, {"bots": "warp"}]
)
def test_a_forged_choice_deals_nothing(wrong):
    client = Client()
    assert client.post(BOTS, {"seats": "2", "level": "2"} | wrong | offered(client)).status_code == 422
    assert not Game.objects.exists()
    assert not Guest.objects.exists()


def test_no_rated_game_is_dealt_to_bots():
    client = signed_in(account("anna"))
    answer = client.post(BOTS, {"seats": "2", "rated": "yes"} | offered(client))
    assert answer.status_code == 409
    assert "bots can't join" in text_of(answer)
    assert not Game.objects.exists()


def test_without_an_offer_nothing_is_dealt():
    assert Client().post(BOTS, {"seats": "2"}).status_code == 409
    assert not Game.objects.exists()


# The waiting room


def test_the_host_adds_and_removes_bots_and_starts_with_them():
    game, host = opened(seats=4, listed=True)
    page = text_of(host.get(url("table", game)))
    assert page.count("Add a bot") == 3
    assert "Start now with bots" in page
    host.post(url("add_bot", game), {"level": "4"})
    host.post(url("add_bot", game), {"level": "1", "seat": "2"})
    # The same form once more seats nobody, and one for a seat that is taken shows that it is.
    assert host.post(url("add_bot", game), {"level": "1", "seat": "2"}).status_code == 302
    assert host.post(url("add_bot", game), {"level": "1", "seat": "0"}).status_code == 409
    assert host.post(url("add_bot", game), {"level": "1", "seat": "9"}).status_code == 409
    assert [seat.bot for seat in game.seats.all()] == [0, 4, 1]
    page = text_of(host.get(url("table", game)))
    removable = re.findall(r'>Remove<span class="vh"> <bdi>([^<]+)</bdi></span></button>', page)
    assert removable == [seat.name for seat in game.seats.all() if seat.bot]
    host.post(url("remove_bot", game, 1))
    assert [seat.bot for seat in game.seats.all()] == [0, 1]
    assert host.post(url("start_with_bots", game), {"level": "2"}).url == url("table", game)
    assert [seat.bot for seat in game.seats.all()] == [0, 2, 1, 2]
    assert fresh(game).is_running
    assert fresh(game).newcomers_until > timezone.now()


def test_others_see_the_bots_and_nothing_to_change_them():
    game, host = opened(seats=3, listed=True)
    host.post(url("add_bot", game), {"level": "3"})
    page = text_of(Client().get(url("table", game)))
    assert "Planner" in page
    for name in ("add_bot", "start_with_bots"):
        assert url(name, game) not in page
    assert url("remove_bot", game, 1) not in page


def seated(game):
    """Return the browser of a second person at an open table."""
    ben = guest("Ben")
    sit(game.pk, ben, "")
    return browser_of(ben)


@pytest.mark.parametrize("name", ["add_bot", "start_with_bots"])
def test_forged_seats_of_bots_change_nothing(name):
    game, host = opened(seats=3, listed=True)
    ben = seated(game)
    before = facts()
    for level in ("0", "5", "-1", "two", "", "２", "9" * 30):
        assert host.post(url(name, game), {"level": level}).status_code == 400
    assert ben.post(url(name, game), {"level": "2"}).status_code == 403
    assert Client().post(url(name, game), {"level": "2"}).status_code == 403
    assert facts() == before


def test_no_bot_sits_beyond_the_seats_or_at_a_running_rated_or_others_table():
    running, anna = against(2, 2)
    anna_account = account("anna")
    rated = open_table(anna_account, Plan("demo", 3, {}, listed=True, rated=True))
    private, _ = opened(seats=3)
    before = facts()
    for name in ("add_bot", "start_with_bots"):
        assert anna.post(url(name, running), {"level": "2"}).status_code == 409
        assert signed_in(anna_account).post(url(name, rated), {"level": "2"}).status_code == 409
        assert anna.post(url(name, private), {"level": "2"}).status_code == 404
    assert anna.post(url("remove_bot", running, 1)).status_code == 409
    assert facts() == before


# The running table


def test_bots_are_shown_as_what_they_are_and_one_talks_to_nobody():
    game, anna = against(4)
    page = text_of(anna.get(url("table", game)))
    assert "#bot-4" in page
    assert 'id="talk"' not in page
    assert anna.get(url("talk", game)).status_code == 404
    assert 'id="talk"' in text_of(Client().get(url("table", game)))
    assert "If you leave, this game ends without a result." in page


def test_without_scripts_the_page_looks_again_while_a_bot_thinks():
    game, anna = against(2)
    refresh = '<noscript><meta http-equiv="refresh"'
    assert refresh not in text_of(anna.get(url("table", game)))
    game.seats.filter(index=0).update(acts_since=None)
    assert refresh in text_of(anna.get(url("table", game)))


def test_whoever_plays_chooses_the_pace():
    game, anna = against(2)
    assert 'value="brisk" class="button-small" aria-pressed="true"' in text_of(anna.get(url("table", game)))
    assert anna.post(url("bot_pace", game), {"pace": "once"}).status_code == 302
    assert fresh(game).bot_pace == "once"
    before = facts()
    assert anna.post(url("bot_pace", game), {"pace": "warp"}).status_code == 400
    assert Client().post(url("bot_pace", game), {"pace": "calm"}).status_code == 403
    assert facts() == before


def three_of_whom_one_left():
    game, host = opened(seats=3, listed=True)
    ben, cora = guest("Ben"), guest("Cora")
    for each in (ben, cora):
        sit(game.pk, each, "")
    leave(game.pk, cora)
    return fresh(game), host, browser_of(ben)


def test_those_who_stay_choose_what_plays_for_who_left():
    game, _, ben = three_of_whom_one_left()
    assert row(game, 2).bot == 2
    page = text_of(ben.get(url("table", game)))
    assert "<bdi>Cora</bdi> has left. Who should take over?" in page
    assert "No one (simplest moves)" in page
    for level in ("4", "0"):
        assert ben.post(url("stand_in", game, 2), {"level": level}).status_code == 302
        assert row(game, 2).bot == int(level)
    before = facts()
    assert ben.post(url("stand_in", game, 2), {"level": "5"}).status_code == 400
    assert ben.post(url("stand_in", game, 0), {"level": "2"}).status_code == 400
    assert Client().post(url("stand_in", game, 2), {"level": "2"}).status_code == 403
    assert facts() == before


def test_those_who_stay_see_who_wants_to_end_what_somebody_has_left():
    game, host, ben = three_of_whom_one_left()
    vote = "Vote to end the game without a result"
    assert "all the others agree: 0 of 2 so far" in text_of(host.get(url("table", game)))
    assert host.post(url("decide", game, 2), {"choice": "end"}).status_code == 302
    mine, other = (text_of(each.get(url("table", game))) for each in (host, ben))
    assert "You voted to end the game" in mine and vote not in mine
    assert "You voted to end the game" not in other and vote in other
    assert "all the others agree: 1 of 2 so far" in mine and "1 of 2 so far" in other
    assert ben.post(url("decide", game, 2), {"choice": "end"}).status_code == 302
    assert fresh(game).is_over


def test_a_substitute_sits_down_when_all_agree():
    game, host, ben = three_of_whom_one_left()
    dora = browser_of(guest("Dora"))
    assert url("ask_for_bot_seat", game, 2) in text_of(dora.get(url("table", game)))
    dora.post(url("ask_for_bot_seat", game, 2))
    asked = Candidate.objects.get()
    assert "<bdi>Dora</bdi> would like to take over from <bdi>Cora</bdi>." in text_of(
        host.get(url("table", game))
    )
    answer = url("answer_candidate", game, asked.pk)
    assert dora.post(answer, {"answer": "yes"}).status_code == 403
    assert host.post(answer, {"answer": "perhaps"}).status_code == 400
    host.post(answer, {"answer": "yes"})
    assert row(game, 2).bot
    ben.post(answer, {"answer": "yes"})
    assert (row(game, 2).name, row(game, 2).bot) == ("Dora", 0)


def test_the_first_no_ends_it_and_so_does_who_asked():
    game, host, _ = three_of_whom_one_left()
    dora = browser_of(guest("Dora"))
    dora.post(url("ask_for_bot_seat", game, 2))
    host.post(url("answer_candidate", game, Candidate.objects.get().pk), {"answer": "no"})
    assert not Candidate.objects.exists()
    dora.post(url("ask_for_bot_seat", game, 2))
    dora.post(url("withdraw", game))
    assert not Candidate.objects.exists()


def test_a_page_that_comes_back_hears_that_nobody_wants_a_seat_any_more():
    """It is at the same ply, and the same people are there."""
    game, anna = against(2)
    dora = browser_of(guest("Dora"))
    dora.post(url("ask_for_bot_seat", game, 1))
    page = text_of(anna.get(url("table", game)))
    assert "would like to take over" in page
    shown = {"since": game.ply, "here": re.search('data-here="([^"]*)"', page)[1]}
    dora.post(url("withdraw", game))
    answer = anna.get(url("table", game), shown, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    page = text_of(answer)
    assert "would like to take over" not in page
    shown["here"] = re.search('data-here="([^"]*)"', page)[1]
    assert anna.get(url("table", game), shown, headers={"HX-Request": "true"}).status_code == 204


def test_a_page_that_comes_back_hears_how_fast_bots_answer_now():
    """It was chosen in another tab."""
    game, anna = against(2)
    page = text_of(anna.get(url("table", game)))
    shown = {"since": game.ply, "here": re.search('data-here="([^"]*)"', page)[1]}
    assert anna.get(url("table", game), shown, headers={"HX-Request": "true"}).status_code == 204
    anna.post(url("bot_pace", game), {"pace": "calm"})
    assert anna.get(url("table", game), shown, headers={"HX-Request": "true"}).status_code == 200


def test_a_newcomer_is_offered_the_seat_of_a_bot_that_has_not_moved():
    game, host = opened(seats=3, listed=True)
    host.post(url("start_with_bots", game), {"level": "2"})
    dora = Client()
    assert url("take_bot_seat", game) in text_of(dora.get(url("table", game)))
    dora.post(url("take_bot_seat", game))
    assert row(game, 1).bot == 0
    Game.objects.update(newcomers_until=timezone.now() - timedelta(seconds=1))
    late = Client()
    assert url("take_bot_seat", game) not in text_of(late.get(url("table", game)))
    assert late.post(url("take_bot_seat", game)).status_code == 409


@pytest.mark.parametrize("client", [Client, lambda: browser_of(guest("Dora"))])
def test_with_guests_off_no_guest_takes_the_seat_of_a_bot_nor_asks_for_it(client):
    game, host = opened(seats=3, listed=True)
    host.post(url("start_with_bots", game), {"level": "2"})
    SiteState.objects.create(pk=SiteState.ONLY, guests_welcome=False)
    for address in (url("take_bot_seat", game), url("ask_for_bot_seat", game, 2)):
        answer = client().post(address)
        assert answer.status_code == 403
        assert "You need an account to play here." in text_of(answer)
    assert {row(game, 1).bot, row(game, 2).bot} == {2}


def test_the_table_says_when_nobody_plays_for_the_bots():
    game, anna = against(2)
    game.seats.filter(index=1).update(bot_at=timezone.now() - timedelta(seconds=11))
    page = text_of(anna.get(url("table", game)))
    assert "isn't responding" in page or "isn&#x27;t answering" in page
    assert 'name="choice" value="default"' in page
    anna.post(url("decide", game, 1), {"choice": "default"})
    assert row(game, 1).bot == 0


# Afterwards


def test_games_against_bots_stand_apart_on_a_profile():
    anna = account("anna")
    for levels, place in (((1, 3), 1), ((3, 3), 2), ((2, 2), 1)):
        game = open_against_bots(anna, Plan("demo", 3, {}, listed=True), levels)
        game.seats.update(points=4, place=3)
        game.seats.filter(index=0).update(points=9, place=place)
        Game.objects.filter(pk=game.pk).update(status="finished", ended_at=timezone.now())
    page = text_of(Client().get(f"/players/{anna.user_id}/"))
    table = page[page.index('aria-labelledby="bots-title"') :]
    assert "1 of 1" in table
    assert "1 of 2" in table
    assert "statistics-demo" not in page
    assert "above" not in table


def test_a_stranger_becomes_a_guest_only_where_there_is_a_seat():
    """Refused at once, they are still nobody: no name is used up and no session begins."""
    game, _ = against(2)
    Game.objects.update(newcomers_until=timezone.now() - timedelta(seconds=1))
    before = facts(), Guest.objects.count()
    stranger = Client()
    assert stranger.post(url("take_bot_seat", game)).status_code == 409
    assert stranger.post(url("ask_for_bot_seat", game, 0)).status_code == 409
    assert (facts(), Guest.objects.count()) == before
    assert "sessionid" not in stranger.cookies
    assert stranger.post(url("ask_for_bot_seat", game, 1)).status_code == 302
    assert Candidate.objects.get().guest == Guest.objects.get(name=Candidate.objects.get().name)


def test_the_waiting_room_tells_the_levels_apart_in_words():
    game, host = opened(seats=2, listed=True)
    page = text_of(host.get(url("table", game)))
    assert 'title="Still learning' not in page
    assert page.count("<small>Still learning, and sometimes picks the wrong card.</small>") == 2
    another = page[page.index('<div id="meanwhile"') :]
    assert another.count('name="level"') == 1
    assert "<button>Play bots while you wait</button>" in another


def test_the_list_of_players_is_offered_only_where_somebody_else_is_or_may_come():
    """At a table of bots it would say that there is no one else."""
    game, alone = against(2)
    players = url("people_at_table", game)
    assert players in text_of(alone.get(url("table", game)))
    Game.objects.filter(pk=game.pk).update(listed=False)
    assert players not in text_of(alone.get(url("table", game)))
    waiting, host = opened(seats=2, listed=True)
    assert url("people_at_table", waiting) in text_of(host.get(url("table", waiting)))
    together, (anna, _) = running()
    assert url("people_at_table", together) in text_of(browser_of(anna).get(url("table", together)))
