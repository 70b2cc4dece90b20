"""What the sweeper finds: lost news, lost rights."""

import asyncio
import random
import re

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import OperationalError

from games.live import consumer
from games.live.announce import announce
from games.live.groups import group_name
from games.live.hub import hub_of_loop
from games.live.rooms import latest, scene
from games.models import Seat
from games.selectors.viewers import INVITED_KEY
from games.services.storage.news import ply_committed
from games.services.tables import leaving
from games.services.tables import seating as services
from games.services.tables.invites import renew_link
from tests import tables
from tests.live.pages import Page, play, running, session_of
from tests.waiting import eventually


@pytest.fixture
def no_news():
    """Nobody is told of a commit, as if another process had made it and Redis were down."""
    ply_committed.disconnect(announce)
    yield
    ply_committed.connect(announce)


@pytest.fixture
async def user(transactional_db):
    return await get_user_model().objects.acreate_user("anna", password="a long password")


async def page_of_user(game, user):
    await Seat.objects.filter(game=game, index=0).aupdate(user=user, guest=None)
    page = Page(game, await session_of(user=user))
    assert (await page.connect())[0]
    await page.shows(game, 0)
    return page


async def test_a_lost_message_costs_one_sweep(no_news, hub):
    game, (anna, ben) = await running()
    page = await Page.of(game, ben)
    await page.hear()
    await play(game, anna, "pick 3")
    await page.shows(game, 1)


async def test_a_seat_taken_or_a_seed_given_is_noticed_without_news(no_news, hub):
    host, other = [await sync_to_async(tables.guest)(name) for name in ("Host", "Other")]
    game = await sync_to_async(services.open_table)(host, services.Plan("demo", 3, {}, True))
    page = await Page.of(game, host)
    await page.shows(game, 0)
    before = page.table
    await sync_to_async(services.sit)(game.pk, other, "")
    await page.shows(game, 0)
    assert page.table != before


async def test_a_broken_look_is_made_good(hub, monkeypatch):
    from games.live.rooms import room

    game, (_, ben) = await running()
    scenes, broken = room.scenes, [True, True]

    def flaky(*args):
        if broken:
            broken.pop()
            raise OperationalError("the database is gone")
        return scenes(*args)

    monkeypatch.setattr(room, "scenes", flaky)
    page = await Page.of(game, ben)
    await page.shows(game, 1)
    assert not broken


async def test_a_look_that_breaks_before_all_are_told_is_made_good(slow_hub, monkeypatch):
    game, (anna, ben) = await running()
    pages = [await Page.of(game, viewer) for viewer in (anna, ben)]
    for seat, page in enumerate(pages):
        await page.shows(game, seat)
    tree, broken = scene._tree, [True]

    def flaky(shown, audience):
        if audience.seat == 0 and broken:
            broken.pop()
            raise OperationalError("the database is gone")
        return tree(shown, audience)

    monkeypatch.setattr(scene, "_tree", flaky)
    await play(game, anna, "pick 3")
    # Ben is to move and was told; whether Anna was, nobody knows.
    await pages[1].shows(game, 1)
    (watched,) = slow_hub.rooms.values()
    await eventually(lambda: watched.scene is None)
    await slow_hub.sweep()
    for seat, page in enumerate(pages):
        await page.shows(game, seat)


async def test_a_broken_sweep_is_followed_by_another(no_news, hub, monkeypatch):
    game, (anna, ben) = await running()
    page = await Page.of(game, ben)
    await page.hear()
    facts_of, broken = latest.facts_of, [True]

    def flaky(ids):
        if broken:
            broken.pop()
            raise OperationalError("the database is gone")
        return facts_of(ids)

    monkeypatch.setattr(latest, "facts_of", flaky)
    # Facts are made only of what has changed: without the move no sweep need ever come to the function.
    await play(game, anna, "pick 3")
    await eventually(lambda: not broken)
    await page.shows(game, 1)


