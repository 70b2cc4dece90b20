"""Whom the site takes: new guests and new accounts, unless its administrators or a ban say otherwise."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from games.models import ClosedNetwork, Guest, Sanction
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.selectors.players.sanctions import in_force
from games.selectors.viewers import Viewer
from games.services.people.networks import neighbourhood
from games.services.people.sessions import ADDRESS_LIFE, places_of
from games.services.rights.sign_up import is_invitation, use_invitation
from games.services.rights.site_state import site_state

if TYPE_CHECKING:
    from django.contrib.auth.models import User

NO_GUESTS = gettext_noop("You need an account to play here.")
BY_INVITATION = gettext_noop("New accounts are by invitation only. Ask an administrator for a link.")
CLOSED_NETWORK = gettext_noop(
    "We're not accepting new guests or accounts from your network right now. If you "
    "already have an account, you can sign in as usual."
)


class NotTaken(RulesError):
    """The site does not take this newcomer now; who has an account is welcome."""

    takes_accounts = False
    """Whether this newcomer may have an account at once."""


class NotAsGuest(NotTaken):
    """The site takes only people with an account, and anybody may have one."""

    takes_accounts = True


def require_guests() -> None:
    """Raise ``NotTaken`` where guests may not play."""
    state = site_state()
    if not state.guests_welcome:
        raise (NotAsGuest if state.sign_up_open else NotTaken)(NO_GUESTS)


def require_new_guest(address: str) -> None:
    """Raise ``NotTaken`` unless somebody from this address may become a guest."""
    require_guests()
    _require_open_network(address)


def require_new_account(address: str, token: str) -> None:
    """Raise ``NotTaken`` unless somebody from this address may sign up, with that invitation if any."""
    _require_open_network(address)
    if not site_state().sign_up_open and not is_invitation(token):
        raise NotTaken(BY_INVITATION)


def use_up_invitation(token: str) -> None:
    """Count a new account, in its transaction; ``NotTaken`` if it needs an invitation that is used up."""
    if not site_state().sign_up_open and not use_invitation(token):
        raise NotTaken(BY_INVITATION)


def _require_open_network(address: str) -> None:
    holds = in_force("sanction__") | Q(sanction=None)
    network = neighbourhood(address)
    if ClosedNetwork.objects.filter(holds, network=network, until__gt=timezone.now()).exists():
        raise NotTaken(CLOSED_NETWORK)


def close_networks(sanction: Sanction, person: Viewer, days: int) -> int:
    """Take nobody new for so many days from where the person came lately; return how many networks."""
    now = timezone.now()
    networks = networks_of(person, now)
    until = now + timedelta(days=days)
    rows = [ClosedNetwork(sanction=sanction, network=network, until=until) for network in sorted(networks)]
    return len(ClosedNetwork.objects.bulk_create(rows))


def keep_networks_closed(user: "User") -> None:
    """Let networks stay closed although the account, and with it the ban, is about to be deleted.

    Those whose ban has ended or was lifted open for good, others at the latest when it would have ended.
    """
    whose = Q(sanction__user=user) | Q(sanction__guest__claimed_by=user)
    closed = ClosedNetwork.objects.filter(whose)
    closed.exclude(in_force("sanction__")).delete()
    for each in closed.exclude(sanction__until=None).select_related("sanction"):
        each.until = min(each.until, each.sanction.until)
        each.save(update_fields=["until"])


def networks_of(person: Viewer, now: datetime) -> set[str]:
    """Return from where somebody came lately, with an account also as the guests they were before."""
    once = Q(pk=person.guest_id) if person.user_id is None else Q(claimed_by=person.user_id)
    guests = Guest.objects.filter(once, seen_at__gt=now - ADDRESS_LIFE).exclude(network="")
    return {*guests.values_list("network", flat=True), *places_of(person.user_id, now)}
