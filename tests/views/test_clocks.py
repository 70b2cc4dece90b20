"""Clocks on pages: choosing a pace, what a table shows of time, choices, pauses, vacations, reminders."""

import re
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.forms.opening.paces import PACES
from games.models import Game
from games.selectors.clocks.arithmetic import clock_of
from games.selectors.tables.clocks import pace_words
from games.services.notices.inbox import tell
from games.services.play.door import CLOCK
from games.services.tables.agreements import ask_for_pause
from games.services.upkeep.referee import tick
from games.templatetags.clocks import in_words, lasted, moment
from tests.tables import DAYS, LIVE, fresh, guest, play, run_out, running
from tests.views.opening import offered, table_of, text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db(transaction=True)


def expired(seats=2, pace=LIVE):
    game, viewers = running(pace=pace, seats=seats)
    run_out(game, 0)
    tick(timezone.now())
    return game, viewers


# Opening a table.


def open_with(**fields):
    form = {"name": "Hanna", "seats": "2", "listed": "no", "seed": "x", **fields}
    client = Client()
    answer = client.post(reverse("games:new", args=["demo"]), form | offered(client))
    assert answer.status_code == 302, text_of(answer)
    return Game.objects.latest("created_at")


@pytest.mark.parametrize("name", PACES)
def test_a_table_is_opened_at_the_pace_that_was_chosen(name):
    game = open_with(pace=name, on_expiry="default")
    pace = PACES[name]
    assert (game.pace, game.base_seconds, game.increment_seconds) == (pace.kind, pace.base, pace.increment)
    assert game.on_expiry == Game.Expiry.DEFAULT


def test_who_chooses_nothing_gets_no_clock_and_friendly_others():
    game = open_with()
    assert (game.pace, game.on_expiry) == (Game.Pace.NONE, Game.Expiry.ASK)


def test_a_pace_that_is_not_offered_is_refused():
    form = {"name": "Hanna", "seats": "2", "listed": "no", "seed": "x", "pace": "live-0-0"}
    assert Client().post(reverse("games:new", args=["demo"]), form).status_code == 422
    assert not Game.objects.exists()


def test_the_form_for_one_seat_asks_for_no_pace():
    page = text_of(Client().get(reverse("games:new", args=["point_city"])))
    assert page.count('name="pace"') == 1


def test_an_open_table_says_its_pace():
    game = open_with(pace="live-5-5")
    Game.objects.update(listed=True)
    assert "Live: 5 min + 5 s per move" in text_of(Client().get(url("table", game)))


def test_paces_in_words():
    words = [pace_words(pace) for pace in (PACES["none"], PACES["days-1"], PACES["days-7"])]
    assert words == ["No clock", "1 day per move", "7 days per move"]


# The table.


def test_a_game_without_a_pace_shows_nothing_of_clocks():
    game, (viewer, _) = running()
    page = table_of(game, viewer)
    assert "clocks.css" not in page
    assert 'id="clocks"' not in page


def test_each_seat_has_a_clock_that_tells_when_it_ends():
    game, (viewer, _) = running(pace=LIVE)
    play(game, viewer, "pick 3")
    page = table_of(game, viewer)
    ends = clock_of(game.seats.get(index=1)).ends
    assert re.search(rf'<time id="time-1" class="runs" datetime="{moment(ends)}">4:5\d</time>', page)
    assert re.search(
        r'id="clock-0"[^>]* data-mine>.*?<time id="time-0" datetime="PT30\dS">5:0[45]</time>', page
    )


def test_a_finished_game_shows_no_clock():
    game, viewers = running(pace=LIVE)
    for _ in range(3):
        for viewer in viewers:
            play(game, viewer, "pick 2")
    page = table_of(game, viewers[0])
    assert '<section id="clocks" class="clocks" hidden' in page
    assert "clock-0" not in page


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(seconds=7.9), "0:07"),
        (timedelta(minutes=5), "5:00"),
        (timedelta(hours=2, minutes=4, seconds=7), "2:04:07"),
        (timedelta(days=3, hours=1), "3 days, 1 hour"),
    ],
)
def test_time_in_words(left, words):
    assert in_words(left) == words


def test_little_time_left_is_marked_without_scripts_too():
    game, (viewer, _) = running(pace=LIVE)
    assert 'class="runs low"' not in table_of(game, viewer)
    game.seats.filter(index=0).update(time_left=timedelta(seconds=20))
    assert table_of(game, viewer).count('class="runs low"') == 1


def test_the_log_tells_that_the_time_ran_out():
    game, viewers = running(pace=LIVE)
    Game.objects.filter(pk=game.pk).update(on_expiry=Game.Expiry.DEFAULT)
    run_out(game, 0)
    tick(timezone.now())
    assert game.records.get(ply=1).actor == CLOCK
    assert "ran out of time, so the simplest legal move was made" in table_of(game, viewers[1])


