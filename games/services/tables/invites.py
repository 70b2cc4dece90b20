"""How people are asked to a table: by its invite link, and by name."""

from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from games.models import Game, Invitation, Relation
from games.rules.protocol import NotSeated
from games.rules.words import gettext_noop
from games.selectors.blocks import blocks_against, blocks_by
from games.selectors.players.people import invitations_to
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer
from games.services.notices.inbox import tell
from games.services.people.limits import count_use
from games.services.storage.news import announce_on_commit
from games.services.tables.seating import require_host

INVITATIONS_AN_HOUR = 20
HOUR = 3600


@transaction.atomic(durable=True)
def renew_link(game_id: UUID, viewer: Viewer) -> None:
    """Put another invite link in the place of the one there was, which from now on leads nowhere."""
    game = locked_game(game_id)
    require_host(game, viewer, gettext_noop("Only the host can replace the invite link."))
    game.invite_no += 1
    game.save(update_fields=["invite_no"])
    announce_on_commit(game.pk, game.ply)


@transaction.atomic(durable=True)
def invite(game_id: UUID, host: Viewer, *, name: str = "", friend: int | None = None) -> None:
    """Ask somebody with an account to the table; nobody learns here whether there is such a person."""
    game = locked_game(game_id)
    why = gettext_noop("Only the host can invite players by username, and only when signed in.")
    require_host(game, host, why)
    if host.user_id is None:
        raise NotSeated(why)
    count_use(host.actor, "invitation", INVITATIONS_AN_HOUR, HOUR)
    person = _person(host, name, friend)
    if person and not game.seats.filter(user=person).exists():
        _ask(game, host, person.pk)


def _person(host: Viewer, name: str, friend: int | None) -> Any:
    people: Any = get_user_model().objects.filter(is_active=True)
    if friend is not None:
        return people.filter(
            related_by__owner_id=host.user_id, related_by__kind=Relation.Kind.FRIEND, pk=friend
        ).first()
    called = list(people.filter(username__iexact=name)[:1]) or list(people.filter(profile__name=name)[:2])
    return called[0] if len(called) == 1 else None


def _is_blocked(host: Viewer, user_id: int) -> bool:
    theirs = blocks_against(host).filter(owner_id=user_id)
    mine = blocks_by(host).filter(user_id=user_id)
    return theirs.exists() or mine.exists()


def _ask(game: Game, host: Viewer, user_id: int) -> None:
    """Ask somebody; if a block stands between the two, they hear nothing, and the host sees no difference.

    That holds for this table, also if the block ends while it is open: the invitation is stored as declined
    when it was made, by which the export knows it.
    """
    is_blocked = _is_blocked(host, user_id)
    facts = {
        "by": host.name,
        "inviter_id": host.user_id,
        "declined_at": timezone.now() if is_blocked else None,
    }
    _, is_new = Invitation.objects.get_or_create(game=game, user_id=user_id, defaults=facts)
    if is_new and not is_blocked:
        tell(Viewer(user_id=user_id), "invited", game, host, by=host.name)


def decline(game_id: UUID, viewer: Viewer) -> bool:
    """Turn an invitation down, for good; asked again, the person is not told again.

    Returns whether an invitation had reached them, which they may have turned down before.
    """
    reached = invitations_to(viewer.user_id).filter(game=game_id)
    reached.filter(declined_at=None).update(declined_at=timezone.now())
    return reached.exists()
