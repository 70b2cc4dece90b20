"""Names of which others were told: found by whom they mean, and changed with them."""

from collections.abc import Iterable

from games.models import Guest, Invitation, Notice
from games.selectors.viewers import Viewer


def selves(user_id: int) -> list[Viewer]:
    """Return the account and the guests who became it, all of them one person."""
    once = Guest.objects.filter(claimed_by=user_id).values_list("pk", flat=True)
    return [Viewer(user_id=user_id), *(Viewer(guest_id=guest_id) for guest_id in once)]


def rename_where_told(people: Iterable[Viewer], name: str) -> None:
    """Put a name into the notices and invitations that tell others of these people."""
    people = list(people)
    for notice in Notice.objects.filter(named__in=[who.actor for who in people]):
        notice.data |= {key: name for key in ("by", "name") if key in notice.data}
        notice.save(update_fields=["data"])
    Invitation.objects.filter(inviter__in=[who.user_id for who in people if who.user_id]).update(by=name)
