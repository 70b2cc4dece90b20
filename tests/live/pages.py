"""Pages under test: a socket with the screen its frames lead to."""

import asyncio

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils.translation import override

from games.models import Game
from games.selectors.tables.pages import table_part
from games.selectors.viewers import GUEST_KEY
from tests import tables
from tests.live import dom
from tests.thorough import PATIENCE

HOST = b"localhost:8000"
running = sync_to_async(tables.running)
play = sync_to_async(tables.play)


@sync_to_async
def session_of(viewer=None, user=None):
    """Return the cookie value of a guest's or a user's session."""
    session = SessionStore()
    if viewer is not None:
        session[GUEST_KEY] = str(viewer.guest_id)
    if user is not None:
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session.session_key


@sync_to_async
def screen_of(game, seat):
    """Return what a page loaded now would show."""
    game = Game.objects.get(pk=game.pk)
    # The thread may still have the language of a request that it answered in an earlier test.
    with override("en"):
        return dom.parse(table_part(game, seat, echoed=True).html()).find("table").html()


class Page(WebsocketCommunicator):
    """A page with a socket; ``hear`` applies one frame, ``settle`` all that still come."""

    def __init__(self, game, cookie="", query="", origin=b"http://" + HOST):
        # Not before the test settings stand: it loads the middleware.
        from cardcity_site.asgi import application

        headers = [(b"host", HOST)]
        if origin is not None:
            headers.append((b"origin", origin))
        if cookie:
            headers.append((b"cookie", f"sessionid={cookie}".encode()))
        super().__init__(application, f"/ws/games/{game.pk}/{query}", headers)
        self.body = dom.parse('<div id="table"></div>')
        self.ply = None

    @classmethod
    async def of(cls, game, viewer=None, query=""):
        """Return a page that is connected."""
        page = cls(game, await session_of(viewer) if viewer else "", query)
        connected, _ = await page.connect(timeout=PATIENCE)
        assert connected
        return page

    async def hear(self, timeout=PATIENCE):
        """Apply the next frame and return it."""
        frame = await self.receive_from(timeout)
        head, _, html = frame.partition("\n")
        ply, *since = map(int, head.split())
        assert not since or since[0] == self.ply, "the frame starts elsewhere"
        dom.swap(self.body, html)
        self.ply = ply
        return frame

    async def shows(self, game, seat):
        """Wait until the page shows what a fresh one would; fail if it never does."""
        async with asyncio.timeout(PATIENCE):
            while self.table != await screen_of(game, seat):
                await self.hear()

    async def closed(self, timeout=PATIENCE):
        """Wait until the socket is closed and return the code."""
        while (message := await self.receive_output(timeout))["type"] == "websocket.send":
            pass
        assert message["type"] == "websocket.close"
        return message["code"]

    @property
    def table(self):
        """What the page shows."""
        return self.body.find("table").html()
