"""The ASGI application: pages by HTTP, tables by WebSocket."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardcity_site.settings")
django_itself = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from games.live.consumer import table_socket  # noqa: E402
from games.live.origin import OwnOrigin, refuse  # noqa: E402
from games.live.serving.handlers import Pages, StaticFiles  # noqa: E402
from games.live.turnstile import Turnstile  # noqa: E402

sockets = URLRouter([path("ws/games/<uuid:game_id>/", table_socket), re_path("", refuse)])
pages, static_files = Pages(), StaticFiles()


async def http(scope: Any, receive: Any, send: Any) -> None:
    """Answer where it belongs: looks at the site's health use its own loop, and no thread of a page."""
    answer = pages
    if scope["path"] == "/healthz":
        answer = django_itself
    elif scope["path"].startswith(settings.STATIC_URL):
        answer = static_files
    await answer(scope, receive, send)


application = ProtocolTypeRouter({"http": Turnstile(http), "websocket": OwnOrigin(CookieMiddleware(sockets))})
