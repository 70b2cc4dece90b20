"""What the desk keeps from its own staff: columns behind a filter, reports about themselves, veiled moves."""

import pytest
from django.urls import reverse

from games.models import AuditEntry, Game, MoveRecord, Seat
from games.selectors.desk.evidence import game_target
from games.selectors.desk.moderation import history_of, plies, queue, waiting_reports
from games.selectors.players.sanctions import Kind, is_barred
from games.selectors.stored.entries import HIDDEN
from games.services.moderation import reports
from games.services.moderation.penalties import person_of
from games.services.moderation.reports import Complaint, file_report
from games.services.rights.staff import ADMINISTRATORS
from games.services.tables.claims import claim
from tests.moderation.people import (
    account,
    administrator,
    browser,
    game_with,
    moderator,
    reported,
    staff,
    viewer,
)
from tests.moderation.test_desk import LOG, MODELS, User, act, listing, page
from tests.tables import guest, running

pytestmark = pytest.mark.django_db
HIDDEN_COLUMNS = [
    (User, "password"), (User, "email"), (Seat, "deck"), (Seat, "wait_share"), (Game, "deal"), (Game, "state"),
]  # fmt: skip


@pytest.mark.parametrize(("model", "column"), HIDDEN_COLUMNS, ids=str)
@pytest.mark.parametrize("lookup", ["", "__startswith", "__regex", "__gt", "__isnull"])
def test_no_list_can_be_filtered_by_what_it_does_not_show(model, column, lookup):
    running()
    answer = browser(staff(ADMINISTRATORS)).get(listing(model), {f"{column}{lookup}": "1"})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "query",
    [
        "username__regex=(",
        "state__regex=^",
        "groups__permissions__codename=x",
        "user__password__startswith=p",
    ],
)
def test_what_is_offered_is_compared_as_offered_and_leads_no_further(query):
    client = browser(staff(ADMINISTRATORS))
    for model in (*MODELS, LOG):
        assert client.get(f"{listing(model)}?{query}").status_code == 400


def test_every_filter_that_a_list_offers_works():
    client = browser(staff(ADMINISTRATORS))
    queries = {
        User: "is_staff__exact=1&groups__id__exact=1&date_joined__year=2026",
        Game: "status__exact=running&ruleset_slug=demo&listed__exact=1&ended=moved"
        "&created_at__gte=2026-01-01+00:00:00%2B00:00",
        AuditEntry: "action=look&at__year=2026&at__month=2",
    }
    for model, query in queries.items():
        assert client.get(f"{listing(model)}?{query}").status_code == 200, query


def test_a_report_about_a_moderator_is_kept_from_them_everywhere():
    me, other = staff(), staff()
    reported(guest("Ida"), viewer(me))
    assert queue(me.pk)["open"] == 0
    assert waiting_reports(me.pk).count == 0
    assert history_of(viewer(me), me.pk).reports == []
    assert queue(other.pk)["open"] == waiting_reports(other.pk).count == 1
    assert len(history_of(viewer(me), other.pk).reports) == 1
    text = browser(me).get(page(me)).content.decode()
    assert "Ida" not in text
    assert ">0</b>" in browser(me).get(reverse("admin:index")).content.decode()


def test_veiled_moves_are_hidden_until_the_deal_is_revealed():
    """Whether a seat passed once or for the whole round tells what it could not do (KM-83)."""
    game, _ = running()
    Game.objects.filter(pk=game.pk).update(ply=1)
    MoveRecord.objects.create(game=game, ply=1, seat=0, notation="pass round", actor="user:1", veiled=True)
    assert [each.move for each in plies(Game.objects.get(pk=game.pk))][-1] == HIDDEN
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert [each.move for each in plies(Game.objects.get(pk=game.pk))][-1] == "pass round"


def test_the_password_is_changed_on_the_sites_own_page():
    answer = browser(staff()).get(reverse("admin:password_change"))
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("account_change_password"))


def test_a_penalty_for_a_guest_who_signed_up_holds_for_the_account():
    gus, member = guest("Gus"), account("Gustav")
    report = reported(guest("Ida"), gus)
    row = report.guest
    claim(row.pk, member)
    client = browser(moderator().user)
    said = {"kind": Kind.SITE, "duration": "ever", "network_days": "0", "reason": "Insults"}
    row.refresh_from_db()
    assert client.post(act(row, "penalty"), said).status_code == 302
    assert is_barred(viewer(member))
    report.refresh_from_db()
    assert person_of(report).user_id == member.pk


def test_the_log_tells_nobody_of_a_report_about_themselves():
    about, other = staff(ADMINISTRATORS, "Zoe"), administrator()
    made = reported(guest("Ida"), viewer(about))
    reports.take(other, made.pk)
    reports.close(other, made.pk, "nothing", "Nothing was wrong with it")
    shown = {who: browser(who).get(listing(AuditEntry)).content.decode() for who in (about, other.user)}
    assert "Nothing was wrong" in shown[other.user]
    assert "Nothing was wrong" not in shown[about]
    assert f"report:{made.pk}" not in shown[about]


def test_a_report_about_a_game_as_a_whole_is_kept_from_whoever_sits_there():
    me, other, anna = staff(), staff(), account("Annamaria")
    game, _ = game_with(me)
    made = file_report(viewer(anna), game_target(game), Complaint("cheating", "One looks at cards", {}))
    assert browser(other).get(page(made)).status_code == 200
    assert browser(me).get(page(made)).status_code == 302
    assert (queue(me.pk)["open"], queue(other.pk)["open"]) == (0, 1)