class LossyLayer(InMemoryChannelLayer):
    """Drops, doubles and reorders what it is given, the same way each time."""

    def __init__(self, seed):
        super().__init__()
        self.chance = random.Random(seed)
        self.held = []

    async def group_send(self, group, message):
        fate = self.chance.random()
        if fate < 0.3:
            return
        self.held += [(group, message)] * (2 if fate < 0.5 else 1)
        if fate > 0.8:
            self.chance.shuffle(self.held)
            held, self.held = self.held, []
            for pair in held:
                await super().group_send(*pair)


@pytest.mark.parametrize("seed", range(4))
async def test_lost_doubled_and_reordered_news_still_lead_to_the_same_screens(
    no_news, transactional_db, seed
):
    layer = LossyLayer(seed)
    hub = hub_of_loop(layer=layer, interval=0.1)
    loop = asyncio.get_running_loop()

    def tell(sender, game_id, ply, **_):
        news = {"type": "news", "game": str(game_id), "ply": ply}
        asyncio.run_coroutine_threadsafe(layer.group_send(group_name(game_id), news), loop)

    ply_committed.connect(tell)
    try:
        game, viewers = await running(seats=3)
        pages = [await Page.of(game, viewer) for viewer in (*viewers, None)]
        await asyncio.gather(*(play_all(game, viewers, seed), *map(follow, pages)))
        for seat, page in zip((0, 1, 2, None), pages, strict=True):
            await page.shows(game, seat)
    finally:
        ply_committed.disconnect(tell)
        await hub.close(1001)


async def play_all(game, viewers, seed):
    chance = random.Random(seed)
    for _round in range(3):
        for viewer in viewers:
            await play(game, viewer, f"pick {chance.randint(1, 6)}")


async def follow(page):
    """Hear frames until the last of three rounds' picks and throws; each must start where one ended."""
    while page.ply != 3 * (3 + 1):
        await page.hear()


async def test_the_hub_is_in_a_group_while_somebody_watches(transactional_db):
    layer = InMemoryChannelLayer()
    hub = hub_of_loop(layer=layer, interval=3600)
    game, (anna, ben) = await running()
    pages = [await Page.of(game, viewer) for viewer in (anna, ben)]
    for page in pages:
        await page.hear()
    await eventually(lambda: len(layer.groups.get(group_name(game.pk), {})) == 1)
    await pages[0].disconnect()
    await asyncio.sleep(0.05)
    assert len(layer.groups[group_name(game.pk)]) == 1
    await pages[1].disconnect()
    await eventually(lambda: group_name(game.pk) not in layer.groups)
    await hub.close(1001)


async def test_a_layer_that_hangs_delays_nobody(no_news, transactional_db):
    class Hanging(InMemoryChannelLayer):
        async def group_add(self, group, channel):
            await asyncio.Event().wait()

        group_discard = group_add

    hub = hub_of_loop(layer=Hanging(), interval=0.05)
    game, (anna, ben) = await running()
    page = await Page.of(game, ben)
    await page.hear()
    await play(game, anna, "pick 3")
    await page.shows(game, 1)
    await hub.close(1001)


async def test_logout_closes_the_socket(hub, user):
    game, _ = await running()
    page = await page_of_user(game, user)
    await Session.objects.all().adelete()
    assert await page.closed() == 4403
    assert hub.rooms == {}


async def test_a_ban_closes_the_socket(hub, user):
    game, _ = await running()
    page = await page_of_user(game, user)
    await get_user_model().objects.filter(pk=user.pk).aupdate(is_active=False)
    assert await page.closed() == 4403


async def test_a_new_password_closes_the_old_sessions_sockets(hub, user):
    game, _ = await running()
    page = await page_of_user(game, user)
    user.set_password("another long password")
    await user.asave()
    assert await page.closed() == 4403


async def test_a_closed_account_is_an_observer_when_it_returns(hub, user):
    game, _ = await running()
    cookie = await session_of(user=user)
    await Seat.objects.filter(game=game, index=0).aupdate(user=user, guest=None)
    await get_user_model().objects.filter(pk=user.pk).aupdate(is_active=False)
    page = Page(game, cookie)
    await page.connect()
    await page.shows(game, None)


