"""A guest becomes an account: their games and everything else about them follow."""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Model, Q

from games.models import Candidate, ChatLine, Game, Guest, Notice, Relation, Report, Sanction, Seat
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer, profile_of, sits_elsewhere
from games.services.people.accounts import claim_seats
from games.services.tables.leaving import vacate

if TYPE_CHECKING:
    from django.contrib.auth.models import User

FOLLOWING: tuple[type[Model], ...] = (ChatLine, Notice, Report, Sanction)


@transaction.atomic
def claim(guest_id: UUID, user: "User") -> int:
    """Give the account what belongs to the guest of its session, bans too; return how many seats it got."""
    _leave_doubles(guest_id, user)
    # Locked first: if the guest is being seated just now, the seat is there to be claimed afterwards.
    wanted = list(Candidate.objects.select_for_update().filter(guest=guest_id))
    seats = claim_seats(guest_id, user)
    guest = Guest.objects.filter(pk=guest_id, claimed_by=user).first()
    if guest is None:
        return seats
    for model in FOLLOWING:
        model._default_manager.filter(guest=guest).update(user=user, guest=None)
    Report.objects.filter(by_guest=guest).update(by_user=user, by_guest=None)
    _claim_relations(guest, user)
    _claim_candidacies(wanted, user)
    return seats


def _leave_doubles(guest_id: UUID, user: "User") -> None:
    """Give up a guest's seat where the account sits, too: nobody could play it or get up from it any more."""
    going = Q(game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    doubles = Seat.objects.filter(going, guest=guest_id, left=False, game__seats__user=user)
    for game_id in list(doubles.order_by("game_id").values_list("game_id", flat=True)):
        game = locked_game(game_id)
        if seat := game.seats.filter(guest=guest_id, left=False).first():
            vacate(game, seat)


def _claim_relations(guest: Guest, user: "User") -> None:
    """Let relations to the guest lead to the account, but for those it has already, and those to oneself.

    Whoever blocked the guest is no friend of the account any more, as if they had blocked the account.
    """
    known = Relation.objects.filter(user=user)
    for relation in Relation.objects.filter(guest=guest).exclude(owner=user):
        if not known.filter(owner=relation.owner_id, kind=relation.kind).exists():
            relation.user, relation.guest = user, None
            relation.save(update_fields=["user", "guest"])
        if relation.kind == Relation.Kind.BLOCK:
            known.filter(owner=relation.owner_id, kind=Relation.Kind.FRIEND).delete()


def _claim_candidacies(wanted: Iterable[Candidate], user: "User") -> None:
    """Let the account want the bots' seats the guest wanted, unless it sits there or wants one already.

    Where the guest sat the account sits now, and wants no second seat.
    """
    who = Viewer(user_id=user.pk)
    for own in Candidate.objects.filter(user=user).select_related("game"):
        if sits_elsewhere(own.game, own.index, who):
            own.delete()
    for candidate in wanted:
        table = candidate.game
        if table.candidates.filter(user=user).exists() or sits_elsewhere(table, candidate.index, who):
            candidate.delete()
        else:
            candidate.user, candidate.guest, candidate.name = user, None, profile_of(user).name
            candidate.save(update_fields=["user", "guest", "name"])
