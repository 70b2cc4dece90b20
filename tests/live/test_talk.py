"""Talk by the table's socket: who is told what, once for each audience, and the table is left alone."""

import asyncio
import re

from asgiref.sync import sync_to_async

from games.live.rooms import scene, talk
from games.models import Game, Relation
from games.parts import Part
from games.selectors import talk as selectors
from games.services.company import talk as services
from games.services.storage.news import ply_committed
from games.services.upkeep.farewell import erase
from tests import tables, talking
from tests.live import dom
from tests.live.pages import Page, running, session_of
from tests.thorough import PATIENCE

tell = sync_to_async(talking.tell)
said = sync_to_async(talking.said)
account = sync_to_async(talking.account)
end = sync_to_async(talking.end)
guest = sync_to_async(tables.guest)


class TalkPage(Page):
    """A page that shows the talk: ``listen`` applies what comes until a frame of the talk did."""

    @classmethod
    async def at(cls, game, viewer=None, claim="none", lang="en", user=None):
        cookie = await session_of(None if user else viewer, user)
        page = cls(game, cookie, f"?ply={game.ply}&talk={claim}&lang={lang}")
        page.body = dom.parse('<div id="table"></div><ol id="talk-lines"></ol>')
        page.ply, page.version = game.ply, claim
        connected, _ = await page.connect(timeout=PATIENCE)
        assert connected
        return page

    async def listen(self, timeout=PATIENCE):
        """Return the next frame of the talk, applied."""
        frame = await self.receive_from(timeout)
        assert frame.startswith("talk "), "a frame of the table"
        head, _, html = frame.partition("\n")
        version, *since = head.split()[1:]
        assert not since or since == [self.version], "the frame starts elsewhere"
        dom.swap(self.body, html)
        self.version = version
        return frame

    async def is_silent(self):
        return await self.receive_nothing(timeout=0.3)

    @property
    def lines(self):
        """What the page shows of the talk, in words."""
        return re.findall(r'<span dir="auto">(.*?)</span>', self.body.find("talk-lines").html())


async def seated(names=("Olga", "Petro")):
    """Return a running game of accounts."""
    game, _ = await running()
    people = [await account(name) for name in names]
    for index, person in enumerate(people):
        await sync_to_async(talking.seat)(game, index, person)
    return game, people


async def enter(game, viewer=None, **options):
    """Return a page that has heard all lines there are."""
    user = None
    if viewer and viewer.user_id:
        user = await sync_to_async(_user)(viewer)
    page = await TalkPage.at(game, viewer, user=user, **options)
    await page.listen()
    return page


def _user(viewer):
    from django.contrib.auth import get_user_model

    return get_user_model().objects.get(pk=viewer.user_id)


async def test_a_line_reaches_the_players_and_no_watcher(slow_hub):
    game, (olga, petro) = await seated()
    players = [await enter(game, olga), await enter(game, petro)]
    watcher = await enter(game)
    await tell(game, olga, "Good evening")
    for page in players:
        assert "Good evening" in await page.listen()
        assert page.lines == ["Good evening"]
    assert await watcher.is_silent()


async def test_a_watchers_line_reaches_the_watchers_and_no_player(slow_hub):
    game, (olga, _) = await seated()
    player, watcher = await enter(game, olga), await enter(game)
    await tell(game, await account("Vera"), "What a game")
    await watcher.listen()
    assert watcher.lines == ["What a game"]
    assert await player.is_silent()


async def test_only_the_new_line_is_sent(slow_hub):
    game, (olga, petro) = await seated()
    for number in range(40):
        await said(game, petro, f"line {number}")
    page = await enter(game, olga)
    await tell(game, petro, "the newest")
    frame = await page.listen()
    assert 'hx-swap-oob="beforeend:#talk-lines"' in frame
    assert frame.count("<li") == 1
    assert len(frame) < 1500
    assert page.lines == [f"line {number}" for number in range(40)] + ["the newest"]


async def test_the_fifty_first_line_takes_the_place_of_the_first(slow_hub):
    game, (olga, petro) = await seated()
    for number in range(50):
        await said(game, petro, f"line {number}")
    page = await enter(game, olga)
    await tell(game, petro, "the newest")
    await page.listen()
    assert page.lines == [f"line {number}" for number in range(1, 50)] + ["the newest"]


