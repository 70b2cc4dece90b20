"""The ASGI application: pages by HTTP, tables by WebSocket."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardcity_site.settings")
pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.urls import path, re_path  # noqa: E402

from games.live.consumer import table_socket  # noqa: E402
from games.live.origin import OwnOrigin, refuse  # noqa: E402
from games.live.turnstile import Turnstile  # noqa: E402

sockets = URLRouter([path("ws/games/<uuid:game_id>/", table_socket), re_path("", refuse)])
application = ProtocolTypeRouter(
    {"http": Turnstile(pages), "websocket": OwnOrigin(CookieMiddleware(sockets))}
)
