"""What every answer carries, whatever the address, and what a site must be told before it goes public."""

import os
import re
import secrets
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings as project
from django.test import Client

from games.models import Game
from tests.security.routes import fill, good_values, routes
from tests.tables import running
from tests.views.opening import offered
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
PUBLIC = (
    "/rules/",
    "/accounts/confirm-email/",
    "/accounts/password/reset/",
    "/accounts/inactive/",
    "/service-worker.js",
)
"""Pages that say the same to everybody, but for the name at the top."""
_CODE = r"<script(?![^>]*\s(?:src=|type=.application/json.))"
_INLINE = re.compile(rf"<style|\sstyle=|{_CODE}|\son[a-z]+=|javascript:|\shx-on", re.IGNORECASE)
_ELSEWHERE = re.compile(r"""(?:src|href|action|hx-get|hx-post)=["']?(?:https?:)?//(?!testserver)""")


@pytest.fixture
def answers():
    """Every address of the site as a seat's holder and as nobody is answered, running and over.

    The keys say it all: the address, how the game stands, and who asks.
    """
    return _answers()


@cache
def _answers():
    game, viewers = running("demo", 2)
    paths = [fill(route, good_values(game)) for route in routes()]
    found = {("/nowhere/", "none", "nobody"): Client().get("/nowhere/")}
    for status in (Game.Status.RUNNING, Game.Status.ABORTED):
        Game.objects.filter(pk=game.pk).update(status=status)
        for who, client in (("player", browser_of(viewers[0])), ("nobody", Client())):
            found |= {(path, str(status), who): client.get(path) for path in paths}
    return found


def test_every_answer_is_guarded(answers):
    assert {key[1:] for key in answers} > set(product(("running", "aborted"), ("player", "nobody")))
    assert len(answers) > 4 * 40
    for asked, answer in answers.items():
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy, asked
        assert "script-src 'self'" in policy, asked
        assert "frame-ancestors 'none'" in policy, asked
        assert "base-uri 'none'" in policy, asked
        assert not re.search(r"unsafe-|\*|https?:", policy), asked
        assert answer["X-Content-Type-Options"] == "nosniff", asked
        assert answer["X-Frame-Options"] == "DENY", asked
        assert answer["Referrer-Policy"] == "same-origin", asked
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin", asked


def test_what_is_somebodys_own_is_stored_nowhere(answers):
    kept = {
        asked
        for asked, answer in answers.items()
        if answer.status_code == 200 and "no-store" not in answer.get("Cache-Control", "")
    }
    assert {asked for asked in kept if not asked[0].startswith(PUBLIC)} == set()
    assert [asked for asked in kept if "Cookie" not in answers[asked]["Vary"]] == []


def test_no_page_has_anything_inline_or_from_elsewhere(answers):
    pages = {
        asked: answer.content.decode()
        for asked, answer in answers.items()
        if "html" in answer["Content-Type"]
    }
    assert len(pages) > 4 * 20
    for asked, text in pages.items():
        assert not _INLINE.search(text), (asked, _INLINE.search(text))
        assert not _ELSEWHERE.search(text), asked


def test_the_patterns_would_notice():
    for bad in ('<p style="x">', "<script>1", '<b onclick="x">', "<style>", '<a href="javascript:x">'):
        assert _INLINE.search(bad)
    for bad in ('src="//evil.example', 'href="https://evil.example'):
        assert _ELSEWHERE.search(bad)
    for good in ('<script src="/static/x.js" defer></script>', '<script type="application/json">{}</script>'):
        assert not _INLINE.search(good)


def test_cookies_are_guarded(client):
    form = {"name": "Anna", "seats": "2", "listed": "no", "seed": ""} | offered(client)
    page = client.post("/new/demo/", form, secure=True)
    session = page.cookies["sessionid"]
    assert session["httponly"]
    assert session["samesite"] == "Lax"
    token = client.get("/").cookies["csrftoken"]
    assert token["samesite"] == "Lax"


def in_production(*arguments, **environment):
    """Run ``manage.py`` as an operator does, with nothing of the tests' settings."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    folder = {"CARDCITY_DATA": str(project.DATA_DIR)}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=Path(project.BASE_DIR),
        env=kept | folder | environment,
        capture_output=True,
        text=True,
        check=False,
    )


PRODUCTION = {
    "HTTPS": "1",
    "TRUST_PROXY": "1",
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ALLOWED_HOSTS": "cards.example",
}


def test_the_deployment_check_is_clean():
    found = in_production("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert found.returncode == 0, found.stderr
    assert "no issues" in found.stdout


def test_the_deployment_check_would_notice():
    found = in_production("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION | {"HTTPS": "0"})
    assert found.returncode == 1
    assert "security.W" in found.stderr


def test_in_production_cookies_go_over_https_only():
    ask = "from django.conf import settings as s; print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS > 0, s.DEBUG)"
    assert in_production("shell", "-v", "0", "-c", ask, **PRODUCTION).stdout.split() == ["True"] * 4 + [
        "False"
    ]


def test_https_is_asked_of_this_host_alone_unless_its_owner_says_more():
    ask = "from django.conf import settings as s; print(s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"

    def promised(**environment):
        return in_production("shell", "-v", "0", "-c", ask, **PRODUCTION, **environment).stdout.split()

    assert promised() == ["False", "False"]
    assert promised(HSTS_SUBDOMAINS="1") == ["True", "False"]
    assert promised(HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1") == ["True", "True"]
