"""Reports about the same that fold into the first: they share its fate, and who made one decides none."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Delivery, Profile, Report
from games.services.moderation import desk_calls, reports
from games.services.rights.staff import DeskError
from tests.moderation.people import account, game_with, moderator, reported, viewer
from tests.tables import guest

pytestmark = pytest.mark.django_db


def folded(by, game=None):
    """Return the first report about somebody and a second that somebody else made of them."""
    ben = account("Ben")
    first = reported(guest("Anna"), viewer(ben))
    second = reported(by, viewer(ben), game=game)
    assert second.folded_into == first
    return first, second


def waits_for(member):
    return desk_calls.waiting(Delivery.Kind.REPORT_WAITING, member.user.pk)


def test_who_made_the_second_report_does_not_decide():
    me, other = moderator(), moderator()
    first, _ = folded(viewer(me.user))
    assert (waits_for(me), waits_for(other)) == (0, 1)
    for act in (reports.take, lambda *about: reports.close(*about, "nothing", "")):
        with pytest.raises(DeskError, match="involve you"):
            act(me, first.pk)
    reports.take(other, first.pk)


def test_nor_does_who_sits_where_the_second_happened():
    me = moderator()
    game, _ = game_with(me.user)
    first, _ = folded(guest("Cleo"), game)
    assert waits_for(me) == 0
    with pytest.raises(DeskError, match="in this game"):
        reports.take(me, first.pk)


def test_what_joins_a_report_that_somebody_has_taken_stays_taken():
    by, ben, now = moderator(), account("Ben"), timezone.now()
    first = reported(guest("Anna"), viewer(ben))
    Profile.objects.filter(user=by.user).update(seen_at=now)
    reports.take(by, first.pk)
    second = reported(guest("Cleo"), viewer(ben))
    assert (second.state, second.taken_by) == (Report.State.TAKEN, by.user)
    assert reports.put_back_lost(now) == 0
    assert reports.put_back_lost(now + timedelta(days=2)) == 2
    assert set(Report.objects.values_list("state", flat=True)) == {"open"}


def test_what_comes_after_the_close_begins_a_report_of_its_own():
    by, ben = moderator(), account("Ben")
    first = reported(guest("Anna"), viewer(ben))
    reports.take(by, first.pk)
    reports.close(by, first.pk, "nothing", "")
    assert reported(guest("Cleo"), viewer(ben)).folded_into is None
