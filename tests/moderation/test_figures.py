"""The public figures: counts per month, nobody's name, quick however much there is."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from games.models import Appeal, Report, Sanction
from games.selectors.desk.figures import monthly_figures
from games.selectors.players.sanctions import Kind
from games.services.moderation import reports
from games.views.own import moderation
from tests.moderation.people import account, banned, moderator, reported, viewer
from tests.tables import guest

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)


def closed(hours, month=6):
    made = reported(guest("Anna"), viewer(account("Ben")))
    reports.close(moderator(), made.pk, "acted", "")
    ended = NOW.replace(month=month)
    Report.objects.filter(pk=made.pk).update(created_at=ended - timedelta(hours=hours), closed_at=ended)
    return made


def test_each_month_has_its_counts_and_the_median_of_waiting():
    for hours in (1, 3, 40):
        closed(hours)
    closed(2, month=5)
    reported(guest("Anna"), viewer(account("Ben")))
    Report.objects.filter(state="open").update(created_at=NOW)
    banned(moderator(), guest("Cleo"), Kind.CHAT)
    made = banned(moderator(), guest("Dora"))
    Appeal.objects.create(sanction=made, words="Please")
    Sanction.objects.update(starts_at=NOW)
    Appeal.objects.update(created_at=NOW)
    june, may = monthly_figures(NOW)
    assert (june.first.month, may.first.month) == (6, 5)
    assert june.reports == {"person": 4}
    assert june.outcomes == {"acted": 3}
    assert june.sanctions == {"chat": 1, "site": 1}
    assert june.appeals == {"open": 1}
    assert june.until_closed == timedelta(hours=3)
    assert (may.reports, may.until_closed) == ({"person": 1}, timedelta(hours=2))


def test_what_is_older_than_a_year_is_left_out():
    closed(1)
    assert monthly_figures(NOW + timedelta(days=400)) == []


def test_anybody_may_read_them_and_they_name_nobody(client, django_assert_max_num_queries):
    ben = account("Benjamin")
    for number in range(20):
        made = reported(guest(f"Reporter {number}"), viewer(ben))
    reports.close(moderator(), Report.objects.earliest("pk").pk, "acted", "We talked to Benjamin")
    banned(moderator(), viewer(ben))
    with django_assert_max_num_queries(5):
        answer = client.get(reverse("games:moderation"))
    text = answer.content.decode()
    assert answer.status_code == 200
    for hidden in ("Benjamin", "Reporter", ben.username, "Insults, again", str(made.pk) + ":"):
        assert hidden not in text
    assert "bans from the site" in text


def test_without_any_figures_the_page_says_so(client):
    assert "No reports yet" in client.get(reverse("games:moderation")).content.decode()


def test_they_are_counted_once_for_many_who_look(client, django_assert_num_queries):
    client.get(reverse("games:moderation"))
    with django_assert_num_queries(0):
        assert client.get(reverse("games:moderation")).status_code == 200


def test_they_are_there_without_the_cache(client, monkeypatch):
    monkeypatch.setattr(moderation.cache, "get_or_set", lambda *_: 1 / 0)
    assert "No reports yet" in client.get(reverse("games:moderation")).content.decode()
