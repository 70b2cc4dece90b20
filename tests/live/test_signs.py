"""Who is there at tables without live clocks, and at those that still wait for people."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse
from django.utils import timezone

from games.live import hub as hub_module
from games.live.hub import Hub
from games.live.rights import issue
from games.live.rooms.room import Watcher
from games.models import Game
from games.selectors.clocks.signs import FRESH
from games.selectors.tables.facts import facts_of
from games.services.company.presence import mark_seen
from games.services.tables.seating import Plan, open_table, sit
from tests import tables
from tests.live.pages import Page, running, session_of
from tests.live.test_presence import seen_at, silent, table_of
from tests.tables import DAYS, NO_CLOCK, guest
from tests.thorough import PATIENCE
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


async def test_who_closes_the_page_was_there_until_then_and_is_away_a_minute_later(hub):
    game, (anna, ben) = await running()
    await sync_to_async(game.seats.update)(seen_at=timezone.now() - 15 * SECOND)
    page, other = await Page.of(game, ben), await Page.of(game, anna)
    await page.shows(game, 1)
    await other.disconnect()
    async with asyncio.timeout(PATIENCE):
        while timezone.now() - await sync_to_async(seen_at)(game, 0) > FRESH:
            await hub.sweep()
    await sync_to_async(silent)(game, 0, 61)
    await page.shows(game, 1)
    assert 'class="sign sign-away"' in page.table


async def test_a_host_who_is_gone_is_seen_in_the_waiting_room(hub):
    def waiting_room():
        host, ben = guest("Host"), guest("Ben")
        found = open_table(host, Plan("demo", 3, {}, listed=True, pace=NO_CLOCK))
        sit(found.pk, ben, "")
        return Game.objects.get(pk=found.pk), ben

    game, ben = await sync_to_async(waiting_room)()
    page = await Page.of(game, ben)
    await page.shows(game, 1)
    assert "sign-away" not in page.table
    await sync_to_async(silent)(game, 0, 36 * 60)
    await page.shows(game, 1)
    assert "away for over 30" in page.table


async def test_silence_without_a_clock_asks_the_others_and_a_sign_ends_the_question(hub):
    game, (_, ben) = await running()
    page = await Page.of(game, ben)
    await page.shows(game, 1)

    def vanish():
        seen = silent(game, 0, 200)
        game.seats.filter(index=0).update(acts_since=seen)

    await sync_to_async(vanish)()
    await page.shows(game, 1)
    assert "been away for over 3 minutes" in page.table
    await sync_to_async(mark_seen)([(await sync_to_async(game.seats.get)(index=0)).pk], timezone.now())
    await page.shows(game, 1)
    assert "been away for over 3 minutes" not in page.table


@pytest.mark.parametrize("oldest", [25, 33])
async def test_signs_that_are_due_soon_are_written_along_with_one_that_is_due(slow_hub, oldest, monkeypatch):
    noted, pages = [], []
    monkeypatch.setattr(hub_module.Latest, "mark_seen", lambda _self, seats, _: noted.extend(seats))
    for _ in range(3):
        game, (anna, _) = await running()
        pages.append((game, await Page.of(game, anna)))
        await pages[-1][1].shows(game, 0)
    for (game, _), age in zip(pages, (oldest, 16, 0), strict=True):
        await sync_to_async(silent)(game, 0, age)
    await slow_hub.sweep()
    due = [(await sync_to_async(game.seats.get)(index=0)).pk for game, _ in pages[:2]]
    assert sorted(noted) == (due if oldest == 33 else [])


@pytest.mark.parametrize("pace", [NO_CLOCK, DAYS])
def test_presence_changes_a_dot_and_renders_no_board(pace, monkeypatch):
    from games import parts
    from games.live.rooms.scene import look, step

    game, (anna, ben) = tables.running("point_city", pace=pace)
    people = {(anna, "en"), (ben, "en")}
    before = look(game.pk, people, None)
    rendered = []
    render = parts._render
    monkeypatch.setattr(
        parts, "_render", lambda name, *values: rendered.append(name) or render(name, *values)
    )
    silent(game, 0, 61)
    after = look(game.pk, people, before)
    for audience, tree in after.trees.items():
        frame = step(before.ply, before.trees[audience], after.ply, tree)
        assert 'id="sign-0"' in frame
        assert len(frame) < 600
    assert not [name for name in rendered if name.startswith("games/point_city/")]


def test_a_page_that_shows_who_is_there_hears_nothing_and_one_that_does_not_the_table():
    game, (anna, _) = tables.running()
    code = facts_of([game.pk])[game.pk].code
    browser, address = browser_of(anna), reverse("games:table", args=[game.pk])
    ask = {"since": game.ply, "here": code}
    assert f'data-here="{code}"' in browser.get(address).content.decode()
    assert browser.get(address, ask, headers={"HX-Request": "true"}).status_code == 204
    silent(game, 1, 61)
    answer = browser.get(address, ask, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "sign-away" in answer.content.decode()


@pytest.mark.parametrize(("shown", "hears"), [("hh", False), ("ha5", True)])
async def test_a_socket_tells_a_page_of_the_same_ply_only_who_is_there(hub, shown, hears):
    game, (anna, _) = await running()
    page = await Page.of(game, anna, f"?ply=0&here={shown}")
    assert await page.receive_nothing(0.5) != hears


def test_a_spectator_is_nowhere_to_be_seen():
    game, _ = tables.running()
    before = facts_of([game.pk])[game.pk]
    table_of(game, guest("Watcher"))
    assert facts_of([game.pk])[game.pk] == before


def test_two_processes_that_note_signs_while_a_move_is_made_do_not_wait_for_each_other():
    """Rows that a transaction holds are left out, so that nobody waits for two of them in another order."""
    from django.db import connection, transaction

    from tests.threads import each_at_once

    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer")
    game, _ = tables.running()
    seats = list(game.seats.values_list("pk", flat=True))
    with transaction.atomic():
        game.seats.select_for_update().get(index=0)
        assert each_at_once(lambda _: mark_seen(seats, timezone.now()), 1) == [[seats[1]]]


async def test_processes_share_who_is_there_through_the_database(hub):
    """Two hubs, as of two processes, with one player each."""
    game, (anna, ben) = await running()
    other, sent = Hub(interval=3600), []

    async def send(frame):
        sent.append(frame)

    watcher = Watcher(game.pk, await sync_to_async(issue)(await session_of(anna)), "en", send)
    other.join(watcher)
    while not sent:
        await asyncio.sleep(0.05)
    page = await Page.of(game, ben)
    await page.shows(game, 1)
    await sync_to_async(silent)(game, 0, 61)
    await page.shows(game, 1)
    assert "sign-away" in page.table
    await other.sweep()
    await page.shows(game, 1)
    assert "sign-away" not in page.table
    await sync_to_async(silent)(game, 0, 15)
    other.leave(watcher)
    await other.sweep()
    assert timezone.now() - await sync_to_async(seen_at)(game, 0) < FRESH
    await other.close(1001)
