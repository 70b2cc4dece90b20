"""The owner of the site: one, who can hand it over and then leave."""

from importlib import import_module
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse

from games.models import AuditEntry, Notice, Profile, Sanction, Seat, SiteOwner
from games.selectors.players.sanctions import is_banned
from games.services.moderation.ownership import is_owner, make_owner
from games.services.people.accounts import make_first_account_administrator
from games.services.rights.ranks import Rank, rank_of
from games.services.rights.staff import DeskError, Staff
from games.services.upkeep.farewell import GRACE, ask_to_leave, forget_accounts
from tests.moderation.people import (
    account,
    administrator,
    banned,
    browser,
    game_with,
    moderator,
    staff,
    viewer,
)
from tests.threads import at_once
from tests.views.members import PASSWORD, member, prove, sign_up

pytestmark = pytest.mark.django_db
User = get_user_model()


def founder():
    return Staff(account("Owner", is_staff=True, is_superuser=True))


def test_the_first_account_that_signs_up_owns_the_site():
    sign_up(Client(), "anna")
    sign_up(Client(), "bela")
    assert SiteOwner.objects.get().user.username == "anna"
    assert not make_first_account_administrator(User.objects.get(username="bela"))


def test_a_superuser_made_by_command_owns_a_site_without_an_owner():
    first, second = (User.objects.create_superuser(name) for name in ("root", "other"))
    assert is_owner(first.pk)
    assert not is_owner(second.pk)


@pytest.mark.parametrize("group", ["superuser", "Administrators"])
def test_the_migration_names_the_first_administrator(group):
    account("Player")
    first = (
        account("First", is_staff=True, is_superuser=True) if group == "superuser" else administrator().user
    )
    administrator()
    SiteOwner.objects.all()._raw_delete("default")
    import_module("games.migrations.0012_staff_ranks").name_owner(apps, None)
    assert SiteOwner.objects.get().user_id == first.pk
    assert rank_of(viewer(User.objects.get(pk=first.pk))) == Rank.OWNER


def test_the_migration_leaves_a_site_without_staff_alone():
    account("Player")
    import_module("games.migrations.0012_staff_ranks").name_owner(apps, None)
    assert not SiteOwner.objects.exists()


def test_the_owner_hands_over_and_stays_an_administrator():
    boss, next_one = founder(), account("Next")
    make_owner(boss, next_one.pk, "Moving away")
    old, new = (User.objects.get(pk=pk) for pk in (boss.user.pk, next_one.pk))
    assert (rank_of(viewer(old)), rank_of(viewer(new))) == (Rank.ADMINISTRATOR, Rank.OWNER)
    assert (old.is_staff, old.is_superuser, new.is_staff, new.is_superuser) == (True, False, True, True)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target, entry.reason) == ("make-owner", f"user:{new.pk}", "Moving away")
    assert (entry.before, entry.after) == ({"owner": old.username}, {"owner": new.username})
    assert Notice.objects.get().kind == "made_owner"
    with pytest.raises(DeskError):
        make_owner(boss, account().pk, "Again")


@pytest.mark.parametrize(
    "by", [moderator, administrator, lambda: Staff(account(is_staff=True, is_superuser=True))]
)
def test_nobody_else_hands_the_site_over(by):
    boss = founder()
    with pytest.raises(DeskError):
        make_owner(by(), account().pk, "Mine")
    assert is_owner(boss.user.pk)


def test_not_to_those_who_could_not_look_after_it():
    boss, banned_one, leaving = founder(), account("Banned"), account("Leaving")
    banned(boss, viewer(banned_one))
    ask_to_leave(leaving, banned_one.date_joined)
    for user in (boss.user, banned_one, leaving, account("Shut", is_active=False)):
        with pytest.raises(DeskError):
            make_owner(boss, user.pk, "You")
    assert is_owner(boss.user.pk)


def test_there_is_one_owner_and_not_none():
    boss, other = founder(), account()
    with pytest.raises(IntegrityError), transaction.atomic():
        SiteOwner.objects.create(pk=2, user=other)
    with pytest.raises(IntegrityError), transaction.atomic():
        SiteOwner.objects.create(user=other)
    with pytest.raises(ProtectedError):
        boss.user.delete()
    with pytest.raises(TypeError):
        SiteOwner.objects.get().delete()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_profile")
        cursor.execute("DELETE FROM auth_user WHERE id = %s", [boss.user.pk])
        connection.check_constraints()
    assert is_owner(boss.user.pk)


def test_an_owner_who_is_to_be_deleted_by_mistake_is_not():
    boss = founder()
    Profile.objects.filter(pk=boss.user.pk).update(delete_at=boss.user.date_joined)
    game, _viewers = game_with(boss.user)
    assert forget_accounts(boss.user.date_joined + GRACE) == 0
    assert is_owner(boss.user.pk)
    assert not Seat.objects.get(game=game, user=boss.user).left
    assert Profile.objects.get(pk=boss.user.pk).delete_at is None
    make_owner(boss, account().pk, "Moving away")
    assert forget_accounts(boss.user.date_joined + GRACE) == 0