# The choice.


def test_the_others_choose_the_seat_and_the_watchers_are_told():
    game, (anna, ben) = expired()
    assert 'value="wait"' in table_of(game, ben)
    mine = table_of(game, anna)
    assert "You can still move" in mine
    assert 'value="wait"' not in mine
    watched = table_of(game)
    assert "The other players are deciding" in watched
    assert 'value="wait"' not in watched


@pytest.mark.parametrize(
    ("choice", "left", "ending"), [("wait", False, ""), ("bot", True, ""), ("end", False, "agreed")]
)
def test_a_choice_is_made_by_a_form_and_leads_back_to_the_table(choice, left, ending):
    game, (_, ben) = expired()
    answer = browser_of(ben).post(url("decide", game, 0), {"choice": choice})
    assert (answer.status_code, answer["Location"]) == (302, url("table", game))
    assert game.seats.get(index=0).left == left
    assert fresh(game).ending == ending
    assert 'value="wait"' not in table_of(game, ben)


def test_a_vote_to_end_is_stated_and_not_offered_again():
    game, (_, ben, cleo) = expired(seats=3)
    browser_of(ben).post(url("decide", game, 0), {"choice": "end"})
    voted, not_yet = table_of(game, ben), table_of(game, cleo)
    assert "<span>You voted to end the game</span>" in voted
    assert 'value="end"' not in voted
    assert 'value="wait"' in voted
    assert 'value="end"' in not_yet


def test_what_is_no_choice_is_refused():
    game, (_, ben) = expired()
    assert browser_of(ben).post(url("decide", game, 0), {"choice": "win"}).status_code == 400
    assert browser_of(ben).post(url("decide", game, 7), {"choice": "end"}).status_code == 409
    assert fresh(game).is_running


def test_a_watcher_may_not_choose_and_of_private_games_nobody_knows():
    game, _ = expired()
    stranger = browser_of(guest("Stranger"))
    assert stranger.post(url("decide", game, 0), {"choice": "end"}).status_code == 403
    Game.objects.filter(pk=game.pk).update(listed=False)
    for name, more in (("decide", [0]), ("pause", []), ("go_on", [])):
        assert stranger.post(url(name, game, *more), {"choice": "end"}).status_code == 404
    assert fresh(game).is_running


def test_with_three_players_the_table_counts_who_wants_the_end():
    game, (_, ben, cleo) = expired(seats=3)
    browser_of(ben).post(url("decide", game, 0), {"choice": "end"})
    assert "1 of 2 so far" in table_of(game, cleo)


# Pauses.


def test_a_pause_is_asked_for_agreed_to_and_ended():
    game, (anna, ben) = running(pace=LIVE)
    assert "Ask to pause" in table_of(game, anna)
    assert browser_of(anna).post(url("pause", game)).status_code == 302
    assert "would like to pause the game" in table_of(game, ben)
    browser_of(ben).post(url("pause", game))
    assert "Game paused" in table_of(game, anna)
    assert 'class="runs"' not in table_of(game, anna)
    assert (
        browser_of(anna).post(url("move", game), {"move": "pick 3", "ply": 0, "key": "p0"}).status_code == 409
    )
    browser_of(ben).post(url("go_on", game))
    assert 'class="runs"' in table_of(game, anna)


def test_watchers_see_a_pause_but_no_buttons():
    game, viewers = running(pace=LIVE)
    assert "Ask to pause" not in table_of(game)
    for viewer in viewers:
        ask_for_pause(game.pk, viewer)
    assert "Game paused" in table_of(game)
    assert "Resume" not in table_of(game)


def test_a_day_game_offers_no_pause():
    game, (viewer, _) = running(pace=DAYS)
    assert "Ask to pause" not in table_of(game, viewer)
    assert browser_of(viewer).post(url("pause", game)).status_code == 409


def test_words_of_a_span_are_in_the_readers_language():
    with translation.override("pl"):
        assert in_words(timedelta(days=2, hours=5)) == "2 dni, 5 godzin"


def test_minutes_in_chinese_are_no_points():
    with translation.override("zh-hant"):
        assert lasted(5) == "5\N{NO-BREAK SPACE}分鐘"


@pytest.mark.parametrize("kind", ["time_over", "seat_lost", "ended_by_others"])
def test_a_notice_leads_to_the_table(kind):
    game, (viewer, _) = running(pace=DAYS)
    notice = tell(viewer, kind, game, name="Ben <i>")
    text = render_to_string(f"notices/{kind}.html", {"notice": notice, "sees_game": True})
    assert url("table", game) in text
    assert "<i>" not in text


def test_a_seat_that_cannot_be_is_no_fault():
    game, (viewer, _) = running(pace=LIVE)
    assert browser_of(viewer).post(url("decide", game, 10**30), {"choice": "end"}).status_code == 409
