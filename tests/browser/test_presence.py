"""Who is there, seen in two browsers of which one is closed."""

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE, is_fine
from tests.browser.people import sit_down
from tests.browser.test_lobby import game_id, play_now

pytestmark = [pytest.mark.browser]
TITLE = "card-city"
NOBODY_ELSE_WAITS = """
from games.models import Game
Game.objects.filter(status=Game.Status.OPEN).update(listed=False)
"""
on_both = pytest.mark.parametrize(
    "couple", [{}, {"viewport": PHONE}], indirect=True, ids=["desktop", "phone"]
)
A_SWEEP = 4_000
VANISH = """
from games.models import Game
from datetime import timedelta
from django.utils import timezone
past = timezone.now() - timedelta(seconds={seconds})
seats = Game.objects.get(pk="{game}").seats.filter(name="{name}")
seats.update(seen_at=past)
seats.filter(acts_since__isnull=False).update(acts_since=past)
"""


@pytest.fixture
def vanish(site):
    """Return a function that closes somebody's browser and lets it have been so for some time."""

    def vanish(person, name, seconds, other):
        address = person.table
        person.context.close()
        # The last sign is noted by the next sweep.
        other.page.wait_for_timeout(A_SWEEP)
        site.run(VANISH.format(game=game_id(address), name=name, seconds=seconds))

    return vanish


@pytest.fixture
def couple(enter, request):
    """Two people at one table, the one to move first, with their names; on desktops unless a test says."""
    screen = getattr(request, "param", {})
    ada, bela = enter(**screen), enter(**screen)
    return [(person, "Ada" if person is ada else "Bela") for person in sit_down(ada, bela, option_promo="on")]


def test_play_now_meets_whoever_waits_and_nobody_who_closed_the_page(enter, vanish, site):
    site.run(NOBODY_ELSE_WAITS)
    ada, bela, cora = enter(), enter(), enter()
    first = play_now(ada, "Ada", TITLE)
    expect(ada.page.locator("#waiting")).to_contain_text("just created")
    bela.page.goto("/lobby/")
    row = bela.page.locator(f"#row-{game_id(first)}")
    expect(row).to_contain_text("Host is here")
    vanish(ada, "Ada", 36 * 60, bela)
    expect(row).to_contain_text("Host away for over 30")
    is_fine(bela.page)
    second = play_now(bela, "Bela", TITLE)
    assert second != first
    expect(bela.page.locator(".lead")).to_contain_text("1 of 2 players")
    assert play_now(cora, "Cora", TITLE) == second
    expect(cora.page.locator("#turn")).to_be_visible()


def test_the_dot_of_somebody_who_closed_the_page_turns_and_the_other_goes_on_without_them(couple, vanish):
    (mover, name), (waiter, _) = couple
    dots = waiter.page.locator("#people-here .sign-here")
    expect(dots).to_have_count(2)
    vanish(mover, name, 90, waiter)
    expect(dots).to_have_count(1)
    expect(waiter.page.locator("#people-here")).to_contain_text("away for over 1")
    is_fine(waiter.page)
    expect(waiter.page.locator("#company")).to_be_hidden()


@pytest.mark.in_turn(2)
@on_both
def test_three_minutes_after_the_last_sign_the_other_goes_on_by_keyboard(couple, vanish):
    (mover, name), (waiter, _) = couple
    vanish(mover, name, 200, waiter)
    choice = waiter.page.locator("#company")
    expect(choice).to_contain_text("been away for over 3 minutes")
    is_fine(waiter.page)
    button = choice.get_by_role("button", name="Let a bot take over")
    button.focus()
    waiter.do(lambda: waiter.page.keyboard.press("Enter"))
    expect(choice).to_be_hidden()
    expect(waiter.page.locator("#people-here")).to_contain_text("left")
    expect(waiter.page.locator("[data-my-turn]")).to_be_visible()


@pytest.mark.in_turn(2)
@on_both
def test_who_chose_to_wait_is_told_when_the_other_opens_the_table_again(couple, site):
    (mover, name), (waiter, _) = couple
    address = mover.table
    mover.page.goto("about:blank")
    waiter.page.wait_for_timeout(A_SWEEP)
    site.run(VANISH.format(game=game_id(address), name=name, seconds=200))
    waiter.press(waiter.page.get_by_role("button", name="Wait and notify me"))
    expect(waiter.page.locator("#company")).to_contain_text("We'll tell you when they're back.")
    is_fine(waiter.page)
    mover.page.goto(address)
    expect(waiter.page.locator("#company")).to_be_hidden()
    expect(waiter.page.locator("#people-here .sign-here")).to_have_count(2)
    waiter.page.goto("/you/notices/")
    expect(waiter.page.locator("main")).to_contain_text(f"{name} is back at your Point City table.")
