"""Players of a served site who repeat a move until it is acknowledged, whatever happens to the server."""

import re
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from games.live.rate_limit import MOVES, MOVES_SECONDS, RateLimit
from tests.thorough import PATIENCE

TOKEN = "t" * 32
PAUSE = 0.03
OFFER = re.compile(r'name="offer" value="([^"]+)"')
HTMX = {"HX-Request": "true"}


class Browser:
    """As much of a browser as posting forms needs."""

    def __init__(self, port):
        self.port = port
        self.cookies = {"csrftoken": TOKEN}

    def ask(self, method, path, form=None, timeout=PATIENCE, **headers):
        """Return status, address to go to, and body; connection errors are the caller's."""
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(form | {"csrfmiddlewaretoken": TOKEN})
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=timeout)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            for cookie in answer.headers.get_all("Set-Cookie") or ():
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.headers.get("Location", ""), text

    def until_answered(self, method, path, form=None, ending=None, **headers):
        """Ask again and again until the server answers; None if it is time to end."""
        while ending is None or not ending.is_set():
            try:
                status, *rest = self.ask(method, path, form, **headers)
            except (OSError, HTTPException):
                status, rest = 0, ()
            if 0 < status < 500:
                return status, *rest
            time.sleep(PAUSE)
        return None


def opened_table(slug, ports):
    """Return the address of a table at which two sit, and their browsers, each on its own port."""
    anna, ben = (Browser(port) for port in ports)
    # Ben gets a table nobody needs: who has a session may repeat taking a seat, a stranger may not.
    _open(ben, slug, "Ben")
    address = _open(anna, slug, "Anna")
    status, _, text = ben.until_answered("POST", f"{address}sit/", {"seed": "b"})
    assert status == 302, text
    return address, (anna, ben)


def _open(browser, slug, name):
    page = f"/new/{slug.replace('_', '-')}/"
    _, _, shown = browser.until_answered("GET", page)
    form = {"name": name, "seats": "2", "listed": "yes", "seed": "a", "option_promo": "on"}
    form["offer"] = OFFER.search(shown)[1]
    status, address, text = browser.until_answered("POST", page, form)
    assert status == 302, text
    return address


@dataclass
class Tally:
    """What was promised to players: the keys of acknowledged moves."""

    acknowledged: list[str] = field(default_factory=list)
    over_socket: int = 0
    """How many of them over a socket."""
    faults: list[str] = field(default_factory=list)


class Player(threading.Thread):
    """Plays both seats of one table after the other, as fast as it is answered."""

    def __init__(self, name, port, title, ending):
        super().__init__(name=name, daemon=True)
        self.port, self.title, self.ending = port, title, ending
        self.tally, self.random = Tally(), Random(name)

    def run(self):
        try:
            while not self.ending.is_set():
                self._play_a_table()
        except Exception as error:
            self.tally.faults.append(repr(error))
            raise

    def _play_a_table(self):
        address, browsers = opened_table(self.title.slug, (self.port, self.port))
        turn = None
        for ply in range(self.title.plies):
            if self.ending.is_set():
                return
            key = f"{self.name}{address[7:15]}{ply}"
            turn = self._move(address, browsers, ply, key, turn)

    def _move(self, address, browsers, ply, key, turn):
        """Post a move until it is acknowledged; return whose turn is next."""
        form = {"move": self.title.move, "ply": ply, "key": key}
        for seat in (0, 1) if turn is None else (turn,):
            answer = browsers[seat].until_answered("POST", f"{address}move/", form, self.ending)
            if answer is None:
                return turn
            if answer[0] == 302:
                self.tally.acknowledged.append(f"{seat}:{key}")
                return 1 - seat
            assert turn is None and answer[0] == 422, (answer[0], answer[2][-2000:])
        raise AssertionError("nobody may move")


class SocketPlayer(Player):
    """Moves over a socket for each seat, as a page does, and posts with the same key what is refused or lost."""

    sockets: dict
    opened: ExitStack

    def _play_a_table(self):
        self.sockets = {}
        with ExitStack() as self.opened:
            super()._play_a_table()

    def _move(self, address, browsers, ply, key, turn):
        if turn is None or not self._is_made(address, browsers, ply, key, turn):
            return super()._move(address, browsers, ply, key, turn)
        self.tally.acknowledged.append(f"{turn}:{key}")
        self.tally.over_socket += 1
        return 1 - turn

    def _is_made(self, address, browsers, ply, key, seat):
        """Say the move; tell whether it was acknowledged. A socket that is lost is opened again for the next one."""
        try:
            if seat not in self.sockets:
                self.sockets[seat] = self._open(address, browsers[seat]), RateLimit(MOVES, MOVES_SECONDS)
            socket, pace = self.sockets[seat]
            if not pace.allows(time.monotonic()):
                return False
            socket.send(f"move {ply} {key} {self.title.move}")
            while (word := socket.recv(timeout=PATIENCE).split()[0]) not in {"moved", "refused"}:
                pass
        except (OSError, EOFError, WebSocketException):
            self.sockets.pop(seat, None)
            return False
        return word == "moved"

    def _open(self, address, browser):
        origin = f"http://127.0.0.1:{self.port}"
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        url = f"ws://127.0.0.1:{self.port}/ws{address}"
        headers = {"Cookie": cookies}
        opening = connect(url, origin=origin, additional_headers=headers, proxy=None, open_timeout=PATIENCE)
        return self.opened.enter_context(opening)


@dataclass(frozen=True)
class Title:
    """What players need to know of a title to play it blindly."""

    slug: str
    move: str
    plies: int
