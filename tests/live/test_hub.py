"""Who hears what of a commit."""

import asyncio
from types import SimpleNamespace
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async

from games.live.rooms import room, scene
from games.models import Game
from games.rules.protocol import RulesError
from games.services.tables import seating as services
from games.services.tables.seating import Plan
from tests import tables
from tests.live.pages import Page, play, running
from tests.services.test_aside import begun


async def test_two_sockets_hear_one_commit(slow_hub):
    game, (anna, ben) = await running()
    one, two = await Page.of(game, anna), await Page.of(game, ben)
    await one.hear()
    await two.hear()
    await play(game, anna, "pick 3")
    assert (await one.hear()).startswith("1 0\n")
    assert (await two.hear()).startswith("1 0\n")
    await one.shows(game, 0)
    await two.shows(game, 1)
    assert "Your secret pick is 3" in one.table
    assert "secret pick" not in two.table


async def test_a_page_to_which_a_ply_shows_nothing_is_led_on_from_where_it_stands(slow_hub):
    game, (active, other) = await sync_to_async(begun)()
    page = await Page.of(game, active)
    ply = int((await page.hear()).split("\n")[0])
    await play(game, other, "auto_order off")
    assert await page.receive_nothing(timeout=0.5)
    await play(game, active, "end")
    assert (await page.hear()).startswith(f"{ply + 2} {ply}\n")


async def test_a_refused_move_is_silent(slow_hub):
    game, (anna, ben) = await running()
    page = await Page.of(game, ben)
    await page.hear()
    with pytest.raises(RulesError):
        await play(game, anna, "rolled 3")
    assert await page.receive_nothing(timeout=0.3)


async def test_only_what_changed_is_sent(slow_hub):
    game, (anna, ben) = await running()
    await play(game, ben, "boast")
    page = await Page.of(game, ben)
    whole = await page.hear()
    await play(game, anna, "boast")
    frame = await page.hear()
    assert 'id="table"' in whole
    assert 'id="table"' not in frame
    assert 'hx-swap-oob="beforebegin:#ply-1"' in frame
    assert 'id="proof"' not in frame
    await page.shows(game, 1)


async def test_a_current_page_is_sent_nothing_and_a_late_one_the_whole_table(slow_hub):
    game, (anna, ben) = await running()
    await play(game, anna, "pick 3")
    current = await Page.of(game, ben, query="?ply=1")
    assert await current.receive_nothing(timeout=0.3)
    for query in ("", "?ply=0", "?ply=x", "?ply=99"):
        late = await Page.of(game, ben, query=query)
        assert (await late.hear()).startswith("1\n")
        await late.shows(game, 1)


async def test_before_the_start_a_page_is_always_sent_the_whole_table(slow_hub):
    """People sit down without a ply, so the ply does not tell what a page shows."""
    host = await sync_to_async(tables.guest)("Host")
    game = await sync_to_async(services.open_table)(host, Plan("demo", 3, {}, True))
    page = await Page.of(game, host, query="?ply=0")
    assert (await page.hear()).startswith("0\n")
    await sync_to_async(services.sit)(game.pk, await sync_to_async(tables.guest)("Second"), "")
    assert (await page.hear()).startswith("0 0\n")
    assert "Second" in page.table
    await page.shows(game, 0)


async def test_an_observer_who_sits_down_is_shown_their_seat(slow_hub):
    host, other = [await sync_to_async(tables.guest)(name) for name in ("Host", "Other")]
    game = await sync_to_async(services.open_table)(host, Plan("demo", 3, {}, True))
    page = await Page.of(game, other)
    await page.hear()
    await sync_to_async(services.sit)(game.pk, other, "")
    assert (await page.hear()).startswith("0\n")
    await page.shows(game, 1)


async def test_every_audience_and_language_is_shown_its_own_table(slow_hub):
    game, (anna, _) = await running()
    english, polish = await Page.of(game, anna), await Page.of(game, anna, query="?lang=PL")
    nonsense = await Page.of(game, anna, query="?lang=xx")
    for page in (english, polish, nonsense):
        await page.hear()
    assert english.table == nonsense.table
    languages = {audience.language for audience in slow_hub.rooms[game.pk].scene.trees}
    assert languages == {"en", "pl"}


