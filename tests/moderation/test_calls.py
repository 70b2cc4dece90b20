"""The staff hears of what waits: a badge, notices and messages, not one for each report."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Delivery, Notice, Profile, Report
from games.selectors.players.sanctions import Kind
from games.services.delivery.messages import message_of
from games.services.moderation import desk
from games.services.moderation.appeals import appeal
from games.services.moderation.reports import IDLE, close, put_back, take
from games.services.notices.undelivered import Unwanted
from games.services.rights.staff import ADMINISTRATORS, Staff
from games.services.upkeep import housekeeping
from tests import calling
from tests.calling import mails_to, queue, send_all
from tests.moderation.people import (
    account,
    administrator,
    banned,
    browser,
    moderator,
    reported,
    staff,
    viewer,
)
from tests.tables import guest
from tests.threads import each_at_once

pytestmark = pytest.mark.django_db
HOOK = "https://hooks.example.org/abc"
WAITING = {"report_waiting", "appeal_waiting"}


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


def reachable(group="Moderators", name="mona", **chosen):
    """Return one of the staff with a confirmed address."""
    user = calling.account(name, **chosen)
    user.is_staff = True
    user.save()
    user.groups.set(staff(group).groups.all())
    return user


def notices(user):
    return list(Notice.objects.filter(user=user, kind__in=WAITING).values_list("kind", flat=True))


def deliveries(user):
    return Delivery.objects.filter(user=user)


def flood(count):
    for number in range(count):
        reported(guest(f"Guest {number}"), viewer(account(f"P{number}")))


# The badge


def badge(client, address="/"):
    page = client.get(address).content.decode()
    found = re.search(r'<a class="desk-link".*?</a>', page, re.DOTALL)
    return found and " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def test_the_way_to_the_desk_tells_how_many_wait_and_how_long():
    client = browser(staff())
    assert badge(client) == "Moderation"
    flood(3)
    reported(guest("Other"), viewer(account()), "spam")
    Report.objects.filter(pk=Report.objects.earliest("pk").pk).update(
        created_at=timezone.now() - timedelta(hours=5, minutes=1)
    )
    assert badge(client).replace("\xa0", " ") == "Moderation 4 4 reports waiting oldest: 5 hours, 1 minute"
    Report.objects.update(state="taken")
    assert badge(client) == "Moderation"


def test_reports_folded_into_another_are_one():
    ben = viewer(account("Ben"))
    for number in range(3):
        reported(guest(f"G{number}"), ben)
    assert "1 report waiting" in badge(browser(staff()))


def queries(client):
    client.get("/you/settings/")
    with CaptureQueriesContext(connection) as captured:
        client.get("/you/settings/")
    return [query["sql"] for query in captured if '"games_report"' in query["sql"]], len(captured)


def test_the_badge_costs_players_nothing_and_the_staff_one_query():
    flood(2)
    about_reports, count = queries(browser(account()))
    assert not about_reports
    about_reports, of_staff = queries(browser(staff()))
    assert len(about_reports) == 1
    assert of_staff == count + 1


# Notices and messages


def test_a_report_calls_those_who_can_deal_with_it():
    mona, boss, plain, player = reachable(webhook=HOOK), staff(ADMINISTRATORS), staff(None), account()
    flood(1)
    assert notices(mona) == notices(boss) == ["report_waiting"]
    assert not notices(plain)
    assert not notices(player)
    assert {delivery.channel for delivery in deliveries(mona)} == {"mail", "webhook"}
    send_all()
    message = mails_to(mona)[0]
    assert message.subject == "1 report is waiting for review"
    assert "/admin/games/report/?state__exact=open" in message.body
    assert "/admin/games/report/?state__exact=open" in message.alternatives[0].content


def test_a_flood_of_reports_is_one_notice_and_one_message_for_each():
    mona = reachable()
    flood(20)
    assert notices(mona) == ["report_waiting"]
    assert len(deliveries(mona)) == 1
    send_all()
    assert mails_to(mona)[0].subject == "20 reports are waiting for review"
    flood(3)
    Notice.objects.update(read_at=timezone.now())
    flood(3)
    assert notices(mona) == ["report_waiting"]
    assert len(deliveries(mona)) == 1


def test_after_an_hour_more_of_the_same_is_told_again():
    mona = reachable()
    flood(1)
    before = timezone.now() - timedelta(minutes=61)
    Notice.objects.update(read_at=before, at=before)
    Delivery.objects.update(state="sent", at=before)
    flood(1)
    assert notices(mona) == ["report_waiting"] * 2
    assert len(deliveries(mona)) == 2


def pass_hour():
    """Let an hour go by for what was told; the reports of the meantime are half an hour old."""
    hour, half = timedelta(minutes=61), timedelta(minutes=30)
    Notice.objects.update(at=F("at") - hour, read_at=F("read_at") - hour)
    Delivery.objects.filter(state="sent").update(at=timezone.now() - hour)
    Report.objects.update(queued_at=F("queued_at") - half)


def test_a_report_within_the_hour_is_told_once_the_hour_is_over():
    mona = reachable()
    flood(1)
    send_all()
    close(moderator(), Report.objects.get().pk, "nothing", "")
    Notice.objects.update(read_at=timezone.now())
    flood(1)
    housekeeping.run(timezone.now())
    assert (notices(mona), len(deliveries(mona))) == (["report_waiting"], 1)
    pass_hour()
    for _twice in range(2):
        housekeeping.run(timezone.now())
        assert (notices(mona), len(deliveries(mona))) == (["report_waiting"] * 2, 2)
    send_all()
    assert mails_to(mona)[1].subject == "1 report is waiting for review"


def test_what_was_told_once_is_not_told_again_every_hour():
    mona = reachable()
    flood(2)
    send_all()
    Notice.objects.update(read_at=timezone.now())
    pass_hour()
    Report.objects.update(queued_at=F("queued_at") - timedelta(minutes=45))
    housekeeping.run(timezone.now())
    assert (notices(mona), len(deliveries(mona))) == (["report_waiting"], 1)


def test_nobody_is_told_late_of_a_report_about_or_by_themselves():
    mona, other = reachable(), reachable(name="nora")
    reported(viewer(other), viewer(mona))
    housekeeping.run(timezone.now())
    assert not notices(mona)
    assert not notices(other)
    assert not Delivery.objects.exists()


LOSSES = {
    "ban": lambda user: banned(Staff(account(is_staff=True, is_superuser=True)), viewer(user)),
    "dismissal": lambda user: desk.appoint(administrator(), user.pk, "", "Enough"),
    "deletion": lambda user: user.delete(),
    "silence": lambda user: Profile.objects.filter(user=user).update(seen_at=timezone.now() - IDLE),
}


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_what_was_taken_by_who_lost_the_desk_waits_again_and_calls(loss):
    mona, lost = reachable(), moderator()
    flood(1)
    take(lost, Report.objects.get().pk)
    send_all()
    assert not deliveries(mona).exists()
    Profile.objects.filter(user=lost.user).update(seen_at=timezone.now() - IDLE / 2)
    housekeeping.run(timezone.now())
    assert Report.objects.get().state == "taken"
    loss(lost.user)
    housekeeping.run(timezone.now())
    found = Report.objects.get()
    assert (found.state, found.taken_by) == ("open", None)
    assert len(deliveries(mona)) == 1
    take(Staff(mona), found.pk)


def test_what_is_put_back_calls():
    mona, by = reachable(), moderator()
    flood(1)
    take(by, Report.objects.get().pk)
    send_all()
    put_back(by, Report.objects.get().pk, "No time")
    assert len(deliveries(mona)) == 1


def test_nobody_is_mailed_of_an_appeal_that_is_not_theirs_to_decide():
    boss, mona = administrator(), reachable()
    low, ben = viewer(staff()), viewer(account("Ben"))
    appeal(ben, banned(boss, ben, Kind.CHAT).pk, "Please")
    appeal(low, banned(boss, low, Kind.CHAT).pk, "Please")
    own = viewer(account("Own"))
    appeal(own, banned(Staff(mona), own, Kind.CHAT).pk, "Please")
    send_all()
    assert mails_to(mona)[0].subject == "1 appeal is waiting for review"


def test_a_notice_that_nobody_read_is_not_told_again():
    mona = reachable()
    flood(1)
    Notice.objects.update(at=timezone.now() - timedelta(days=2))
    flood(1)
    assert notices(mona) == ["report_waiting"]


def test_neither_the_reported_nor_the_reporter_is_called():
    mona, other = reachable(), reachable(name="nora")
    reported(viewer(other), viewer(mona))
    assert not notices(mona)
    assert not notices(other)
    assert not Delivery.objects.exists()


def test_banned_and_unwilling_staff_hear_nothing():
    mona, quiet = reachable(), reachable(name="nora", desk_calls=False)
    banned(Staff(account(is_staff=True, is_superuser=True)), viewer(mona))
    flood(1)
    assert not notices(mona)
    assert not notices(quiet)


def test_nothing_is_sent_of_what_was_dealt_with_meanwhile():
    mona = reachable(webhook=HOOK)
    flood(1)
    close(moderator(), Report.objects.get().pk, "nothing", "")
    send_all()
    assert not mails_to(mona)
    assert not deliveries(mona).exists()


@pytest.mark.parametrize("change", [{"is_staff": False}, {"desk_calls": False}])
def test_nothing_is_sent_to_who_left_the_staff_or_wants_it_no_more(change):
    mona = reachable(webhook=HOOK)
    flood(1)
    for name, value in change.items():
        setattr(mona if name == "is_staff" else mona.profile, name, value)
    mona.save()
    mona.profile.save()
    for delivery in queue():
        with pytest.raises(Unwanted):
            message_of(delivery)


def test_an_appeal_calls_those_who_can_decide_it_but_not_who_imposed_it():
    by, mona, boss = moderator(), reachable(), administrator()
    ben = viewer(account("Ben"))
    appeal(ben, banned(by, ben, Kind.CHAT).pk, "Please")
    assert notices(mona) == notices(boss.user) == ["appeal_waiting"]
    assert not notices(by.user)
    send_all()
    assert mails_to(mona)[0].subject == "1 appeal is waiting for review"


def test_an_appeal_of_a_moderator_calls_only_those_above():
    boss, other, mona = administrator(), administrator(), reachable()
    low = viewer(staff())
    appeal(low, banned(boss, low, Kind.CHAT).pk, "Please")
    assert notices(other.user) == ["appeal_waiting"]
    assert not notices(mona)


def test_who_imposed_it_is_called_if_nobody_else_can_decide():
    by, ben = moderator(), viewer(account("Ben"))
    appeal(ben, banned(by, ben, Kind.CHAT).pk, "Please")
    assert notices(by.user) == ["appeal_waiting"]


def test_only_the_staff_is_asked_and_the_choice_is_kept():
    mona, player = reachable(), account()
    assert "desk_calls" not in browser(player).get("/you/notices/settings/", follow=True).content.decode()
    client = browser(mona)
    assert "desk_calls" in client.get("/you/notices/settings/").content.decode()
    flood(1)
    client.post("/you/notices/settings/", {"mails": "turn", "reminders": "on"})
    assert not Profile.objects.get(user=mona).desk_calls
    assert not queue("mail")
    browser(player).post("/you/notices/settings/", {"mails": "turn"})
    assert Profile.objects.get(user=player).desk_calls


def test_the_notice_leads_to_the_queue():
    mona = reachable()
    flood(1)
    page = browser(mona).get("/you/notices/").content.decode()
    assert "A report is waiting" in page
    assert "/admin/games/report/?state__exact=open" in page


@pytest.mark.django_db(transaction=True)
def test_reports_at_once_call_once():
    mona = reachable()
    people = [viewer(account(f"P{number}")) for number in range(8)]
    each_at_once(lambda number: reported(guest(f"G{number}"), people[number]), 8)
    assert Report.objects.count() == 8
    assert notices(mona) == ["report_waiting"]
    assert len(deliveries(mona)) == 1