def test_nobody_bans_the_owner():
    boss = founder()
    others = (administrator(), Staff(account(is_staff=True, is_superuser=True)), boss)
    for by in others:
        with pytest.raises(DeskError):
            banned(by, viewer(boss.user))
    assert rank_of(viewer(boss.user)) == Rank.OWNER


@pytest.mark.parametrize("flaw", ["ban", "farewell"])
@pytest.mark.parametrize("is_alone", [False, True])
def test_the_migration_names_somebody_fit_if_there_is_one(flaw, is_alone):
    first, second = (account(name, is_staff=True, is_superuser=True) for name in ("First", "Second"))
    if is_alone:
        User.objects.filter(pk=second.pk).update(is_active=False)
    SiteOwner.objects.all()._raw_delete("default")
    if flaw == "ban":
        Sanction.objects.create(user=first, kind="site", reason="x")
    else:
        Profile.objects.filter(pk=first.pk).update(delete_at=first.date_joined)
    import_module("games.migrations.0012_staff_ranks").name_owner(apps, None)
    owner = SiteOwner.objects.get().user
    assert owner.pk == (first if is_alone else second).pk
    assert owner.profile.delete_at is None
    assert not is_banned(owner.pk)


@pytest.mark.django_db(transaction=True)
def test_of_a_handover_and_a_farewell_at_once_one_holds(emptied_log):
    boss, other = founder(), account()
    at_once(
        lambda: make_owner(boss, other.pk, "Now"),
        lambda: ask_to_leave(other, other.date_joined),
    )
    assert not Profile.objects.filter(pk=SiteOwner.objects.get().user_id).exclude(delete_at=None).exists()


# Where nobody can sign in as the owner


def command(*words):
    out = StringIO()
    call_command("make_owner", *words, stdout=out)
    return out.getvalue()


def test_who_runs_the_machine_can_name_another_owner():
    boss, other = founder(), account("Other")
    assert "owns the site now" in command(other.username, "--reason", "The owner is gone")
    assert is_owner(other.pk)
    assert rank_of(viewer(boss.user)) == Rank.ADMINISTRATOR
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor_id, entry.reason) == ("make-owner", other.pk, "The owner is gone")


def test_who_runs_the_machine_can_name_the_first_owner():
    other = account("Other")
    command(other.username, "--reason", "Nobody signed up first")
    assert is_owner(other.pk)
    assert rank_of(viewer(other)) == Rank.OWNER


def test_the_command_refuses_what_the_desk_refuses():
    boss, leaving = founder(), account("Leaving")
    ask_to_leave(leaving, leaving.date_joined)
    for name in ("nobody", boss.user.username, leaving.username, account(is_active=False).username):
        with pytest.raises(CommandError):
            command(name, "--reason", "x")
    assert is_owner(boss.user.pk)
    assert not AuditEntry.objects.exists()


# At the desk


def address(user):
    return reverse("admin:auth_user_act", args=["make-owner"]) + f"?pk={user.pk}"


def test_the_desk_asks_for_the_password_first_then_for_a_reason():
    _, client = member("root", is_staff=True, is_superuser=True)
    other = account("Other")
    asked = client.get(address(other))
    assert asked.status_code == 302
    assert asked.url.startswith("/accounts/reauthenticate/")
    assert client.post(address(other), {"reason": "x", "sure": "on"}).url.startswith(
        "/accounts/reauthenticate/"
    )
    prove(client)
    assert not is_owner(other.pk)
    assert client.post(address(other), {"reason": "", "sure": "on"}).status_code == 422
    assert client.post(address(other), {"reason": "Moving"}).status_code == 422
    assert client.post(address(other), {"reason": "Moving", "sure": "on"}).status_code == 302
    assert is_owner(other.pk)


def test_the_act_sent_before_the_password_is_done_after_it():
    _, client = member("root", is_staff=True, is_superuser=True)
    other = account("Other")
    asked = client.post(address(other), {"reason": "Moving", "sure": "on"})
    client.post(asked.url, {"password": PASSWORD})
    client.post(address(other), {"reason": "Moving", "sure": "on"})
    assert is_owner(other.pk)


def test_only_the_owner_is_offered_it_and_not_for_themselves():
    boss, other = founder(), account("Other")
    page = reverse("admin:auth_user_change", args=[other.pk])
    assert "make-owner" in browser(boss.user).get(page).content.decode()
    second = account(is_staff=True, is_superuser=True)
    for user in (second, staff("Administrators")):
        assert "make-owner" not in browser(user).get(page).content.decode()
    own = reverse("admin:auth_user_change", args=[boss.user.pk])
    assert "make-owner" not in browser(boss.user).get(own).content.decode()
    assert browser(second).get(address(other)).status_code in {302, 404}


def test_the_new_owner_is_told():
    boss, other = founder(), account("Other")
    make_owner(boss, other.pk, "Moving")
    page = browser(other).get(reverse("games:notices")).content.decode()
    assert "made you the owner of this site" in page
