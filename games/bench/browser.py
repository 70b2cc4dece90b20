"""A scripted browser for measurements: one person's cookies, forms, moves and socket."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from games.live.rate_limit import MOVES, MOVES_SECONDS, RateLimit

PING_SECONDS = 55
"""After how long a page that is not asked says that it is there, and how often an older one does."""


MOVING = ("table", "moves")
"""Scripts of pages that make their moves over the socket: now in one file with others, before by itself."""


class _Forms(HTMLParser):
    """The POST forms of a page: address and what would be sent if nothing were touched."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect forms and the fields that are filled, chosen or hidden."""
        values = dict(attrs)
        if tag == "form":
            self.found.append((values.get("action") or "", {}))
        elif tag == "input" and self.found and _is_sent(values):
            self.found[-1][1][values["name"] or ""] = values.get("value") or _if_empty(values)


def _is_sent(values: Mapping[str, str | None]) -> bool:
    return "name" in values and ("checked" in values or values.get("type") not in {"radio", "checkbox"})


def _if_empty(values: Mapping[str, str | None]) -> str:
    return "on" if values.get("type") == "checkbox" else ""


class Answer(NamedTuple):
    """What a request came to."""

    status: int
    location: str
    text: str


class ScriptedBrowser:
    """One person at a site, over one connection, as a browser keeps it."""

    def __init__(self, url: str, **cookies: str) -> None:
        self.host = urlsplit(url).netloc
        self.cookies = cookies
        self.heard: dict[int, float] = {}
        """When each ply was first seen, on this process's clock."""
        self._socket: Any = None
        self._earlier = 0
        self._answer: asyncio.Future[str] | None = None
        self._is_asked = False
        self._limit = RateLimit(MOVES, MOVES_SECONDS)
        self._says_moves = False
        self._news = asyncio.Event()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def bytes(self) -> int:
        """How much came over its sockets."""
        return self._earlier + (self._socket.received if self._socket else 0)

    async def request(self, method: str, path: str, fields: Mapping[str, str] | None = None) -> Answer:
        """Return what the site answers; a connection that it has closed meanwhile is opened anew."""
        body = urlencode(fields or {}).encode()
        sent = self._head(method, path, len(body)) + body
        if self._streams is None or (first := await self._begin(sent)) == b"":
            address, port = self.host.rsplit(":", 1)
            self._streams = await asyncio.open_connection(address, int(port))
            first = await self._begin(sent)
        reader = self._streams[0]
        status, headers = await self._read_head(first, reader)
        text = (await reader.readexactly(int(headers["content-length"]))).decode()
        return Answer(status, headers.get("location", ""), text)

    def _head(self, method: str, path: str, length: int) -> bytes:
        lines = (
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}",
            f"Origin: http://{self.host}",
            f"Cookie: {self._cookies()}",
            *(["HX-Request: true"] if path.endswith("/move/") else []),
            "Accept-Encoding: identity",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {length}",
        )
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def _begin(self, sent: bytes) -> bytes:
        """Send a request; return the first line of its answer, or nothing if the connection is gone."""
        assert self._streams
        reader, writer = self._streams
        try:
            writer.write(sent)
            return await reader.readline()
        except ConnectionError:
            return b""

    async def _read_head(self, first: bytes, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        status = int(first.split()[1])
        headers: dict[str, str] = {}
        while line := (await reader.readline()).decode("latin1").strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                cookie = SimpleCookie(value.strip())
                self.cookies |= {key: morsel.value for key, morsel in cookie.items()}
        return status, headers

    async def send_form(self, page: str, **changes: str) -> str:
        """Open a page, fill in the form it has for its own address and send it; return where it leads."""
        forms = _Forms()
        forms.feed((await self.request("GET", page)).text)
        fields = next(fields for address, fields in forms.found if address in {"", page})
        answer = await self.request("POST", page, {**fields, **changes})
        if answer.status != 302:
            raise RuntimeError(f"{page} answered {answer.status}: {answer.text[:2000]}")
        return answer.location

    async def look_how_to_move(self, table: str) -> None:
        """Note whether the table's page makes its moves over the socket; earlier commits' pages post them."""
        page = (await self.request("GET", table)).text
        self._says_moves = any(f"/js/{script}." in page for script in MOVING)

    async def move(self, table: str, notation: str, ply: int) -> None:
        """Make a move from a page drawn at that ply, as the site's page would: over its socket, if it can."""
        if self._socket and self._says_moves and self._limit.allows(time.perf_counter()):
            self._answer = asyncio.get_running_loop().create_future()
            await self._socket.send(f"move {ply} p{ply} {notation}")
            if not (answer := await self._answer).startswith("moved "):
                raise RuntimeError(f"{notation} at ply {ply} answered {answer}")
            return
        token = self.cookies["csrftoken"]
        fields = {"move": notation, "ply": str(ply), "key": f"p{ply}", "csrfmiddlewaretoken": token}
        answer = await self.request("POST", f"{table}move/", fields)
        if answer.status != 200:
            raise RuntimeError(f"{notation} at ply {ply} answered {answer.status}: {answer.text[:2000]}")

    def hang_up(self) -> None:
        """Close the connection for requests."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def watch(self, table: str) -> None:
        """Listen to a table, note when each ply is heard, open a lost socket anew; until cancelled."""
        from websockets.exceptions import ConnectionClosed

        while True:
            with suppress(ConnectionClosed):
                async with self._connected(table) as socket:
                    self._earlier, self._socket = self.bytes, socket
                    pinging = asyncio.create_task(self._ping())
                    try:
                        async for frame in socket:
                            if frame == "ping":
                                self._is_asked = True
                                await socket.send("pong")
                            else:
                                self._hear(str(frame), socket.arrived)
                    finally:
                        pinging.cancel()

    def _connected(self, table: str) -> Any:
        """Return the block in which a socket to a table is open."""
        from websockets.asyncio.client import connect

        from games.bench.counting import CountingSocket

        origin: Any = f"http://{self.host}"
        return connect(
            f"ws://{self.host}/ws{table}?pong=1",
            origin=origin,
            additional_headers={"Cookie": self._cookies()},
            proxy=None,
            create_connection=CountingSocket,
            ping_interval=None,
        )

    def _cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _hear(self, frame: str, now: float) -> None:
        first, *others = frame.partition("\n")[0].split()
        if first == "pong":
            return
        if first in {"moved", "refused"}:
            if self._answer and not self._answer.done():
                self._answer.set_result(" ".join([first, *others]))
            return
        self.heard.setdefault(int(first), now)
        self._news.set()

    def read_after(self, seconds: float) -> None:
        """Read what comes over the open socket only so much later; when it came is noted at once."""
        self._socket.reads_after = seconds

    async def hears(self, ply: int) -> float:
        """Wait until a ply, or a later one, is seen; return when that was."""
        while not (moments := [moment for heard_ply, moment in self.heard.items() if heard_ply >= ply]):
            self._news.clear()
            await self._news.wait()
        return min(moments)

    async def _ping(self) -> None:
        """Say now and then that the page is there, unless the site asks."""
        from websockets.exceptions import ConnectionClosed

        await asyncio.sleep(PING_SECONDS)
        with suppress(ConnectionClosed):
            while not self._is_asked:
                await self._socket.send("ping")
                await asyncio.sleep(PING_SECONDS)
