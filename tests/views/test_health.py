"""The health page: what works, what does not, and no word of why."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from games.models import Game, SiteState
from games.rules import registry
from games.services.upkeep import schema
from games.services.upkeep.referee import tick
from games.views import health
from tests.botting import BRAINY, against_bots, make_late
from tests.tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_healthy_site_says_so(client):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {
        "database": "ok",
        "migrations": "ok",
        "channels": "ok",
        "disk": "ok",
        "mail": "ok",
        "bots": "ok",
        "referee": "ok",
    }
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", ["database", "migrations", "channels", "disk"])
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
    monkeypatch.setattr(schema.MigrationExecutor, "migration_plan", lambda *_: ["games.0002"])
    assert client.get("/healthz").json()["migrations"] == "failed"


def test_a_database_that_a_newer_version_changed_is_noticed(client, monkeypatch):
    monkeypatch.setattr(schema, "_unknown", lambda _: {("games", "9999_of_the_future")})
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["migrations"]) == (503, "failed")


@pytest.mark.parametrize(
    ("megabytes", "size", "status", "word"),
    [(100, 9000, 200, "ok"), (99, 9000, 503, "full"), (60, 1000, 200, "ok"), (49, 1000, 503, "full")],
)
def test_a_disk_that_is_almost_full_is_told_before_moves_are_refused(
    client, monkeypatch, settings, megabytes, size, status, word
):
    disk = SimpleNamespace(free=megabytes * 1_000_000, total=size * 1_000_000)
    asked = {settings.DATA_DIR: disk}
    monkeypatch.setattr(health.shutil, "disk_usage", asked.__getitem__)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["disk"]) == (status, word)


def test_mail_that_fails_is_told_and_makes_nothing_unhealthy(client, settings):
    SiteState.objects.create(
        pk=SiteState.ONLY, mail_failed_at=timezone.now(), mail_error="SMTPAuthenticationError 535: no hunter2"
    )
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["mail"] == "failed"
    assert answer.json()["mail_error"] == "SMTPAuthenticationError 535"
    assert "mail_failed_at" in answer.json()
    assert "hunter2" not in answer.content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert client.get("/healthz").json()["mail"] == "none"


def test_bots_that_keep_people_waiting_are_told_and_make_nothing_unhealthy(client, monkeypatch):
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)
    game, _viewer = against_bots(2)
    make_late(game, seconds=5)
    assert client.get("/healthz").json()["bots"] == "ok"
    make_late(game, seconds=15)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["bots"]) == (200, "late")
    Game.objects.filter(pk=game.pk).update(paused_at=timezone.now())
    assert client.get("/healthz").json()["bots"] == "ok"


def test_a_referee_that_does_not_come_is_told_and_makes_nothing_unhealthy(client):
    game, _viewers = running()
    for seconds, word in ((55, "ok"), (65, "late")):
        Game.objects.filter(pk=game.pk).update(wake_at=timezone.now() - timedelta(seconds=seconds))
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["referee"]) == (200, word)
    tick(timezone.now())
    assert client.get("/healthz").json()["referee"] == "ok"