async def test_a_session_that_changes_in_nothing_of_ours_stays_open(hub, user):
    game, _ = await running()
    page = await page_of_user(game, user)
    (row,) = [row async for row in Session.objects.all()]
    session = SessionStore(row.session_key)
    await session.aset("seen", "the rules")
    await session.asave()
    await asyncio.sleep(0.3)
    await Seat.objects.filter(game=game, index=1).aupdate(name="Ben the second")
    await page.shows(game, 0)
    assert "Ben the second" in page.table


async def test_who_loses_the_seat_of_a_private_game_loses_the_socket(hub):
    host, other = [await sync_to_async(tables.guest)(name) for name in ("Host", "Other")]
    game = await sync_to_async(services.open_table)(host, services.Plan("demo", 3, {}, False))
    await sync_to_async(services.sit)(game.pk, other, "")
    page = await Page.of(game, other)
    await page.hear()
    await sync_to_async(leaving.leave)(game.pk, other)
    assert await page.closed() == 4403


PICKS = ((1, 3, 5), (2, 4, 6), (1, 3, 5))
"""Round by round, no number of one seat another's: so each says whose it is."""


def picks_named(frame):
    """Return the numbers that are named as picks, but for those on the buttons that offer them."""
    told = re.sub(r"<button.*?</button>", "", frame, flags=re.DOTALL)
    return {int(number) for named in re.findall(r"pick[^<>]*", told) for number in re.findall(r"\d", named)}


async def test_nobody_sees_another_seats_secrets_in_any_frame(hub):
    """Every frame of every socket, over a whole game; only one's own pick is named."""
    game, viewers = await running(seats=3)
    pages = [await Page.of(game, viewer) for viewer in (*viewers, None)]
    heard = [[] for _ in pages]
    for round_ in PICKS:
        for viewer, number in zip(viewers, round_, strict=True):
            await play(game, viewer, f"pick {number}")
            for page, frames in zip(pages, heard, strict=True):
                while page.ply != game.ply:
                    frames.append(await page.hear())
    own = [set(numbers) for numbers in zip(*PICKS, strict=True)] + [set()]
    assert [set().union(*map(picks_named, frames)) for frames in heard] == own


async def invited(game):
    """Return a page of somebody who came by the table's first invite link."""
    session = SessionStore()
    session[INVITED_KEY] = [str(game.pk)]
    await session.asave()
    page = Page(game, session.session_key)
    assert (await page.connect())[0]
    await page.shows(game, None)
    return page


@pytest.fixture
async def private_table(transactional_db):
    host = await sync_to_async(tables.guest)("Host")
    return host, await sync_to_async(services.open_table)(host, services.Plan("demo", 3, {}))


async def test_a_new_invite_link_closes_the_sockets_of_the_former_one(slow_hub, private_table):
    host, game = private_table
    page, hosts = await invited(game), await Page.of(game, host)
    await sync_to_async(renew_link)(game.pk, host)
    assert await page.closed() == 4403
    await hosts.shows(game, 0)


async def test_a_new_invite_link_closes_them_without_news(no_news, slow_hub, private_table):
    host, game = private_table
    page = await invited(game)
    await sync_to_async(renew_link)(game.pk, host)
    await slow_hub.sweep()
    assert await page.closed() == 4403


async def test_a_session_that_ends_while_its_socket_opens_is_noticed(slow_hub, user, monkeypatch):
    """It ends after the handshake has read it, and the sweep that sees so comes before the socket joins."""
    game, (_, ben) = await running()
    other = await Page.of(game, ben)
    await other.shows(game, 1)
    admit, serve = consumer._admit, consumer._serve

    def admit_last(*args):
        held = admit(*args)
        Session.objects.filter(pk=held.session_key).delete()
        return held

    async def serve_late(*args):
        await slow_hub.sweep()
        return await serve(*args)

    monkeypatch.setattr(consumer, "_admit", admit_last)
    monkeypatch.setattr(consumer, "_serve", serve_late)
    page = await page_of_user(game, user)
    await slow_hub.sweep()
    assert await page.closed() == 4403
