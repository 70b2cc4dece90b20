"""Talk over HTTP: the panel of the table page, what is said, what is refused, who is not heard."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.models import ChatLine, Game, Profile, Relation, Sanction, Seat
from games.services import talk
from games.services.people import Person, Viewer
from games.services.talk import Saying
from tests.tables import guest, running
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
ONCE = re.compile(r'name="once" value="([0-9a-f]+)"')


def account(name="Olga", **rights):
    """Return an account as a viewer, and its browser."""
    user = get_user_model().objects.create_user(name.lower(), **rights)
    Profile.objects.create(user=user, name=name)
    client = Client()
    client.force_login(user)
    return Viewer(user_id=user.pk, name=name), client


def at(game, name="talk"):
    return reverse(f"games:{name}", args=[game.pk])


def seated_account(game, index=0, name="Olga"):
    """Let an account take over a seat."""
    viewer, client = account(name)
    Seat.objects.filter(game=game, index=index).update(user_id=viewer.user_id, guest=None, name=name)
    return viewer, client


def page(client, game):
    answer = client.get(at(game, "table"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_line_is_said_and_the_plain_answer_leads_back_to_the_table():
    game, _ = running()
    _, olga = seated_account(game)
    answer = olga.post(at(game), {"text": "Good evening", "once": "1"})
    assert (answer.status_code, answer["Location"]) == (302, at(game, "table") + "#talk")
    assert "Good evening" in page(olga, game)
    assert Game.objects.get(pk=game.pk).ply == game.ply
