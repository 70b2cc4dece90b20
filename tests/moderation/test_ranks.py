"""Ranks of the staff: decisions only downwards, and no desk for who is banned."""

from collections import Counter
from datetime import timedelta
from threading import Event
from time import sleep

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.models import Appeal, AuditEntry, Sanction, SiteOwner
from games.selectors.players.sanctions import Banned, Kind
from games.services.moderation import desk, reports
from games.services.moderation.appeals import appeal, decide
from games.services.moderation.ownership import make_owner
from games.services.moderation.penalties import lift
from games.services.rights.ranks import Rank, rank_of
from games.services.rights.staff import ADMINISTRATORS, MODERATORS, DeskError, Staff
from tests.moderation.people import (
    account,
    administrator,
    banned,
    browser,
    game_with,
    moderator,
    reported,
    staff,
    viewer,
)
from tests.tables import fresh, guest, running
from tests.thorough import PATIENCE
from tests.threads import at_once

pytestmark = pytest.mark.django_db
LOW = "You can only make decisions about people whose role is below yours."


def owner():
    return Staff(account("Owner", is_staff=True, is_superuser=True), "203.0.113.5")


LADDER = (
    ("player", account),
    ("moderator", lambda: moderator().user),
    ("administrator", lambda: administrator().user),
)


def test_each_has_the_rank_of_their_part():
    boss = owner()
    ranks = [rank_of(viewer(make())) for _name, make in LADDER]
    assert ranks == [Rank.PLAYER, Rank.MODERATOR, Rank.ADMINISTRATOR]
    assert rank_of(viewer(boss.user)) == Rank.OWNER
    assert rank_of(viewer(account(is_staff=True, is_superuser=True))) == Rank.ADMINISTRATOR
    assert rank_of(guest("Anna")) == Rank.PLAYER


@pytest.mark.parametrize("acting", range(1, 4))
@pytest.mark.parametrize("about", range(4))
def test_sanctions_go_downwards_only(acting, about):
    boss = owner()
    people = [*(viewer(make()) for _name, make in LADDER), viewer(boss.user)]
    by = [None, moderator(), administrator(), boss][acting]
    if about >= acting:
        with pytest.raises(DeskError):
            banned(by, people[about])
        assert not Sanction.objects.exists()
    else:
        banned(by, people[about])


@pytest.mark.parametrize("acting", [moderator, administrator])
def test_equals_lift_nothing_of_each_other(acting):
    boss, by = owner(), acting()
    made = banned(boss, viewer(acting().user))
    with pytest.raises(DeskError, match=LOW):
        lift(by, made.pk, "A friend")
    own = banned(boss, viewer(acting().user), Kind.CHAT)
    with pytest.raises(DeskError):
        lift(Staff(own.user), own.pk, "It is mine")
    assert not Sanction.objects.exclude(lifted_at=None).exists()
    lift(boss, made.pk, "Enough")


def test_equals_decide_no_appeal_of_each_other():
    by, boss, ben = moderator(), administrator(), moderator().user
    made = appeal(viewer(ben), banned(boss, viewer(ben), Kind.CHAT).pk, "Please")
    with pytest.raises(DeskError, match=LOW):
        decide(by, made.pk, lift=True, answer="Sure")
    assert Appeal.objects.get().state == "open"


def test_who_imposed_it_decides_if_no_colleague_is_high_enough():
    boss, ben = administrator(), moderator().user
    moderator()
    made = appeal(viewer(ben), banned(boss, viewer(ben), Kind.CHAT).pk, "Please")
    decide(boss, made.pk, lift=False, answer="No")
    again = appeal(viewer(ben), banned(boss, viewer(ben), Kind.HOSTING).pk, "Please")
    administrator()
    with pytest.raises(DeskError, match="You made this decision"):
        decide(boss, again.pk, lift=False, answer="No")


