"""Leaving the site for good: a request, time to think again, and then nothing personal is kept.

Games stay whole for those who played them; the seats of who left bear an invented name.
"""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from games.models import ChatLine, Game, Guest, Notice, Profile, Report, Seat, SiteOwner
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import profile_of
from games.services.company.talk import erase_lines
from games.services.people.sessions import end_sessions
from games.services.people.told_names import rename_where_told, selves
from games.services.rights.newcomers import keep_networks_closed
from games.services.tables.leaving import vacate

if TYPE_CHECKING:
    from django.contrib.auth.models import User

logger = logging.getLogger(__name__)

GRACE = timedelta(days=14)
RETRY = timedelta(hours=1)
BATCH = 10


class OwnsSite(RulesError):
    """Without the owner's account nobody could look after the site."""


@transaction.atomic
def ask_to_leave(user: "User", now: datetime) -> None:
    """Note that the account is to be deleted once there was time to think again; the owner's cannot be."""
    _require_no_owner(user)
    _set_delete_at(user, now + GRACE)


def _require_no_owner(user: "User") -> None:
    """Raise ``OwnsSite`` if the account owns the site; ownership stays locked until the transaction ends."""
    owner = SiteOwner.objects.select_for_update().first()
    if owner and owner.user_id == user.pk:
        raise OwnsSite(gettext_noop("You own this site. Make another account the owner first."))


def stay(user: "User") -> None:
    """Keep the account after all."""
    _set_delete_at(user, None)


def _set_delete_at(user: "User", moment: datetime | None) -> None:
    profile = profile_of(user)
    profile.delete_at = moment
    profile.save(update_fields=["delete_at"])


def forget_accounts(now: datetime) -> int:
    """Delete the accounts whose time to think again is over; return how many.

    One that cannot be deleted is tried again later and stops no other.
    """
    due = Profile.objects.filter(delete_at__lte=now).select_related("user")
    return sum(_erase_safely(profile, now) for profile in list(due[:BATCH]))


def _erase_safely(profile: Profile, now: datetime) -> bool:
    if not Profile.objects.filter(pk=profile.pk, delete_at__lte=now).exists():
        # While those before were deleted, somebody has decided to stay.
        return False
    try:
        erase(profile.user)
    except OwnsSite:
        stay(profile.user)
        return False
    except Exception:
        logger.exception("The account %s cannot be deleted now", profile.pk)
        Profile.objects.filter(pk=profile.pk).update(delete_at=now + RETRY)
        return False
    return True


def alias(user_id: int) -> str:
    """Return the name that a deleted account's seats bear, the same at every table."""
    digest = salted_hmac("games.farewell", str(user_id), algorithm="sha256").hexdigest()
    return f"Player {digest[:4].upper()}"


def erase(user: "User") -> str:
    """Leave every table and forget the person; return the name that their seats bear from now on.

    Harmless to repeat if it was interrupted.
    """
    name = alias(user.pk)
    with transaction.atomic():
        _require_no_owner(user)
    is_gone = False
    while not is_gone:
        for game_id in _tables_of(user).values_list("game_id", flat=True):
            _leave(user, game_id)
        is_gone = _forget_if_nowhere_seated(user, name)
    return name


@transaction.atomic
def _leave(user: "User", game_id: UUID) -> None:
    """Leave a table as the person would, who need not be able to sign in any more."""
    game = locked_game(game_id)
    if seat := _tables_of(user).filter(game=game).first():
        vacate(game, seat)


def _tables_of(user: "User") -> QuerySet[Seat]:
    """Return the seats that others count on."""
    going = Q(game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    return Seat.objects.filter(going, user=user, left=False)


@transaction.atomic
def _forget_if_nowhere_seated(user: "User", name: str) -> bool:
    """Delete the account, unless its holder has just sat down somewhere: with its row locked nobody does."""
    people: Any = get_user_model().objects
    people.select_for_update().get(pk=user.pk)
    if _tables_of(user).exists():
        return False
    _require_no_owner(user)
    _rename_in_evidence(user, name)
    _silence(user)
    _rename(user, name)
    keep_networks_closed(user)
    end_sessions(user)
    Guest.objects.filter(claimed_by=user).delete()
    user.delete()
    return True


def _is(user: "User") -> Q:
    """Return the filter for what somebody did with the account, or as a guest before they had it."""
    return Q(user=user) | Q(guest__claimed_by=user)


def _rename(user: "User", name: str) -> None:
    """Put the name in the place of all others that the person bore, also where others were told of them."""
    rename_where_told(selves(user.pk), name)
    Notice.objects.filter(kind="made_owner", data__by=user.get_username()).update(data={"by": name})
    Seat.objects.filter(_is(user)).update(name=name)


def _rename_in_evidence(user: "User", name: str) -> None:
    """Put the name where reports about others, or about whole games, show who sat and spoke there."""
    for actor in (who.actor for who in selves(user.pk)):
        for report in Report.objects.filter(evidence__icontains=f'"{actor}"'):
            game, lines = report.evidence.get("game", {}), report.evidence.get("lines", ())
            for index, holder in enumerate(game.get("holders", ())):
                if holder == actor:
                    game["seats"][index] = name
            for line in lines:
                if line.get("author") == actor:
                    line["name"] = name
            report.save(update_fields=["evidence"])


def _silence(user: "User") -> None:
    """Take back every word: lines at tables, reasons given, evidence copied."""
    erase_lines(ChatLine.objects.filter(_is(user)), alias(user.pk))
    Report.objects.filter(Q(by_user=user) | Q(by_guest__claimed_by=user)).update(words="")
    Report.objects.filter(_is(user)).update(evidence={})
