"""Run beside a served site: open games on its data and print who may play them."""

import json
import sys

import django

django.setup()

from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from games.rules import registry  # noqa: E402
from games.selectors.viewers import GUEST_KEY  # noqa: E402
from games.services.position import load_state  # noqa: E402
from tests.tables import running  # noqa: E402


def session_of(viewer):
    session = SessionStore()
    session[GUEST_KEY] = str(viewer.guest_id)
    session.save()
    return session.session_key


def some_game():
    game, viewers = running("point_city", 2)
    first = min(registry.get(game.ruleset_slug).to_act(load_state(game)))
    by_turn = viewers if first == 0 else viewers[::-1]
    return {"id": str(game.pk), "sessions": [session_of(viewer) for viewer in by_turn]}


print(json.dumps([some_game() for _ in range(int(sys.argv[1]))]))
