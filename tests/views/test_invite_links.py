"""Invite links that the host replaces: the old one leads nowhere, also for who has opened it before."""

import pytest
from django.test import Client

from games.selectors.games import invite_code
from games.selectors.tables.facts import facts_of
from games.selectors.viewers import viewer_of
from games.services.tables.seating import sit, start
from tests.tables import guest
from tests.views.opening import invite_of, opened, text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


def renewed(game, host):
    assert host.post(url("renew_link", game)).url == url("table", game)
    old = invite_of(game)
    game.refresh_from_db()
    return old, url("join", game, invite_code(game.pk, game.invite_no))


def test_a_new_link_makes_the_old_one_void():
    game, host = opened()
    old, new = renewed(game, host)
    assert old != new
    page = text_of(host.get(url("table", game)))
    assert new in page
    assert old not in page
    assert Client().get(old).status_code == Client().post(old, {"name": "Eve", "seed": ""}).status_code == 404
    client = Client()
    assert client.get(new).status_code == 200
    assert client.post(new, {"name": "Ben", "seed": ""}).url == url("table", game)
    assert [seat.name for seat in game.seats.all()] == ["Hanna", "Ben"]


def test_who_has_opened_the_old_link_sees_the_table_no_more():
    game, host = opened()
    stranger = Client()
    stranger.get(invite_of(game))
    watcher = viewer_of(None, stranger.session)
    assert facts_of([game.pk])[game.pk].may_watch(watcher)
    renewed(game, host)
    assert stranger.get(url("table", game)).status_code == 404
    assert stranger.get(url("sit", game)).status_code == 404
    assert not facts_of([game.pk])[game.pk].may_watch(watcher)


def test_who_has_joined_stays_and_sees_the_new_link():
    game, host = opened()
    friend = Client()
    friend.post(invite_of(game), {"name": "Ben", "seed": ""})
    _, new = renewed(game, host)
    page = text_of(friend.get(url("table", game)))
    assert new in page
    assert "Replace link" not in page


def test_only_the_host_of_an_open_table_replaces_it():
    game, host = opened(listed=True)
    ben = guest("Ben")
    sit(game.pk, ben, "")
    assert browser_of(ben).post(url("renew_link", game)).status_code == 403
    assert Client().post(url("renew_link", game)).status_code == 403
    start(game.pk, viewer_of(None, host.session))
    assert host.post(url("renew_link", game)).status_code == 409
    game.refresh_from_db()
    assert game.invite_no == 0
