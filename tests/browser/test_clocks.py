"""Clocks in a browser: they tick, they warn, and the others choose when one has run out."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
SET_CLOCK = """
from games.models import Game
from datetime import timedelta
from django.utils import timezone
from games.models import Game
game = Game.objects.get(pk="{game}")
game.seats.filter(clock_from__isnull=False).update(
    time_left=timedelta(seconds={seconds}), clock_from=timezone.now()
)
Game.objects.filter(pk=game.pk).update(wake_at=timezone.now())
"""


@pytest.fixture
def live_game(enter):
    """A live game of two people, who is to move first."""
    ada, bela = enter(), enter()
    ada.open_table(name="Ada", pace="live-5-5")
    bela.join(ada.page.locator("#invite-link").input_value())
    expect(ada.page.locator("#turn")).to_be_visible()
    return (ada, bela) if ada.may_move else (bela, ada)


def set_clock(site, person, seconds):
    """Give whoever is to move so many seconds."""
    game = person.table.rstrip("/").rsplit("/", 1)[1]
    site.run(SET_CLOCK.format(game=game, seconds=seconds))


def test_the_clock_of_who_is_to_move_ticks_and_the_other_stands(live_game):
    mover, other = live_game
    for person in live_game:
        expect(person.page.locator("#clocks time:not(.runs)")).to_have_text("5:00")
        running = person.page.locator("#clocks .runs")
        first = running.inner_text()
        expect(running).not_to_have_text(first)
        expect(running).to_have_text(re.compile(r"^4:5\d$"))
    mover.take_turn()
    expect(mover.page.locator("#clocks [data-mine] time:not(.runs)")).to_have_text(
        re.compile(r"^(5:0|4:5)\d$")
    )
    expect(other.page.locator("#clocks [data-mine] .runs")).to_have_text(re.compile(r"^4:5\d$"))


def test_little_time_is_announced_once_and_then_the_others_choose(live_game, site):
    mover, other = live_game
    voice = mover.page.locator("#clock-voice")
    expect(voice).to_be_empty()
    set_clock(site, mover, 25)
    expect(voice).to_have_text("You're running low on time.")
    expect(mover.page.locator("#clocks .low")).to_have_count(1)
    expect(other.page.locator("#clock-voice")).to_be_empty()
    set_clock(site, mover, -5)
    expect(mover.page.locator("#clock-choices")).to_contain_text("You can still move")
    choice = other.page.locator("#clock-choices")
    expect(choice).to_contain_text("has run out")
    other.press(choice.get_by_role("button", name="Wait a bit longer"))
    expect(choice.locator("button")).to_have_count(0)
    expect(mover.page.locator("#clock-choices")).to_be_hidden()
    expect(mover.page.locator("#clocks .runs")).to_have_text(re.compile(r"^(1:00|0:5\d)$"))
    mover.take_turn()


def test_a_pause_is_agreed_on_by_keyboard(live_game):
    mover, other = live_game
    for person in live_game:
        button = person.page.locator("#clock-pause button")
        button.focus()
        person.do(partial(person.page.keyboard.press, "Enter"))
    for person in live_game:
        expect(person.page.locator("#clock-pause")).to_contain_text("Game paused")
        expect(person.page.locator("#clocks .runs")).to_have_count(0)
    other.press(other.page.get_by_role("button", name="Resume"))
    expect(mover.page.locator("#clocks .runs")).to_have_count(1)


def test_what_asking_for_a_pause_takes_off_the_board_does_not_come_back_with_a_reload(live_game):
    mover, _ = live_game
    page, chosen = mover.page, mover.page.locator("button[name=slot][aria-pressed=true]")
    mover.press(page.locator("#pick-5"))
    expect(chosen).to_have_count(1)
    mover.press(page.get_by_role("button", name="Ask to pause"))
    expect(chosen).to_have_count(0)
    assert page.url == mover.table
    page.reload()
    expect(chosen).to_have_count(0)


def test_why_a_plain_form_was_refused_stays_until_the_next_move(live_game):
    mover, other = live_game
    page, alert = mover.page, mover.page.locator("#alert")
    # As if the seat had been left when the page was drawn.
    page.locator("form[action$='/leave/']").evaluate(
        "(form) => { form.action = form.action.replace('leave/', 'seats/0/bot/'); form.requestSubmit(); }"
    )
    expect(alert).to_be_visible()
    other.press(other.page.get_by_role("button", name="Ask to pause"))
    expect(page.locator("#clock-pause")).to_contain_text("would like to pause")
    expect(alert).to_be_visible()
    mover.forgive("400", "403", "409", "422")
    mover.take_turn()
    expect(alert).to_be_hidden()


def test_a_pause_that_is_asked_for_while_a_choice_is_on_its_way_is_shown(live_game):
    """The answer to the choice is older than the frame that came meanwhile, at the same ply."""
    mover, other = live_game
    page, held, heard = mover.page, [], []

    def hear(frame):
        heard.append(frame)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page.reload()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.route("**/*slot=5", lambda route: held.append((route, route.fetch())))
    page.locator("#pick-5").click()
    while not held:
        page.wait_for_timeout(20)
    other.press(other.page.get_by_role("button", name="Ask to pause"))
    while not any("clock-pause" in frame for frame in heard):
        page.wait_for_timeout(20)
    held[0][0].fulfill(response=held[0][1])
    expect(page.locator("button[name=slot][aria-pressed=true]")).to_have_count(1)
    expect(page.locator("#clock-pause")).to_contain_text("would like to pause the game")