def test_equals_are_neither_renamed_nor_demoted():
    boss, other = administrator(), administrator().user
    with pytest.raises(DeskError, match=LOW):
        desk.rename(boss, viewer(other), "Silly", "x")
    with pytest.raises(DeskError, match=LOW):
        desk.appoint(boss, other.pk, "", "x")
    with pytest.raises(DeskError, match="roles below your own"):
        desk.appoint(boss, account().pk, ADMINISTRATORS, "x")
    desk.appoint(boss, account().pk, MODERATORS, "x")
    desk.appoint(owner(), other.pk, "", "x")
    assert rank_of(viewer(other)) == Rank.PLAYER


def test_the_page_of_an_equal_offers_no_act():
    client, equal = browser(staff()), staff()
    page = client.get(reverse("admin:auth_user_change", args=[equal.pk])).content.decode()
    assert "/act/" not in page
    low = client.get(reverse("admin:auth_user_change", args=[account().pk])).content.decode()
    assert "/act/penalty/" in low


def test_the_desk_names_the_rank_of_each():
    boss, by, ben = owner(), moderator(), account()
    client = browser(boss.user)
    listed = client.get("/admin/auth/user/").content.decode()
    assert all(f'field-part">{rank}<' in listed for rank in ("Owner", "Moderator", "–"))
    for user, rank in ((boss.user, "Owner"), (by.user, "Moderator"), (ben, "–")):
        assert rank in client.get(reverse("admin:auth_user_change", args=[user.pk])).content.decode()


def test_rights_given_by_hand_count_for_nothing_and_go_with_an_appointment():
    ben = account("Ben", is_staff=True)
    ben.user_permissions.set(Permission.objects.filter(codename__in=["add_sanction", "change_user"]))
    by = Staff(get_user_model().objects.get(pk=ben.pk))
    assert not by.user.has_perm("games.add_sanction")
    with pytest.raises(DeskError, match="have permission"):
        banned(by, guest("Anna"))
    desk.appoint(owner(), ben.pk, MODERATORS, "Well done")
    assert not ben.user_permissions.exists()
    assert get_user_model().objects.get(pk=ben.pk).has_perm("games.add_sanction")


# A ban closes the desk


@pytest.mark.parametrize("address", ["/admin/", "/admin/games/report/", "/admin/auth/user/"])
def test_a_site_ban_closes_the_desk_at_the_next_request(address):
    user = staff(ADMINISTRATORS)
    client = browser(user)
    assert client.get(address).status_code == 200
    made = banned(owner(), viewer(user))
    answer = client.get(address)
    assert answer.status_code == 403
    assert "open the moderation pages" in answer.content.decode()
    Sanction.objects.filter(pk=made.pk).update(until=timezone.now() - timedelta(seconds=1))
    assert client.get(address).status_code == 200


def test_a_mute_leaves_the_desk_open():
    user = staff()
    banned(owner(), viewer(user), Kind.CHAT)
    assert browser(user).get("/admin/").status_code == 200


def test_a_form_filled_in_before_the_ban_does_nothing_after_it():
    user, ben = staff(), account("Ben")
    client = browser(user)
    address = reverse("admin:auth_user_act", args=["penalty"]) + f"?pk={ben.pk}"
    assert client.get(address).status_code == 200
    banned(owner(), viewer(user))
    answer = client.post(address, {"kind": "chat", "duration": "day", "reason": "Mine"})
    assert answer.status_code == 403
    assert Sanction.objects.get().user == user


