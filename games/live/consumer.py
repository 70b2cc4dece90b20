"""A socket of one table page: it speaks; the page listens, pings, and makes its moves."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from django.conf import settings
from django.utils.translation import get_supported_language_variant

from cardcity_site.release import is_ours
from games.digits import PLY_DIGITS, read_number
from games.live.hub import hub_of_loop
from games.live.moves import WORD, answer_move
from games.live.origin import refuse
from games.live.rate_limit import FLOOD_FRAMES, FLOOD_SECONDS, MAX_FRAME, RateLimit
from games.live.rights import Pass, issue
from games.live.rooms.room import FLOOD, GOING_AWAY, OUTDATED, TOO_BIG, TRY_LATER, Watcher
from games.live.serving.addresses import of_request
from games.live.sockets import make_room
from games.live.threads import in_thread
from games.selectors.games import games_for

LIFETIME = 12 * 60 * 60


async def table_socket(scope: Any, receive: Any, send: Any) -> None:
    """Keep one page's table current until either side hangs up."""
    game_id = scope["url_route"]["kwargs"]["game_id"]
    session_key = scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
    held = await in_thread(_admit, game_id, session_key)
    if held is None:
        await refuse(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})

    async def say(text: str) -> None:
        await send({"type": "websocket.send", "text": text})

    query = {name: values[0] for name, values in parse_qs(scope["query_string"].decode("latin1")).items()}
    if is_ours(query.get("release", "")):
        watcher = _watcher(game_id, held, say, query)
        watcher.address = of_request((scope.get("client") or [""])[0], scope["headers"])
        code = await _serve(watcher, receive)
    else:
        code = OUTDATED
    if code is not None:
        await send({"type": "websocket.close", "code": code})


def _watcher(
    game_id: UUID, held: Pass, say: Callable[[str], Awaitable[None]], query: dict[str, str]
) -> Watcher:
    """Return a watcher whose page shows what it says in its address."""
    watcher = Watcher(
        game_id, held, _language(query), say, _claim(query), query.get("talk", ""), query.get("here")
    )
    watcher.answers = "pong" in query
    return watcher


def _admit(game_id: Any, session_key: str) -> Pass | None:
    held = issue(session_key)
    return held if games_for(held.viewer).filter(pk=game_id).exists() else None


def _language(query: dict[str, str]) -> str:
    try:
        return get_supported_language_variant(query.get("lang", "").lower())
    except LookupError:
        return settings.LANGUAGE_CODE


def _claim(query: dict[str, str]) -> int | None:
    return read_number(query.get("ply"), PLY_DIGITS)


async def _serve(watcher: Watcher, receive: Any) -> int | None:
    """Watch until the page hangs up; return the code if it is us who close."""
    hub = hub_of_loop()
    if not make_room(watcher, hub.watchers, asyncio.get_running_loop().time()):
        return TRY_LATER
    hub.join(watcher)
    listening = asyncio.ensure_future(_listen(watcher, receive))
    try:
        await asyncio.wait(
            {listening, watcher.closing}, timeout=LIFETIME, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        listening.cancel()
        hub.leave(watcher)
    if watcher.closing.done():
        return watcher.closing.result()
    return listening.result() if listening.done() else GOING_AWAY


async def _listen(watcher: Watcher, receive: Any) -> int | None:
    """Answer pings and moves; return None when the page has gone, else why it must."""
    limit = RateLimit(FLOOD_FRAMES, FLOOD_SECONDS)
    while (message := await receive())["type"] == "websocket.receive":
        now = asyncio.get_running_loop().time()
        if not limit.allows(now):
            return FLOOD
        watcher.spoke_at = now
        text = message.get("text") or ""
        if len(text) > MAX_FRAME or len(message.get("bytes") or b"") > MAX_FRAME:
            return TOO_BIG
        if text == "ping":
            await watcher.send("pong")
        elif text.startswith(WORD):
            await watcher.send(await answer_move(watcher, text))
    return None
