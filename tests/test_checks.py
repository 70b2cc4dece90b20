"""Settings that can never work are refused before anybody meets them."""

from base64 import urlsafe_b64encode

import pytest
from cryptography.fernet import Fernet
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
        ("SECOND_FACTOR_KEY", "hunter2", "games.E011"),
        ("SECOND_FACTOR_KEY", "hunter2ß", "games.E011"),
        ("VAPID_KEY", "hunter2", "games.E016"),
        ("VAPID_KEY", "hunter2ß", "games.E016"),
        ("REDIS_URL", "redis://cache:many/0", "games.E008"),
        ("REDIS_URL", "redis://:hunter2/x@cache:6379/0", "games.E008"),
        ("DEFAULT_FROM_EMAIL", "nonsense", "games.E017"),
        ("DEFAULT_FROM_EMAIL", "Card Club cards@example.org", "games.E017"),
        ("DEFAULT_FROM_EMAIL", "cards@", "games.E017"),
        ("EMAIL_PORT", -5, "games.E012"),
        ("EMAIL_PORT", 0, "games.E012"),
        ("EMAIL_PORT", 65536, "games.E012"),
        ("TABLES_PER_ADDRESS", 0, "games.E014"),
        ("GUESTS_PER_ADDRESS", -1, "games.E014"),
        ("SIGNUPS_PER_ADDRESS", 0, "games.E014"),
        ("CSRF_TRUSTED_ORIGINS", ["https://cards.example.org/"], "games.E015"),
        ("CSRF_TRUSTED_ORIGINS", ["https://a.example.org", "https://b.example.org/club"], "games.E015"),
        ("CSRF_TRUSTED_ORIGINS", ["https://Cards.example.org"], "games.E015"),
        ("CSRF_TRUSTED_ORIGINS", ["ftp://cards.example.org"], "games.E015"),
        ("CSRF_TRUSTED_ORIGINS", ["https://"], "games.E015"),
    ],
)
def test_what_cannot_work_is_refused(settings, name, value, error):
    assert found(settings, **{name: value}) == {error}


def test_mail_is_encrypted_in_one_way(settings):
    assert found(settings, EMAIL_USE_TLS=True, EMAIL_USE_SSL=True) == {"games.E013"}


def test_an_origin_without_a_scheme_is_refused_by_django(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["cards.example.org"]
    assert [each.id for each in run_checks() if each.is_serious()] == ["4_0.E001"]


def test_a_key_that_is_none_is_not_shown(settings):
    settings.SECOND_FACTOR_KEY = settings.VAPID_KEY = "hunter2"
    settings.REDIS_URL = "redis://:hunter2/x@cache:6379/0"
    assert not any("hunter2" in f"{each.msg} {each.hint}" for each in run_checks())


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
        {"SECOND_FACTOR_KEY": Fernet.generate_key().decode()},
        {"VAPID_KEY": urlsafe_b64encode((7).to_bytes(32)).decode()},
        {"DEFAULT_FROM_EMAIL": "Клуб <cards@server>"},
        {"DEFAULT_FROM_EMAIL": "cards@example.org"},
        {"EMAIL_PORT": 465, "EMAIL_USE_SSL": True},
        {"EMAIL_PORT": 587, "EMAIL_USE_TLS": True},
        {"TABLES_PER_ADDRESS": 1, "GUESTS_PER_ADDRESS": 1, "SIGNUPS_PER_ADDRESS": 1},
        {"CSRF_TRUSTED_ORIGINS": ["https://cards.example.org", "https://*.example.org", "http://a.lan:8080"]},
    ],
)
def test_what_can_work_is_not(settings, given):
    assert found(settings, **given) == set()