ACTS = {
    "penalty": lambda by: banned(by, guest("Anna"), Kind.CHAT),
    "rename": lambda by: desk.rename(by, viewer(account()), "Other", "x"),
    "end game": lambda by: desk.end_game(by, running()[0].pk, "x"),
    "take report": lambda by: reports.take(by, reported(guest("Anna"), guest("Ben")).pk),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_every_act_asks_again_inside_its_transaction(act):
    by, boss = moderator(), owner()
    by.user.get_all_permissions()
    banned(boss, viewer(by.user))
    with pytest.raises(Banned):
        act(by)
    assert [entry.actor_id for entry in AuditEntry.objects.all()] == [boss.user.pk]


def test_who_was_dismissed_does_nothing_more_with_rights_read_before():
    by = moderator()
    by.user.get_all_permissions()
    desk.appoint(owner(), by.user.pk, "", "Enough")
    with pytest.raises(DeskError):
        desk.end_game(by, running()[0].pk, "x")


@pytest.mark.django_db(transaction=True)
def test_an_act_and_the_ban_of_who_acts_come_one_after_the_other(emptied_log):
    """Twenty times at a barrier: what the banned did stands before the ban in the log, or not at all."""
    outcomes, boss = Counter(), owner()
    for _ in range(20):
        by, (game, _viewers), done = moderator(), running(), AuditEntry.objects.count()

        def ban(user=by.user):
            banned(boss, viewer(user))

        def act(by=by, game=game):
            desk.end_game(by, game.pk, "Mine")

        _, ended = at_once(ban, act)
        assert ended is None or isinstance(ended, Banned)
        acts = [entry.action for entry in AuditEntry.objects.order_by("pk")][done:]
        assert acts == (["end-game", "impose-site"] if ended is None else ["impose-site"])
        assert fresh(game).is_over == (ended is None)
        outcomes[type(ended)] += 1
    assert sum(outcomes.values()) == 20


@pytest.mark.django_db(transaction=True)
def test_two_who_ban_each_other_at_once_do_not_block_one_another(emptied_log):
    for _ in range(5):
        boss, by = administrator(), moderator()
        down, up = at_once(
            lambda boss=boss, by=by: banned(boss, viewer(by.user)).pk,
            lambda boss=boss, by=by: banned(by, viewer(boss.user)),
        )
        assert isinstance(down, int)
        assert isinstance(up, DeskError | Banned)


@pytest.mark.django_db(transaction=True)
def test_two_administrators_who_demote_each_other_at_once_both_stay(emptied_log):
    for _ in range(5):
        one, other = administrator(), administrator()
        refused = at_once(
            lambda one=one, other=other: desk.appoint(one, other.user.pk, "", "Out"),
            lambda one=one, other=other: desk.appoint(other, one.user.pk, MODERATORS, "Down"),
        )
        assert all(isinstance(error, DeskError) for error in refused)
        assert {rank_of(viewer(by.user)) for by in (one, other)} == {Rank.ADMINISTRATOR}
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_handover_and_the_demotion_of_the_next_owner_come_one_after_the_other(emptied_log):
    boss, next_one = owner(), administrator()
    at_once(
        lambda: make_owner(boss, next_one.user.pk, "Moving away"),
        lambda: desk.appoint(boss, next_one.user.pk, "", "Out"),
    )
    assert SiteOwner.objects.count() == 1
    assert rank_of(viewer(boss.user)) == Rank.ADMINISTRATOR
    assert rank_of(viewer(next_one.user)) == Rank.OWNER
    assert get_user_model().objects.get(ownership__isnull=False).is_superuser


@pytest.mark.django_db(transaction=True)
def test_who_is_being_appointed_is_not_banned_from_below(emptied_log):
    """The ban begins before the appointment is committed and waits for it."""
    boss, by, ben, appointed = owner(), moderator(), account("Ben"), Event()
    person = viewer(ben)

    def appoint():
        with transaction.atomic():
            desk.appoint(boss, ben.pk, ADMINISTRATORS, "Well done")
            appointed.set()
            sleep(0.5)

    def ban():
        assert appointed.wait(PATIENCE)
        return banned(by, person)

    _, refused = at_once(appoint, ban)
    assert isinstance(refused, DeskError)
    assert (rank_of(person), Sanction.objects.count()) == (Rank.ADMINISTRATOR, 0)


def test_nobody_decides_where_they_play_although_they_rank_higher():
    by = owner()
    _game, viewers = game_with(by.user)
    with pytest.raises(DeskError):
        banned(by, viewers[1])
    assert not get_user_model().objects.filter(sanctions__isnull=False).exists()
