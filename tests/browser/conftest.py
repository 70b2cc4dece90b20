"""People with browsers of their own at the served site."""

from contextlib import ExitStack

import pytest

from tests.browser.people import Person, sit_down
from tests.thorough import DEALS

SESSION = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from games.models import Profile
user, made = User.objects.get_or_create(username="{name}")
Profile.objects.filter(user=user).update(name="{name}")
session = SessionStore()
session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), "games.services.backends.WithProfile"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
print("key", session.session_key)
"""


@pytest.fixture
def enter(chromium, site, request):
    """Return a function that brings somebody to the site; at the end no browser may have complained."""
    people = []
    site.deal(f"{request.node.nodeid} {DEALS}")
    with ExitStack() as leaving:

        def enter(**options):
            person = Person(chromium, site.url, **options)
            leaving.callback(person.context.close)
            people.append(person)
            return person

        yield enter
        assert [person.problems for person in people] == [[]] * len(people)


@pytest.fixture
def anna(enter):
    """Somebody with an ordinary browser."""
    return enter()


@pytest.fixture
def couple(enter):
    """Two people at one table, the one to move first."""
    return sit_down(enter(), enter(), option_promo="on")


@pytest.fixture
def member(enter, site):
    """Return a function that brings somebody with an account to the site, signed in already."""

    def member(name, **options):
        person = enter(**options)
        key = site.run(SESSION.format(name=name)).split()[-1]
        person.context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
        return person

    return member
