"""Moves over a socket: made as its page's person, once, and refused as the same moves by a form are."""

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from games.live import moves
from games.models import Game, MoveRecord, Profile
from games.selectors.viewers import Viewer
from games.services.play.refusals import TableError
from tests.live.pages import Page, play, running, session_of
from tests.moderation.people import account, game_with
from tests.thorough import PATIENCE


async def told(page, text):
    """Return what a page is told of a move, past the frames that come meanwhile."""
    await page.send_to(text)
    while (heard := await page.receive_from(PATIENCE)).partition(" ")[0] not in {"moved", moves.REFUSED}:
        pass
    return heard


@sync_to_async
def log(game):
    return list(
        MoveRecord.objects.filter(game=game, ply__gt=0).order_by("ply").values_list("seat", "notation", "key")
    )


async def test_a_move_is_made_and_brings_everybody_the_table(slow_hub):
    game, (anna, ben) = await running()
    mine, other = await Page.of(game, anna), await Page.of(game, ben)
    await mine.shows(game, 0)
    await mine.send_to("move 0 once pick 3")
    # Whether the answer or the table comes first is not said.
    heads = {(await mine.receive_from(PATIENCE)).partition("\n")[0] for _ in range(2)}
    assert heads == {"moved 1", "1 0"}
    await other.shows(game, 1)
    assert await log(game) == [(0, "pick 3", "0:once")]


async def test_the_same_key_makes_one_move_and_has_one_answer(slow_hub):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    assert [await told(page, "move 0 once boast") for _ in range(3)] == ["moved 1"] * 3
    assert await told(page, "move 0 once pick 3") == moves.REFUSED
    assert await log(game) == [(0, "boast", "0:once")]


async def test_a_form_that_follows_with_the_same_key_finds_the_move_made(slow_hub):
    game, (anna, _) = await running()
    assert await told(await Page.of(game, anna), "move 0 once boast") == "moved 1"
    assert await play(game, anna, "boast", 0, "once") == 1
    assert len(await log(game)) == 1


NO_MOVES = {
    "of a stale page": "move 0 late pick 2",
    "not allowed": "move 1 again boast",
    "no move": "move 1 a nonsense",
    "nothing": "move 1 a ",
    "too long": f"move 1 a {'x' * 401}",
    "of the future": "move 99 a pick 3",
    "without a notation": "move 1 a",
    "without anything": "move ",
    "of no ply": "move one a pick 3",
    "of a negative ply": "move -1 a pick 3",
    "of an endless ply": f"move {'9' * 1000} a pick 3",
    "of another alphabet": "move ١ a pick 3",
    "without a key": "move 1  pick 3",
    "with a long key": f"move 1 {'k' * 65} pick 3",
    "with a strange key": "move 1 \x00 pick 3",
    "leaving": "move 1 a leave",
}


@pytest.mark.parametrize("text", NO_MOVES.values(), ids=NO_MOVES)
async def test_what_a_form_could_not_do_is_refused_and_changes_nothing(slow_hub, text):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    await play(game, anna, "boast")
    assert await told(page, text) == moves.REFUSED
    assert [notation for _, notation, _ in await log(game)] == ["boast"]
    assert await told(page, "move 1 good pick 3") == "moved 2"


async def test_who_only_watches_moves_for_nobody(slow_hub):
    game, _ = await running()
    elsewhere, (carl, _) = await running()
    for page in (await Page.of(game), await Page.of(game, carl)):
        assert await told(page, "move 0 a pick 3") == moves.REFUSED
    assert await log(game) == await log(elsewhere) == []


@pytest.mark.parametrize(
    "fields", [{"status": Game.Status.FINISHED}, {"paused_at": timezone.now()}], ids=["over", "paused"]
)
async def test_no_move_is_made_at_a_table_that_stands_still(slow_hub, fields):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    await Game.objects.filter(pk=game.pk).aupdate(**fields)
    assert await told(page, "move 0 a pick 3") == moves.REFUSED
    assert await log(game) == []


