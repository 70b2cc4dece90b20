"""A guest becomes an account: their games and everything else about them follow."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Model

from games.models import ChatLine, Guest, Notice, Relation, Report, Sanction
from games.services.people.accounts import claim_seats

if TYPE_CHECKING:
    from django.contrib.auth.models import User

FOLLOWING: tuple[type[Model], ...] = (ChatLine, Notice, Report, Sanction)


@transaction.atomic
def claim(guest_id: UUID, user: "User") -> int:
    """Give the account what belongs to the guest of its session, bans too; return how many seats it got."""
    seats = claim_seats(guest_id, user)
    guest = Guest.objects.filter(pk=guest_id, claimed_by=user).first()
    if guest is None:
        return seats
    for model in FOLLOWING:
        model._default_manager.filter(guest=guest).update(user=user, guest=None)
    Report.objects.filter(by_guest=guest).update(by_user=user, by_guest=None)
    _claim_relations(guest, user)
    return seats


def _claim_relations(guest: Guest, user: "User") -> None:
    """Let who knew the guest know the account; twice the same is said once, to oneself nothing."""
    known = Relation.objects.filter(user=user)
    for relation in Relation.objects.filter(guest=guest).exclude(owner=user):
        if not known.filter(owner=relation.owner_id, kind=relation.kind).exists():
            relation.user, relation.guest = user, None
            relation.save(update_fields=["user", "guest"])
