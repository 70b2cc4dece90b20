"""A ban while connected: the socket goes, and who comes back is an observer."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.live.hub import SWEEP_INTERVAL, hub_of_loop
from games.live.rights import issue, unchanged
from games.models import Game, Sanction
from games.selectors.players.sanctions import Kind
from games.services.moderation import desk
from tests.live.pages import Page, running, session_of
from tests.live.test_talk import enter
from tests.moderation.people import account, banned, game_with, moderator, viewer
from tests.talking import tell

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def hub(emptied_log):
    found = hub_of_loop(interval=0.05)
    yield found
    await found.close(1001)


@sync_to_async
def ban(person, kind=Kind.SITE):
    return banned(moderator(), person, kind, timezone.now() + timedelta(hours=1))


def test_rights_are_looked_at_every_two_seconds():
    assert SWEEP_INTERVAL <= 2


async def test_a_banned_guests_socket_is_closed(hub):
    game, (anna, ben) = await running()
    pages = [await Page.of(game, one) for one in (anna, ben)]
    for seat, page in enumerate(pages):
        await page.shows(game, seat)
    await ban(anna)
    assert await pages[0].closed() == 4403
    await asyncio.sleep(0.2)
    assert await pages[1].receive_nothing()


async def test_a_banned_accounts_socket_is_closed(hub):
    user = await sync_to_async(account)()
    game, _ = await sync_to_async(game_with)(user)
    page = Page(game, await session_of(user=user))
    assert (await page.connect())[0]
    await page.shows(game, 0)
    await ban(await sync_to_async(viewer)(user))
    assert await page.closed() == 4403


@pytest.mark.parametrize("kind", [Kind.CHAT, Kind.HOSTING, Kind.WARNING])
async def test_lesser_sanctions_close_nothing(hub, kind):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    await page.shows(game, 0)
    await ban(anna, kind)
    await asyncio.sleep(0.3)
    assert await page.receive_nothing()


async def test_who_is_banned_comes_back_as_an_observer(hub):
    game, (anna, _) = await running()
    cookie = await session_of(anna)
    await ban(anna)
    page = Page(game, cookie)
    assert (await page.connect())[0]
    await page.shows(game, None)
    await Game.objects.filter(pk=game.pk).aupdate(listed=False)
    assert await page.closed() == 4403


async def test_after_the_ban_the_seat_is_back(hub):
    game, (anna, _) = await running()
    cookie = await session_of(anna)
    await ban(anna)
    await Sanction.objects.aupdate(until=timezone.now())
    page = Page(game, cookie)
    assert (await page.connect())[0]
    await page.shows(game, 0)


async def test_a_game_that_the_desk_ends_is_over_on_every_page(hub):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    await page.shows(game, 0)
    by = await sync_to_async(moderator)()
    await sync_to_async(desk.end_game)(by, game.pk, "Broken")
    await page.shows(await Game.objects.aget(pk=game.pk), 0)


async def test_a_line_that_the_desk_hides_is_on_no_page(hub):
    game, (anna, _) = await running()
    page = await enter(game, anna)
    line = await sync_to_async(tell)(game, anna, phrase="well-played")
    await page.listen()
    assert len(page.lines) == 1
    by = await sync_to_async(moderator)()
    await sync_to_async(desk.hide_line)(by, line.pk, "An insult")
    await page.listen()
    assert page.lines == []


def test_rights_of_many_cost_three_queries(emptied_log, django_assert_num_queries):
    from asgiref.sync import async_to_sync

    from tests.tables import guest

    passes = {issue(async_to_sync(session_of)(guest(f"Guest {number}"))) for number in range(30)}
    with django_assert_num_queries(2):  # no accounts among them
        assert unchanged(passes) == passes
