"""People with accounts for tests: viewers, and browsers in which they are signed in."""

from django.contrib.auth import get_user_model
from django.test import Client

from games.selectors.viewers import Viewer, profile_of
from games.services.people.relations import Kind, relate


def account(name, shown=""):
    """Return a viewer with an account of that user name, shown to others by another one if given."""
    user = get_user_model().objects.create(username=name)
    profile = profile_of(user)
    profile.name = shown or name
    profile.save()
    return Viewer(user_id=user.pk, name=profile.name)


def signed_in(viewer):
    """Return a browser in which that account is signed in."""
    client = Client()
    client.force_login(get_user_model().objects.get(pk=viewer.user_id))
    return client


def block(owner, other):
    relate(owner, other, Kind.BLOCK, on=True)


def befriend(owner, other):
    relate(owner, other, Kind.FRIEND, on=True)
