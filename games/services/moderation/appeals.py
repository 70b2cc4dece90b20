"""The answer of somebody under a sanction, and the decision about it."""

from django.db import transaction
from django.utils import timezone

from games.models import Appeal, Delivery, Sanction
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.selectors.players.sanctions import standing
from games.selectors.viewers import Viewer
from games.services.moderation.desk_calls import call_staff
from games.services.moderation.penalties import person_of
from games.services.notices.inbox import tell
from games.services.rights.audit import note
from games.services.rights.ranks import rank_of
from games.services.rights.staff import (
    DeskError,
    Staff,
    can_decide_about,
    has_colleague,
    require_power_over,
    require_right,
)

RIGHT = "games.change_appeal"


class CannotAppeal(RulesError):
    """There is nothing to appeal against, or an appeal was made already."""


@transaction.atomic
def appeal(viewer: Viewer, sanction_id: int, words: str) -> Appeal:
    """Object to a sanction that holds, once."""
    sanction = Sanction.objects.select_for_update().filter(standing(viewer), pk=sanction_id).first()
    if sanction is None:
        raise CannotAppeal(gettext_noop("This sanction has already ended."))
    filed, is_new = Appeal.objects.get_or_create(sanction=sanction, defaults={"words": words})
    if not is_new:
        raise CannotAppeal(gettext_noop("You've already appealed this decision."))
    imposer = sanction.by_id if _has_other(sanction) else None
    call_staff(Delivery.Kind.APPEAL_WAITING, without=(viewer.user_id, imposer), above=rank_of(viewer))
    return filed


def _has_other(sanction: Sanction) -> bool:
    """Tell whether somebody else than who imposed it could decide about an appeal."""
    return bool(sanction.by) and has_colleague(Staff(sanction.by), RIGHT, person_of(sanction))


def may_decide(staff: Staff, pending: Appeal) -> bool:
    """Tell whether an appeal is for this member of the staff to decide, as far as rank and office say."""
    person = person_of(pending.sanction)
    return can_decide_about(staff, person) and not _is_for_another(staff, pending, person)


def _is_for_another(staff: Staff, pending: Appeal, person: Viewer) -> bool:
    """Tell whether a colleague must decide: nobody judges their own decision if somebody else can."""
    return pending.sanction.by_id == staff.user.pk and has_colleague(staff, RIGHT, person)


@transaction.atomic
def decide(staff: Staff, appeal_id: int, *, lift: bool, answer: str) -> None:
    """Keep the sanction or lift it, and tell the person why."""
    require_right(staff, RIGHT)
    pending = Appeal.objects.select_for_update(of=("self",)).select_related("sanction").get(pk=appeal_id)
    person = person_of(pending.sanction)
    require_power_over(staff, person)
    if pending.state != Appeal.State.OPEN:
        raise DeskError(gettext_noop("This appeal has already been decided."))
    if _is_for_another(staff, pending, person):
        raise DeskError(gettext_noop("You made this decision, so another moderator must decide the appeal."))
    pending.state = Appeal.State.LIFTED if lift else Appeal.State.KEPT
    pending.answer, pending.decided_by, pending.decided_at = answer, staff.user, timezone.now()
    pending.save()
    if lift:
        Sanction.objects.filter(pk=pending.sanction_id, lifted_at=None).update(lifted_at=pending.decided_at)
    note(staff, f"appeal-{pending.state}", person.actor, answer, ({}, {"sanction": pending.sanction_id}))
    tell(person, "appeal_decided", state=pending.state, what=pending.sanction.kind)
