"""Who may open a socket, and what it takes from its page."""

import asyncio

import pytest
from django.contrib.sessions.backends.db import SessionStore

from cardcity_site.release import RELEASE
from games.live import sockets
from games.live.rooms.room import OUTDATED
from games.models import Game
from games.selectors.viewers import INVITED_KEY
from tests.live.pages import HOST, Page, running, session_of
from tests.thorough import PATIENCE

FOREIGN = [
    None,
    b"null",
    b"",
    b"http://evil.example",
    b"http://evil.example:8000",
    b"http://sub.localhost:8000",
    b"http://localhost",
    b"http://localhost:8001",
    b"http://localhost:8000.evil.example",
    b"http://evil@localhost:8000",
    b"http://localhost:8000/",
    b"ftp://localhost:8000",
    b"localhost:8000",
]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_foreign_page_opens_no_socket(hub, origin):
    game, (anna, _) = await running()
    connected, _ = await Page(game, await session_of(anna), origin=origin).connect()
    assert not connected
    assert hub.rooms == {}


@pytest.mark.parametrize("origin", [b"http://" + HOST, b"https://" + HOST, b"http://LOCALHOST:8000"])
async def test_the_sites_own_page_opens_one(hub, origin):
    game, (anna, _) = await running()
    connected, _ = await Page(game, await session_of(anna), origin=origin).connect()
    assert connected


@pytest.mark.parametrize(
    "headers",
    [
        [(b"origin", b"http://evil.example"), (b"host", b"evil.example")],
        [(b"origin", b"http://localhost:8000"), (b"origin", b"http://evil.example"), (b"host", HOST)],
        [(b"origin", b"http://localhost:8000")],
    ],
    ids=["host not allowed", "two origins", "no host"],
)
async def test_origin_and_host_must_agree_and_be_ours(hub, headers):
    game, _ = await running()
    page = Page(game)
    page.scope["headers"] = headers
    connected, _ = await page.connect()
    assert not connected


async def test_without_a_session_a_listed_game_is_watched_as_an_observer(hub):
    game, _ = await running()
    for cookie in ("", "nonsense"):
        page = Page(game, cookie)
        await page.connect()
        await page.shows(game, None)


async def test_a_private_game_is_not_there_for_others(hub):
    game, (anna, _) = await running()
    await Game.objects.filter(pk=game.pk).aupdate(listed=False)
    connected, _ = await Page(game, "").connect()
    assert not connected
    assert (await Page(game, await session_of(anna)).connect())[0]


async def test_an_invitation_lets_one_watch(hub):
    game, _ = await running()
    await Game.objects.filter(pk=game.pk).aupdate(listed=False)
    session = SessionStore()
    session[INVITED_KEY] = [str(game.pk)]
    await session.asave()
    page = Page(game, session.session_key)
    assert (await page.connect())[0]
    await page.shows(game, None)


async def test_an_unknown_game_or_address_is_refused(hub):
    game, _ = await running()
    page = Page(game)
    page.scope["path"] = "/ws/games/00000000-0000-4000-8000-000000000000/"
    assert not (await page.connect())[0]
    page = Page(game)
    page.scope["path"] = "/ws/elsewhere/"
    assert not (await page.connect())[0]


async def test_a_page_of_another_release_is_sent_away(hub):
    game, (anna, _) = await running()
    cookie = await session_of(anna)
    page = Page(game, cookie, "?release=0123abcd")
    assert (await page.connect())[0]
    assert await page.closed() == OUTDATED
    assert hub.rooms == {}
    for query in (f"?release={RELEASE}", "?release=", ""):
        page = Page(game, cookie, query)
        await page.connect()
        await page.shows(game, 0)


async def test_a_ping_is_answered_and_all_else_ignored(hub):
    game, _ = await running()
    page = await Page.of(game)
    await page.hear()
    for text in ("hello", "<script>", '{"type": "news"}'):
        await page.send_to(text)
    await page.send_to(bytes_data=b"\x00\xff")
    assert await page.receive_nothing(timeout=0.2)
    await page.send_to("ping")
    assert await page.receive_from(PATIENCE) == "pong"


@pytest.mark.parametrize("query", ["?pong=1", ""])
async def test_a_silent_page_is_asked_for_a_sign_if_it_answers(hub, query, monkeypatch):
    game, _ = await running()
    page = await Page.of(game, query=query)
    await page.hear()
    monkeypatch.setattr(sockets, "ASK_SECONDS", 0.2)
    monkeypatch.setattr(sockets, "ASK_INTERVAL", 0.1)
    if not query:
        assert await page.receive_nothing(timeout=0.5)
        return
    (watcher,) = hub.watchers
    for _time in range(2):
        assert await page.receive_from(PATIENCE) == "ping"
        before = watcher.spoke_at
        await page.send_to("pong")
        async with asyncio.timeout(PATIENCE):
            while watcher.spoke_at == before:
                await asyncio.sleep(0.01)


async def test_a_flood_closes_the_socket(hub):
    game, _ = await running()
    page = await Page.of(game)
    for _number in range(21):
        await page.send_to("ping")
    assert await page.closed() == 1008
    assert hub.rooms == {}


@pytest.mark.parametrize("frame", [{"text_data": "x" * 4097}, {"bytes_data": b"x" * 4097}])
async def test_a_big_frame_closes_the_socket(hub, frame):
    game, _ = await running()
    page = await Page.of(game)
    await page.send_to(**frame)
    assert await page.closed() == 1009


async def test_a_socket_does_not_live_for_ever(hub, monkeypatch):
    from games.live import consumer

    monkeypatch.setattr(consumer, "LIFETIME", 0.1)
    game, _ = await running()
    page = await Page.of(game)
    assert await page.closed() == 1001
    assert hub.rooms == {}
