"""Links with which people create an account where sign-up is by invitation."""

from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import SignUpInvitation
from games.services.rights.audit import note
from games.services.rights.site_state import RIGHT
from games.services.rights.staff import Staff, require_right

ONE_ACCOUNT, A_WEEK = 1, 7
_SALT = "games.sign-up"


@dataclass(frozen=True, slots=True)
class InvitationPlan:
    """What an invitation is good for: how many accounts, for how many days, and whom it was made for."""

    accounts: int = ONE_ACCOUNT
    days: int = A_WEEK
    note: str = ""


@transaction.atomic
def invite(staff: Staff, plan: InvitationPlan) -> str:
    """Return the token of a new invitation."""
    require_right(staff, RIGHT)
    invitation = SignUpInvitation.objects.create(
        note=plan.note,
        uses_left=plan.accounts,
        until=timezone.now() + timedelta(days=plan.days),
        by=staff.user,
    )
    facts = {"accounts": plan.accounts, "until": invitation.until.isoformat(), "note": plan.note}
    note(staff, "invite-to-sign-up", f"invitation:{invitation.pk}", change=({}, facts))
    return token_of(invitation)


@transaction.atomic
def withdraw(staff: Staff, invitation_id: int) -> None:
    """Let nobody sign up with an invitation any more."""
    require_right(staff, RIGHT)
    if SignUpInvitation.objects.filter(pk=invitation_id, uses_left__gt=0).update(uses_left=0):
        note(staff, "withdraw-invitation", f"invitation:{invitation_id}")


def token_of(invitation: SignUpInvitation) -> str:
    """Return what the link of an invitation ends with."""
    return signing.dumps(invitation.pk, salt=_SALT)


def living_invitations() -> list[SignUpInvitation]:
    """Return the invitations with which somebody may still sign up."""
    return list(SignUpInvitation.objects.filter(uses_left__gt=0, until__gt=timezone.now()))


def is_invitation(token: str) -> bool:
    """Tell whether one may sign up with this token now."""
    return _living(token).exists()


def use_invitation(token: str) -> bool:
    """Count an account made with the token; tell whether there was one left."""
    return bool(_living(token).update(uses_left=F("uses_left") - 1))


def _living(token: str) -> QuerySet[SignUpInvitation]:
    try:
        pk = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        pk = None
    return SignUpInvitation.objects.filter(pk=pk, uses_left__gt=0, until__gt=timezone.now())
