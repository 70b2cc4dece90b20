"""Open tables for tests: their addresses, their invites and their hosts."""

from django.test import Client
from django.urls import reverse

from games.selectors.games import invite_code
from games.services.storage.offers import new_offer
from games.services.tables.seating import Plan, open_table
from tests.tables import guest
from tests.views.people import browser_of

SECRET = "s" * 32
"""What a browser keeps against forged forms, if no page has given it another."""


def url(name, game, *more):
    return reverse(f"games:{name}", args=[game.pk, *more])


def text_of(answer):
    """Return the page, with apostrophes as a reader sees them."""
    return answer.content.decode().replace("&#x27;", "'")


def table_of(game, who=None):
    """Return the page of a table as a guest, the person of a browser, or nobody is shown it."""
    browser = who if isinstance(who, Client) else browser_of(who) if who else Client()
    return text_of(browser.get(url("table", game)))


def offered(client):
    """Return the offer that a page would show this browser now, as its form sends it."""
    if "csrftoken" not in client.cookies:
        client.cookies["csrftoken"] = SECRET
    return {"offer": str(new_offer(secret_of(client)))}


def secret_of(client):
    """Return what the browser keeps against forged forms."""
    return client.cookies["csrftoken"].value


def opened(seats=3, listed=False):
    host = guest("Hanna")
    game = open_table(host, Plan("demo", seats, {}, listed=listed, client_seed="hanna"))
    return game, browser_of(host)


def invite_of(game):
    return url("join", game, invite_code(game.pk))
