"""Pages with offers, for tests: what they show, and every way from one to a table."""

import re

from django.test import Client

from games.services.tables.leaving import abort
from tests.tables import fresh, running
from tests.views.opening import text_of, url
from tests.views.people import browser_of

OFFER = re.compile(r'name="offer" value="([^"]+)" autocomplete="off"')
FORM = {"name": "Anna", "seats": "3", "listed": "no", "seed": "anna's own"}
QUICK, NEW = "/new/demo/quick/", "/new/demo/"
HTMX = {"HX-Request": "true"}


def offer_on(page):
    """Return the one offer of a page, and the commitment in it, which the page shows."""
    (token,) = set(OFFER.findall(page))
    commitment = token.split(".")[1]
    assert f'<code class="hash">{commitment}</code>' in page
    assert f'data-copy="{commitment}"' in page
    return token, commitment


def looked(client, address=NEW):
    answer = client.get(address)
    assert answer.status_code == 200
    return offer_on(text_of(answer))


def rematch_page():
    game, viewers = running()
    abort(fresh(game))
    return browser_of(viewers[0]), url("rematch", game)


def openers():
    """Return for each way to a table a browser, the page to look at, and where its form goes."""
    client, address = rematch_page()
    return [(Client(), NEW, NEW), (Client(), NEW, QUICK), (client, address, address)]


def assert_renewed(answer, form):
    """Check that a form came back with what was typed, a new offer and a sentence."""
    page = text_of(answer)
    token, _ = offer_on(page)
    assert answer.status_code == 409
    assert token != form.get("offer")
    assert 'value="anna\'s own"' in page
    alert = re.search(r'role="alert">\s*<p>(.*?)</p>', page, re.DOTALL).group(1).strip()
    assert "lease try again" in alert
    return token
