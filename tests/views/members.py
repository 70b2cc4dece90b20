"""People with accounts for tests: signed in as a person would be, or about to be."""

from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth import get_user_model
from django.test import Client

from games.selectors.viewers import Viewer, profile_of

PASSWORD = "seven grey bridges"


def account(username="anna", **more):
    return get_user_model().objects.create_user(username, password=PASSWORD, **more)


def sign_up(client, username, **more):
    data = {"username": username, "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post("/accounts/signup/", data)


def sign_in(client, username="anna", password=PASSWORD, **more):
    return client.post("/accounts/login/", {"login": username, "password": password}, **more)


def member(username="anna", **more):
    """Return an account and a browser that is signed in to it."""
    user, client = account(username, **more), Client()
    assert sign_in(client, username).status_code == 302
    return user, client


def viewer_for(user):
    return Viewer(user_id=user.pk, name=profile_of(user).name)


def prove(client):
    """Give the password once more."""
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302


class Phone:
    """An authenticator app with one secret; each of its codes is good once."""

    def __init__(self, secret):
        self.secret, self.shown = secret, 0

    def code(self):
        """Return the code of now, then that of the next half minute, which the site takes too."""
        counters = sorted(totp.yield_hotp_counters_from_time())
        self.shown += 1
        return totp.format_hotp_value(totp.hotp_value(self.secret, counters[self.shown]))
