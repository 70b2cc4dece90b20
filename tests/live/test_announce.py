"""News for other processes where the channel layer is away: moves go on, and the log stays readable."""

import asyncio
from uuid import uuid4

from games.live import announce


class Layer:
    """A channel layer that can be away."""

    def __init__(self):
        self.away, self.sent = True, []

    async def group_send(self, group, news):
        if self.away:
            raise ConnectionError("Redis is away")
        self.sent.append(group)


def test_a_layer_that_is_away_is_logged_once_and_once_when_it_is_back(monkeypatch, caplog):
    layer, relay = Layer(), announce.Relay()
    monkeypatch.setattr(announce, "shared_layer", lambda: layer)

    def move():
        asyncio.run(relay._send(uuid4(), 1))

    for _ in range(5):
        move()
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    layer.away = False
    for _ in range(5):
        move()
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert len(layer.sent) == 10
