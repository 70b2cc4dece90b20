"""Who is there: signs of life through sockets and pages, and what the others see when they stop."""

import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse
from django.utils import timezone

from games.live.hub import SWEEP_INTERVAL
from games.models import Game
from games.selectors.clocks.arithmetic import LIVE_EXTRA, Presence, clock_of, patience_at, presence
from games.selectors.clocks.signs import FRESH, is_stale
from games.selectors.tables.facts import facts_of
from games.services.company.presence import mark_seen
from games.services.play.refusals import TableError
from games.services.tables.agreements import decide
from games.services.tables.leaving import leave
from tests import tables
from tests.live.pages import Page, play, running
from tests.tables import DAYS, LIVE, NO_CLOCK, guest
from tests.views.opening import table_of
from tests.views.people import browser_of
from tests.waiting import eventually

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


def silent(game, seat, seconds):
    """Let the seat's holder have shown no sign for so long."""
    seen = timezone.now() - seconds * SECOND
    game.seats.filter(index=seat).update(seen_at=seen)
    return seen


def seen_at(game, seat):
    return game.seats.get(index=seat).seen_at


def test_presence_is_lost_in_two_steps():
    now = timezone.now()
    found = [presence(now - seconds * SECOND, now) for seconds in (0, 9.9, 10, 59.9, 60)]
    assert found == [Presence.HERE] * 2 + [Presence.RECONNECTING] * 2 + [Presence.AWAY]


def test_a_look_at_the_table_is_a_sign_but_not_every_one_is_written():
    game, (anna, _ben) = tables.running(pace=LIVE)
    silent(game, 0, 30)
    silent(game, 1, 30)
    table_of(game, anna)
    first = seen_at(game, 0)
    assert timezone.now() - first < FRESH
    table_of(game, anna)
    assert seen_at(game, 0) == first
    assert timezone.now() - seen_at(game, 1) > 20 * SECOND


def test_a_poll_is_a_sign_and_brings_the_table_although_nobody_moved():
    game, (anna, _) = tables.running(pace=LIVE)
    silent(game, 0, 30)
    address = reverse("games:table", args=[game.pk])
    answer = browser_of(anna).get(address, {"since": game.ply}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert timezone.now() - seen_at(game, 0) < FRESH


def test_a_watcher_is_no_sign_of_a_seat():
    game, _ = tables.running(pace=LIVE)
    seen = silent(game, 0, 30)
    table_of(game, guest("Watcher"))
    assert seen_at(game, 0) == seen


@pytest.mark.parametrize("pace", [DAYS, NO_CLOCK])
def test_signs_are_noted_at_every_table_but_seldom_where_no_clock_is_live(pace):
    game, (anna, _) = tables.running(pace=pace)
    first = silent(game, 0, 25)
    table_of(game, anna)
    assert seen_at(game, 0) == first
    silent(game, 0, 33)
    table_of(game, anna)
    assert timezone.now() - seen_at(game, 0) < FRESH


def test_nobody_is_noted_alone_or_after_the_end():
    alone, _ = tables.running("point_city", seats=1)
    over, viewers = tables.running()
    for viewer in viewers:
        leave(over.pk, viewer)
    for game in (alone, over):
        assert mark_seen(game.seats.values_list("pk", flat=True), timezone.now()) == []


def test_the_table_says_who_is_reconnecting():
    game, (_, ben) = tables.running(pace=LIVE)
    assert "clock-lost" not in table_of(game, ben)
    silent(game, 0, 15)
    text = table_of(game, ben)
    assert "clock-lost" in text
    assert 'id="clock-choice-0"' not in text


def test_after_a_minute_the_others_choose_although_there_is_time():
    game, (_anna, ben) = tables.running(pace=LIVE)
    silent(game, 0, 61)
    assert 'value="bot"' in table_of(game, ben)
    decide(game.pk, ben, 0, "wait")
    assert clock_of(game.seats.get(index=0)).left > LIVE.full
    assert clock_of(game.seats.get(index=0)).left <= LIVE.full + LIVE_EXTRA
    with pytest.raises(TableError):
        decide(game.pk, ben, 0, "bot")
    assert "clock-lost" in table_of(game, ben)


def test_somebody_who_is_gone_but_not_to_act_keeps_nobody_waiting():
    game, (anna, ben) = tables.running(pace=LIVE)
    tables.play(game, anna, "pick 3")
    silent(game, 0, 61)
    assert 'id="clock-choice-0"' not in table_of(game, ben)
    with pytest.raises(TableError):
        decide(game.pk, ben, 0, "bot")


def test_who_comes_back_ends_the_question():
    game, (anna, ben) = tables.running(pace=LIVE)
    silent(game, 0, 61)
    table_of(game, anna)
    with pytest.raises(TableError):
        decide(game.pk, ben, 0, "end")
    assert Game.objects.get(pk=game.pk).is_running


def test_facts_differ_when_a_table_does():
    game, _ = tables.running(pace=LIVE)

    def facts():
        return facts_of([game.pk])[game.pk]

    before = facts()
    silent(game, 0, 5)
    assert facts() == before
    silent(game, 0, 15)
    reconnecting = facts()
    silent(game, 0, 20)
    assert facts() == reconnecting != before
    silent(game, 0, 70)
    assert facts() != reconnecting
    assert not facts().told_by_ply


def test_pages_know_a_seat_that_a_person_or_another_bot_has_taken_without_a_move():
    game, _ = tables.running()

    def code(**seat):
        game.seats.filter(index=1).update(**seat)
        facts = facts_of([game.pk])[game.pk]
        assert facts.told_by_ply
        return facts.code

    assert len({code(), code(bot=2), code(bot=3)}) == 3
    assert code(bot=0) == code()


def test_a_frame_of_a_live_move_stays_small():
    from games.live.rooms.scene import look, step

    game, (anna, ben) = tables.running(pace=LIVE)
    people = {(anna, "en"), (ben, "en")}
    before = look(game.pk, people, None)
    tables.play(game, anna, "pick 3")
    after = look(game.pk, people, before)
    frames = [step(before.ply, before.trees[seat], after.ply, tree) for seat, tree in after.trees.items()]
    for frame in frames:
        clocks = re.findall(r"<time .*?</time>", frame)
        assert len(clocks) == 1
        assert len(clocks[0]) < 100
        assert 'class="clock' not in frame


async def test_an_open_socket_is_a_sign(hub):
    game, (_, ben) = await running(pace=LIVE)
    await sync_to_async(silent)(game, 1, 30)
    page = await Page.of(game, ben)
    await page.shows(game, 1)

    async def ben_was_seen():
        await hub.sweep()
        return timezone.now() - await sync_to_async(seen_at)(game, 1) <= FRESH

    await eventually(ben_was_seen)


async def test_the_others_see_without_a_move_that_somebody_is_gone(hub):
    game, (anna, ben) = await running(pace=LIVE)
    page = await Page.of(game, ben)
    await page.shows(game, 1)
    await sync_to_async(silent)(game, 0, 61)
    await page.shows(game, 1)
    assert "been away for a minute" in page.table
    await play(game, anna, "pick 3")
    await page.shows(game, 1)
    assert "been away for a minute" not in page.table


@pytest.mark.parametrize("pace", Game.Pace)
def test_a_new_sign_is_written_before_somebody_seems_to_reconnect(pace):
    now = timezone.now()
    ages = (timedelta(seconds=seconds) for seconds in range(60))
    oldest = next(age for age in ages if is_stale(now - age, now, pace))
    assert oldest + timedelta(seconds=SWEEP_INTERVAL) < patience_at(pace)
