"""Accounts while Redis is away or says nothing: the doors stay open, and limits count in this process."""

import logging

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

import cardcity_site.cache as site_cache
from games.services.people import sessions
from games.services.upkeep import housekeeping
from tests.blackhole import Blackhole
from tests.calling import NOW
from tests.served import free_port

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _no_outage(monkeypatch):
    """Forget the outages of earlier tests: a port may have been used before."""
    monkeypatch.setattr(site_cache, "_outages", {})


@pytest.fixture
def silent():
    found = Blackhole()
    yield found
    found.close()


@pytest.fixture(params=["gone", "silent"])
def redis(request, settings, monkeypatch, silent):
    """Point the site at a Redis nobody runs, or at one that takes connections and never answers."""
    monkeypatch.setattr(site_cache, "PATIENCE", 0.2)
    port = silent.port if request.param == "silent" else free_port()
    use(settings, port)
    return port


def use(settings, port):
    backend = "cardcity_site.cache.PatientCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": f"redis://127.0.0.1:{port}/0"}}


def enter(password=PASSWORD, client=None):
    return (client or Client()).post("/accounts/login/", {"login": "anna", "password": password})


def anna():
    return get_user_model().objects.create_user("anna", "anna@example.org", PASSWORD)


def test_signing_in_signing_up_and_resetting_work(redis):
    anna()
    assert enter().status_code == 302
    form = {"username": "ben", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/accounts/signup/", form).status_code == 302
    assert get_user_model().objects.filter(username="ben").exists()
    reset = Client().post("/accounts/password/reset/", {"email": "anna@example.org"})
    assert reset.status_code == 302


def test_guessing_stays_limited(redis):
    anna()
    for number in range(25):
        assert enter(f"wrong {number}").status_code < 500
    assert enter().status_code != 302


def test_only_one_look_waits_for_a_redis_that_says_nothing(settings, silent, monkeypatch):
    monkeypatch.setattr(site_cache, "PATIENCE", 0.2)
    use(settings, silent.port)
    anna()
    for _ in range(5):
        assert enter().status_code == 302
    assert len(silent.guests) == 1


def test_the_log_says_once_that_redis_is_away(redis, caplog, monkeypatch):
    monkeypatch.setattr(site_cache, "PAUSE", 0)
    for _ in range(3):
        cache.set("a", 1)
    assert [record.getMessage()[:22] for record in caplog.records] == ["Redis does not answer,"]
    assert cache.get("a") == 1


def test_addresses_are_forgotten_once_an_hour_without_redis_too(redis, django_assert_num_queries):
    with django_assert_num_queries(1):
        sessions.forget_addresses(NOW)
        sessions.forget_addresses(NOW)


def test_a_job_that_goes_on_failing_is_one_traceback_in_the_log(caplog, monkeypatch):
    faults = [ConnectionError("gone"), ConnectionError("still gone"), ValueError("worse"), None, None]

    def forget_everything(now):
        if fault := faults.pop(0):
            raise fault

    monkeypatch.setattr(housekeeping, "JOBS", (forget_everything,))
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            housekeeping.run(NOW)
    said = [(record.exc_info is not None, record.getMessage()) for record in caplog.records]
    fails = "forget_everything fails and is tried again and again"
    assert said == [(True, fails), (True, fails), (False, "forget_everything works again")]