async def test_talk_renders_no_table_and_leaves_the_ply(slow_hub, monkeypatch):
    game, (olga, petro) = await seated()
    page = await enter(game, olga)
    rendered, snapshot_part = [], scene.snapshot_part
    monkeypatch.setattr(
        scene, "snapshot_part", lambda *args, **values: rendered.append(1) or snapshot_part(*args, **values)
    )
    before = slow_hub.rooms[game.pk].scene
    await tell(game, petro, "Good evening")
    await page.listen()
    after = slow_hub.rooms[game.pk].scene
    assert rendered == []
    assert after.trees is before.trees
    assert (after.ply, (await Game.objects.aget(pk=game.pk)).ply) == (0, 0)


async def test_a_move_sends_no_talk(slow_hub):
    game, (olga, petro) = await seated()
    await said(game, petro, "Good evening")
    page, viewers = await enter(game, olga), [olga, petro]
    await sync_to_async(_play)(game, viewers[0])
    assert (await page.receive_from(PATIENCE)).startswith("1 0\n")
    assert await page.is_silent()


def _play(game, viewer):
    from games.services.play.door import Order, play_move

    play_move(game.pk, viewer, Order("pick 3", 0, "k"))


async def test_each_audience_is_put_together_once(slow_hub, monkeypatch):
    game, _ = await seated()
    watchers = [await enter(game) for _ in range(5)]
    put_together, heard = [], talk.heard
    monkeypatch.setattr(talk, "heard", lambda *args: put_together.append(args) or heard(*args))
    await tell(game, await account("Vera"), "What a game")
    for watcher in watchers:
        await watcher.listen()
    assert len(put_together) == 1


async def test_who_mutes_or_blocks_hears_nothing_and_the_others_do(slow_hub):
    game, (olga, petro) = await seated()
    mina, boris, vera = await account("Mina"), await account("Boris"), await account("Vera")
    for owner, kind in ((mina, Relation.Kind.MUTE), (boris, Relation.Kind.BLOCK)):
        await Relation.objects.acreate(owner_id=owner.user_id, kind=kind, user_id=vera.user_id)
    deaf = [await enter(game, person) for person in (mina, boris)]
    other = await enter(game)
    await tell(game, vera, "What a game")
    await other.listen()
    for page in deaf:
        assert await page.is_silent()
    await tell(game, olga, "not for watchers")
    await tell(game, petro, "nor this")
    await tell(game, boris, "Indeed")
    await deaf[0].listen()
    assert deaf[0].lines == ["Indeed"]


async def test_muting_takes_effect_while_one_watches(slow_hub):
    game, _ = await seated()
    mina, vera = await account("Mina"), await account("Vera")
    page = await enter(game, mina)
    await tell(game, vera, "What a game")
    await page.listen()
    await sync_to_async(services.mute)(mina, vera.person)
    await tell(game, vera, "What a game!")
    await page.listen()
    assert page.lines == []


async def test_a_hidden_line_disappears(slow_hub):
    game, (olga, petro) = await seated()
    page = await enter(game, olga)
    line = await tell(game, petro, "something rude")
    await page.listen()
    await tell(game, petro, "something nice")
    await page.listen()
    await sync_to_async(services.hide_line)(line)
    assert "something" not in await page.listen()
    assert page.lines == ["something nice"]


async def test_what_a_deleted_account_said_disappears(slow_hub):
    game, (olga, petro) = await seated()
    page = await enter(game, olga)
    await tell(game, petro, "I live at 5 Mill Lane")
    await page.listen()
    await tell(game, olga, "Good evening")
    await page.listen()
    await sync_to_async(erase)(await sync_to_async(_user)(petro))
    while page.lines != ["Good evening"]:
        frame = await page.receive_from(PATIENCE)
        assert "Mill Lane" not in frame
        if frame.startswith("talk "):
            dom.swap(page.body, frame.partition("\n")[2])


async def test_a_page_that_shows_all_is_sent_nothing_and_a_late_one_everything(slow_hub):
    game, (olga, petro) = await seated()
    await said(game, petro, "one")
    page = await enter(game, olga)
    user = await sync_to_async(_user)(olga)
    again = await TalkPage.at(game, claim=page.version, user=user)
    assert await again.is_silent()
    await page.disconnect()
    await tell(game, petro, "two")
    late = await enter(game, olga, claim=page.version)
    assert late.lines == ["one", "two"]
    again.body = dom.parse('<div id="table"></div><ol id="talk-lines"></ol>')
    assert "two" in await again.listen()


