"""Settings that can never work are refused before anybody meets them."""

import pytest
from django.core.checks import run_checks

PROXY = {"HTTPS": True, "TRUST_PROXY": True}


def found(settings, **given):
    """Return the errors of a site with these settings."""
    for name, value in given.items():
        setattr(settings, name, value)
    return {each.id for each in run_checks() if each.id.startswith("games.E")}


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("HTTPS", True, "games.E005"),
        ("ALLOWED_HOSTS", ["localhost", "https://cards.example.org"], "games.E006"),
        ("ALLOWED_HOSTS", ["cards.example.org/"], "games.E006"),
        ("ALLOWED_HOSTS", ["192.168.1.20:8000"], "games.E006"),
        ("ALLOWED_HOSTS", ["*.example.org"], "games.E006"),
        ("ALLOWED_HOSTS", ["::1"], "games.E006"),
        ("SITE_URL", "cards.example.org", "games.E007"),
        ("SITE_URL", "cards.example.org:8000", "games.E007"),
        ("REDIS_URL", "localhost:6379", "games.E008"),
        ("REDIS_URL", "http://localhost:6379", "games.E008"),
        ("EMAIL_BACKEND", "smtp", "games.E009"),
        ("EMAIL_BACKEND", "django.core.mail.backends.smpt.EmailBackend", "games.E009"),
        ("CONNECTIONS_PER_ADDRESS", 0, "games.E010"),
    ],
)
def test_what_cannot_work_is_refused(settings, name, value, error):
    assert found(settings, **{name: value}) == {error}


@pytest.mark.parametrize(
    "given",
    [
        {},
        PROXY | {"SITE_URL": "https://cards.example.org"},
        {"ALLOWED_HOSTS": ["*"]},
        {"ALLOWED_HOSTS": ["Cards.Example.org", ".example.org", "192.168.1.20", "[::1]", "localhost"]},
        {"REDIS_URL": "rediss://:hunter2@cache:6379/0"},
        {"REDIS_URL": "unix:///run/redis.sock"},
        {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend"},
        {"CONNECTIONS_PER_ADDRESS": 1},
    ],
)
def test_what_can_work_is_not(settings, given):
    assert found(settings, **given) == set()
