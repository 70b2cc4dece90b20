"""Every address with every kind of visitor: ``matrix.txt`` says what each is answered.

A line is a method, the table the address is about, the route and the statuses, role by
role. A new route fails here until somebody has written down, and thought about, its line.
"""

from contextlib import contextmanager
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games import fair
from games.models import OfferKey
from games.rules import registry
from tests.security.roles import ROLES, World
from tests.security.routes import fill, good_values, routes
from tests.thorough import SEED, THOROUGH
from tests.views.opening import offered

pytestmark = pytest.mark.django_db
MATRIX = Path(__file__).with_name("matrix.txt")
TABLES = ("running", "open")
METHODS = ("GET", "POST")


@pytest.fixture(autouse=True)
def two_titles(monkeypatch):
    """Offer one title for the pages about titles, and the quick one, with decks, for the tables."""
    first, *_ = registry.SLUGS
    titles = {first: registry.SLUGS[first], "demo": "tests.demo.decks"}
    monkeypatch.setattr(registry, "SLUGS", titles)


@contextmanager
def undone():
    """Take back what is done inside; durable transactions may not know that they are not the outermost."""
    outer = transaction.atomic()
    outer._from_testcase = True
    with outer:
        yield
        transaction.set_rollback(True)


def answer(browser, method, address):
    """Return the status of one answer, and leave no trace of the question."""
    cookies = deepcopy(browser.cookies)
    cache.clear()
    # What opens a table is asked for as from a page that offered it.
    form = offered(browser) if method == "POST" and address.startswith("/new/") else {}
    with undone():
        status = getattr(browser, method.lower())(address, form).status_code
    browser.cookies = cookies
    return str(status)


class Ask(NamedTuple):
    """What is asked as everybody: the first three words of a line, and the address."""

    method: str
    table: str
    route: str
    address: str

    def line(self, world):
        """Return the line, by asking as everybody."""
        answers = " ".join(answer(world.browsers[role], self.method, self.address) for role in ROLES)
        return f"{self.method:4} {self.table:7} {self.route:60} {answers}"


def asks(world):
    """Yield every question, GET and POST in turn; what is not about a game is asked once."""
    for route in routes():
        for table in TABLES if "game_id>" in route else TABLES[1:]:
            for method in METHODS:
                yield Ask(method, table, route, fill(route, good_values(getattr(world, table))))
    for model, slug in acts():
        route = f"/admin/{model._meta.app_label}/{model._meta.model_name}/act/{slug}/"
        for method in METHODS:
            yield Ask(method, "open", route, f"{route}?pk={world.rows[model].pk}")


def acts():
    """Yield every act at the desk, with the model of the row that it is done to."""
    for model, desk in sorted(admin.site._registry.items(), key=lambda each: each[0]._meta.label_lower):
        for act in getattr(desk, "acts", ()):
            yield model, act.slug


def known():
    return [line for line in MATRIX.read_text().splitlines() if line and not line.startswith("#")]


def test_every_address_answers_every_role_as_written_down():
    world = World()
    # The keys of offers are drawn here, or each undone page would draw another: also tomorrow's, at midnight.
    today = timezone.now().date()
    OfferKey.objects.bulk_create(
        OfferKey(day=day, key=fair.new_seed()) for day in (today, today + timedelta(days=1))
    )
    every, written = list(asks(world)), known()
    assert [ask[:3] for ask in every] == [tuple(line.split()[:3]) for line in written]
    # By day every second address, or every second table of an address, with both methods: the next commit asks the others.
    at = [number for number in range(len(every)) if THOROUGH or (number // 2 + SEED) % 2]
    found = [every[number].line(world) for number in at]
    assert "\n".join(found) == "\n".join(written[number] for number in at)


def test_nobody_is_ever_told_of_a_fault():
    assert not any(status.startswith("5") for line in known() for status in line.split()[3:])


def test_no_act_at_the_desk_is_there_for_who_is_not_of_the_staff():
    players = [role for role in ROLES if role not in {"moderator", "administrator", "owner"}]
    found = [line.split() for line in known() if "/act/" in line and "<slug" not in line]
    assert len(found) == len(METHODS) * len(list(acts()))
    for _method, _table, route, *statuses in found:
        assert {statuses[ROLES.index(role)] for role in players} == {"302"}, route


def test_a_private_table_is_not_there_for_strangers():
    strangers = [ROLES.index(role) for role in ("anonymous", "guest", "other", "blocked")]
    for line in known():
        _method, table, route, *statuses = line.split()
        if table == "running" and "code>" not in route:
            assert {statuses[at] for at in strangers} <= {"404", "405"}, line
