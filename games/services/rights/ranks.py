"""Ranks of the staff: who stands above whom at the moderators' desk."""

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db.models import Case, Exists, IntegerField, OuterRef, Q, QuerySet, When

from games.selectors.players.sanctions import banned_accounts
from games.selectors.viewers import Viewer

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MODERATORS, ADMINISTRATORS = "Moderators", "Administrators"


class Rank(IntEnum):
    """A step of the staff; everybody else is a player."""

    PLAYER = 0
    MODERATOR = 1
    ADMINISTRATOR = 2
    OWNER = 3


RANK_OF_GROUP = {"": Rank.PLAYER, MODERATORS: Rank.MODERATOR, ADMINISTRATORS: Rank.ADMINISTRATOR}


def _in_group(**group: str) -> Exists:
    """Return the condition that an account is in such a group."""
    through: Any = get_user_model().groups.through
    of_group = {f"group__{name}": value for name, value in group.items()}
    return Exists(through.objects.filter(user_id=OuterRef("pk"), **of_group))


def rank_expression() -> Case:
    """Return what tells an account's rank in a query of accounts."""
    return Case(
        When(ownership__isnull=False, then=Rank.OWNER),
        When(
            Q(is_superuser=True) | Q(_in_group(name=ADMINISTRATORS), is_staff=True), then=Rank.ADMINISTRATOR
        ),
        When(is_staff=True, then=Rank.MODERATOR),
        default=Rank.PLAYER,
        output_field=IntegerField(),
    )


def ranked() -> "QuerySet[User, Any]":
    """Return all accounts, each annotated with its ``rank``."""
    return get_user_model().objects.annotate(rank=rank_expression())


def rank_of(person: Viewer) -> Rank:
    """Return the rank somebody has now; guests are players."""
    if person.user_id is None:
        return Rank.PLAYER
    return Rank(ranked().filter(pk=person.user_id).values_list("rank", flat=True).first() or 0)


def able_staff(right: str) -> "QuerySet[User, Any]":
    """Return the staff who can do now what needs this right, each with the ``rank``."""
    able = Q(is_superuser=True) | Q(_in_group(permissions__codename=right.partition(".")[2]))
    working = ranked().filter(able, is_active=True, is_staff=True)
    return working.exclude(pk__in=banned_accounts())