async def test_a_game_that_is_gone_is_no_fault(slow_hub, caplog):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    # Whoever looks for the first time and finds no game closes the socket.
    await page.shows(game, 0)
    await Game.objects.filter(pk=game.pk).adelete()
    assert await told(page, "move 0 a pick 3") == moves.REFUSED
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_fault_is_logged_refused_and_the_socket_lives_on(slow_hub, monkeypatch, caplog):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)

    def broken(*_):
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(moves, "play_move", broken)
        assert await told(page, "move 0 a pick 3") == moves.REFUSED
    assert "the disk is full" in caplog.text
    assert await told(page, "move 0 a pick 3") == "moved 1"


async def test_a_move_is_made_as_whoever_holds_the_socket(slow_hub, monkeypatch):
    game, (anna, _) = await running()
    asked = []

    def noted(game_id, viewer, order):
        asked.append((game_id, viewer, order.notation))
        raise TableError("noted")

    monkeypatch.setattr(moves, "play_move", noted)
    await told(await Page.of(game, anna), "move 0 a pick  3 ")
    await told(await Page.of(game), "move 0 a pick 3")
    (_, mine, exact), (_, nobody, _) = asked
    assert (mine.guest_id, exact) == (anna.guest_id, "pick  3 ")
    assert nobody == Viewer()


async def test_a_move_is_a_visit_of_who_has_an_account_once_a_minute(slow_hub):
    user = await sync_to_async(account)()
    game, _ = await sync_to_async(game_with)(user)
    page = Page(game, await session_of(user=user))
    assert (await page.connect(PATIENCE))[0]
    seen = Profile.objects.filter(user=user).values_list("seen_at", flat=True)
    assert await seen.aget() is None
    assert await told(page, "move 0 a boast") == "moved 1"
    first = await seen.aget()
    assert first is not None
    assert await told(page, "move 1 b pick 3") == "moved 2"
    assert await seen.aget() == first


async def test_a_move_is_made_also_if_the_visit_cannot_be_noted(slow_hub, monkeypatch):
    user = await sync_to_async(account)()
    game, _ = await sync_to_async(game_with)(user)
    page = Page(game, await session_of(user=user))
    assert (await page.connect(PATIENCE))[0]

    def locked(*_):
        raise OperationalError("database is locked")

    monkeypatch.setattr(moves, "note_visit", locked)
    assert await told(page, "move 0 a boast") == "moved 1"


async def test_a_refused_move_is_no_visit(slow_hub):
    user = await sync_to_async(account)()
    game, _ = await sync_to_async(game_with)(user)
    page = Page(game, await session_of(user=user))
    assert (await page.connect(PATIENCE))[0]
    assert await told(page, "move 0 a nonsense") == moves.REFUSED
    assert not await Profile.objects.filter(user=user, seen_at__isnull=False).aexists()


async def test_a_flood_of_moves_closes_the_socket(slow_hub):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    for number in range(21):
        await page.send_to(f"move 0 k{number} boast")
    assert await page.closed() == 1008
    assert len(await log(game)) == 1


async def test_a_move_that_is_too_big_closes_the_socket(slow_hub):
    game, (anna, _) = await running()
    page = await Page.of(game, anna)
    await page.send_to(f"move 0 a {'x' * 4096}")
    assert await page.closed() == 1009


def hears(socket, start):
    """Wait until a socket is told something that starts so, past all else."""
    while not socket.recv(PATIENCE).startswith(start):
        pass


def test_a_served_site_takes_moves(served):
    game, (anna, ben) = served.games[0]
    with served.socket(game, anna) as mine, served.socket(game, ben) as other:
        mine.send("move 0 a boast")
        hears(mine, "moved 1")
        hears(other, "1")
        other.send("move 0 a boast")
        hears(other, "moved 2")
        hears(mine, "2")


def test_a_move_with_half_a_character_closes_the_socket_and_is_not_made(served):
    game, (anna, _) = served.games[1]
    # Who left out what is broken would find a legal move: as frames go, a whole text under a mask of zeros.
    text = b"move 0 half boast" + "\N{CITYSCAPE}".encode()[:2]
    with served.socket(game, anna) as page, pytest.raises(ConnectionClosed):
        page.socket.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
        hears(page, "moved")
    assert page.close_code == 1007
    with served.socket(game, anna) as page:
        assert page.recv(PATIENCE).startswith("0\n")