async def test_a_page_without_talk_is_sent_none(slow_hub):
    game, (olga, _) = await seated()
    page = Page(game, await session_of(user=await sync_to_async(_user)(olga)), "?ply=0")
    await page.connect()
    await tell(game, olga, "Good evening")
    assert await page.receive_nothing(timeout=0.3)


async def test_lost_news_of_a_line_cost_one_sweep(hub):
    from games.live.announce import announce

    game, (olga, petro) = await seated()
    page = await enter(game, olga)
    ply_committed.disconnect(announce)
    try:
        await tell(game, petro, "Good evening")
    finally:
        ply_committed.connect(announce)
    await page.listen()
    assert page.lines == ["Good evening"]


async def test_a_look_that_failed_is_made_good(hub, monkeypatch):
    from games.live.rooms import room

    game, (olga, petro) = await seated()
    page = await enter(game, olga)
    listen, broken = room.listen, [True, True]

    def flaky(*args):
        if broken:
            broken.pop()
            raise OSError("the database is gone")
        return listen(*args)

    monkeypatch.setattr(room, "listen", flaky)
    await tell(game, petro, "Good evening")
    await page.listen()
    assert (page.lines, broken) == (["Good evening"], [])


async def test_at_the_end_both_rooms_are_open_to_both(slow_hub):
    game, (olga, petro) = await seated()
    await said(game, petro, "among players")
    await said(game, await account("Vera"), "among watchers", "watchers")
    player, watcher = await enter(game, olga), await enter(game)
    assert (player.lines, watcher.lines) == (["among players"], ["among watchers"])
    await end(game)
    slow_hub.hear(game.pk)
    for page in (player, watcher):
        async with asyncio.timeout(PATIENCE):
            while not (frame := await page.receive_from(PATIENCE)).startswith("talk "):
                pass
        dom.swap(page.body, frame.partition("\n")[2])
        assert page.lines == ["among players", "among watchers"]


async def test_who_gives_up_a_seat_before_the_start_reads_the_watchers_from_then_on(slow_hub):
    host, other = await guest("Host"), await guest("Other")
    from games.services.tables import leaving
    from games.services.tables import seating as services_of_tables

    game = await sync_to_async(services_of_tables.open_table)(
        host, services_of_tables.Plan("demo", 3, {}, True)
    )
    await sync_to_async(services_of_tables.sit)(game.pk, other, "")
    await tell(game, host, phrase="hello")
    page = await TalkPage.at(game, other)
    assert 'id="table"' in await page.receive_from(PATIENCE)
    await page.listen()
    assert page.lines == ["Hello!"]
    await sync_to_async(leaving.leave)(game.pk, other)
    assert 'id="table"' in await page.receive_from(PATIENCE)
    await page.listen()
    assert page.lines == []
    await tell(game, host, phrase="good_luck")
    assert await page.is_silent()


async def test_staff_who_do_not_play_hear_what_watchers_hear(slow_hub):
    game, (olga, _) = await seated()
    staff = await sync_to_async(talking.account)("Staff", is_staff=True, is_superuser=True)
    page = await enter(game, staff)
    await tell(game, olga, "among players")
    assert await page.is_silent()


async def test_a_phrase_arrives_in_each_readers_language(slow_hub):
    game, (olga, petro) = await seated()
    english, polish = await enter(game, olga), await enter(game, petro, lang="pl")
    await tell(game, olga, phrase="your_turn")
    for page in (english, polish):
        await page.listen()
    assert english.lines == ["It's your turn."]
    assert polish.lines != english.lines


async def test_frames_and_pages_agree(slow_hub):
    """What the socket makes of a page is what a fresh one shows."""
    game, (olga, petro) = await seated()
    page = await enter(game, olga)
    for number in range(3):
        await tell(game, petro, f"line <{number}> & https://a.example/{number}")
        await page.listen()
    fresh = await sync_to_async(selectors.panel_of)(game, olga, seated=True)
    assert isinstance(fresh.heard.list, Part)
    assert page.version == fresh.heard.version
    assert page.body.find("talk-lines").html() == dom.parse(fresh.heard.html).find("talk-lines").html()