async def test_no_ply_is_missed_between_listening_and_reading(slow_hub, monkeypatch):
    """A move that commits while the first look is under way reaches the page."""
    game, (anna, ben) = await running()
    scenes, looking, go_on = room.scenes, asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow_look(*args):
        for seen in scenes(*args):
            loop.call_soon_threadsafe(looking.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
            yield seen

    monkeypatch.setattr(room, "scenes", slow_look)
    page = await Page.of(game, ben)
    await looking.wait()
    await play(game, anna, "pick 3")
    go_on.set()
    await page.shows(game, 1)


async def test_nobody_waits_until_anothers_table_is_drawn(slow_hub, monkeypatch):
    game, (anna, ben) = await running()
    pages = [await Page.of(game, viewer) for viewer in (anna, ben)]
    for seat, page in enumerate(pages):
        await page.shows(game, seat)
    tree, go_on, loop = scene._tree, asyncio.Event(), asyncio.get_running_loop()

    def slow_for_anna(shown, audience):
        if audience.seat == 0:
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
        return tree(shown, audience)

    monkeypatch.setattr(scene, "_tree", slow_for_anna)
    await play(game, anna, "pick 3")
    # Ben is to move, so his table comes first.
    await pages[1].shows(game, 1)
    assert pages[0].ply == 0
    go_on.set()
    await pages[0].shows(game, 0)


async def test_news_that_come_together_are_shown_once(slow_hub):
    game, viewers = await running(seats=4)
    page = await Page.of(game)
    await page.hear()

    def three_moves():
        for viewer in viewers[:3]:
            tables.play(game, viewer, "pick 2")

    slow_hub.rooms[game.pk].poke = lambda: None
    await sync_to_async(three_moves)()
    del slow_hub.rooms[game.pk].poke
    slow_hub.hear(game.pk)
    assert (await page.hear()).startswith("3 0\n")
    await page.shows(game, None)
    assert await page.receive_nothing(timeout=0.3)


async def test_each_audience_is_rendered_once_for_many_sockets(slow_hub, monkeypatch):
    from games.live.rooms import scene

    game, (anna, ben) = await running()
    rendered = []
    tree = scene._tree
    monkeypatch.setattr(
        scene, "_tree", lambda game, audience: rendered.append(audience) or tree(game, audience)
    )
    pages = [await Page.of(game, viewer) for viewer in (anna, ben, None) for _ in range(5)]
    for page in pages:
        await page.hear()
    rendered.clear()
    await play(game, anna, "pick 3")
    for page in pages:
        await page.hear()
    assert sorted(audience.seat for audience in rendered if audience.seat is not None) == [0, 1]
    assert len(rendered) == 3


async def test_a_page_that_went_away_does_not_keep_others_waiting(slow_hub):
    game, (anna, ben) = await running()
    page = await Page.of(game, ben)
    await page.hear()
    (watcher,) = slow_hub.rooms[game.pk].watchers

    async def broken(text):
        raise OSError("gone")

    watcher.send = broken
    other = await Page.of(game, anna)
    await other.hear()
    await play(game, anna, "pick 3")
    await other.shows(game, 0)
    assert await page.closed() == 1011


async def test_nobody_watching_leaves_nothing_behind(slow_hub):
    game, (anna, ben) = await running()
    pages = [await Page.of(game, viewer) for viewer in (anna, ben)]
    for page in pages:
        await page.hear()
        await page.disconnect()
    assert slow_hub.rooms == {}


async def test_a_game_that_is_gone_closes_its_sockets(hub):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    await page.hear()
    await sync_to_async(Game.objects.filter(pk=game.pk).delete)()
    assert await page.closed() == 4403


class Counted:
    """Facts that count how often they are compared."""

    times = 0

    def __eq__(self, other):
        Counted.times += 1
        return True

    __hash__ = None


async def test_a_table_that_stays_as_it_is_is_compared_once():
    one, facts, later = room.Room(uuid4()), Counted(), Counted()
    one.scene = SimpleNamespace(facts=Counted())
    assert [one.lags_behind(each) for each in (facts, facts, later, later)] == [False] * 4
    assert Counted.times == 2
    one.poke()
    assert not one.lags_behind(later)
    assert Counted.times == 3
    one.scene = None
    one.poke()
    assert one.lags_behind(later)
