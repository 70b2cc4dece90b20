"""The health page: what works, what does not, and no word of why."""

import pytest

from games.views import health

pytestmark = pytest.mark.django_db


def test_a_healthy_site_says_so(client):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "migrations": "ok", "channels": "ok"}
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", ["database", "migrations", "channels"])
def test_what_fails_is_named_without_its_secrets(client, monkeypatch, name):
    async def broken():
        raise ConnectionError("postgres://cardcity:hunter2@db/")

    monkeypatch.setitem(health.CHECKS, name, broken)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()[name] == "failed"
    assert sum(word == "failed" for word in answer.json().values()) == 1
    assert "hunter2" not in answer.content.decode()


def test_what_hangs_fails(client, monkeypatch):
    async def hang():
        await health.asyncio.Event().wait()

    monkeypatch.setitem(health.CHECKS, "channels", hang)
    monkeypatch.setattr(health, "SECONDS", 0.05)
    assert client.get("/healthz").json()["channels"] == "failed"


def test_migrations_that_are_not_applied_are_noticed(client, monkeypatch):
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: ["games.0002"])
    assert client.get("/healthz").json()["migrations"] == "failed"
