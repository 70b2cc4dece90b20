"""A queue of thousands: its pages read no more than those of a queue of ten."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Report
from games.services.moderation.desk_calls import call_again
from tests.moderation.people import account, browser, staff
from tests.thorough import THOROUGH

pytestmark = pytest.mark.django_db
MANY = 10_000 if THOROUGH else 300
LIST = "/admin/games/report/"
PAGES = [
    "/admin/", LIST, f"{LIST}?state__exact=open", f"{LIST}?p=2", f"{LIST}?kind__exact=person", "/you/settings/",
]  # fmt: skip


def fill(count):
    """Put so many reports into the queue, in all states; every tenth is folded into the one before it."""
    about = account("Ben")
    states = [state for state in Report.State for _ in range(9)]
    rows = [
        Report(kind="person", reason="insult", user=about, evidence={"name": "Ben"}, state=states[at % 27])
        for at in range(count)
    ]
    first = Report.objects.bulk_create(rows, batch_size=500)
    folded = [
        Report(kind="person", reason="insult", user=about, folded_into=each, state=each.state)
        for each in first[::10]
    ]
    Report.objects.bulk_create(folded, batch_size=500)


def cost(client, page, monkeypatch):
    """Return how many queries a page makes and how many reports it reads."""
    read = []
    from_db = Report.from_db.__func__
    counting = classmethod(lambda model, *args: (read.append(1), from_db(model, *args))[1])
    with monkeypatch.context() as patch, CaptureQueriesContext(connection) as captured:
        patch.setattr(Report, "from_db", counting)
        assert client.get(page).status_code == 200
    return len(captured), len(read)


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_thousands_costs_as_much_as_one_of_ten(address, monkeypatch):
    client = browser(staff())
    fill(60)
    client.get(address)
    few = cost(client, address, monkeypatch)
    fill(MANY)
    many = cost(client, address, monkeypatch)
    assert many[0] == few[0]
    assert many[1] <= 50


@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads how SQLite goes about it")
@pytest.mark.parametrize("address", [LIST, f"{LIST}?state__exact=open"])
def test_the_list_is_read_in_the_order_of_an_index(address):
    fill(MANY)
    client = browser(staff())
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    listed = next(
        query["sql"] for query in captured if "LIMIT 50" in query["sql"] and "games_report" in query["sql"]
    )
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {listed}")
        plan = [row[3] for row in cursor.fetchall()]
    assert any("games_report_queue" in step for step in plan), plan
    assert not any("TEMP B-TREE FOR ORDER BY" in step for step in plan), plan


def test_housekeeping_reads_no_report_of_a_long_queue(django_assert_max_num_queries):
    fill(MANY)
    with django_assert_max_num_queries(4):
        call_again(timezone.now())


def test_each_report_says_how_many_there_were_of_it():
    fill(20)
    page = browser(staff()).get(LIST).content.decode()
    assert page.count('field-told">2<') == 2
    assert page.count('field-told">1<') == 18
