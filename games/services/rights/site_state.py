"""What administrators chose for the whole site."""

from dataclasses import asdict, dataclass
from time import monotonic

from django.db import transaction

from games.models import SiteState
from games.services.rights.audit import note
from games.services.rights.staff import Staff, require_right

_SHOWN_SECONDS = 5
_shown: list[tuple[float, SiteState]] = []
RIGHT = "games.change_sitestate"


@dataclass(frozen=True, slots=True)
class Doors:
    """Whom the site lets in: guests, and new accounts of whoever comes."""

    guests_welcome: bool = True
    sign_up_open: bool = True


def site_state() -> SiteState:
    """Return the row about the site, or a new one that says what a new site does."""
    return SiteState.objects.filter(pk=SiteState.ONLY).first() or SiteState(pk=SiteState.ONLY)


def shown_state() -> SiteState:
    """Return the row as it was a few seconds ago at most: for what pages show, not for what they allow."""
    # Another thread may forget it between two looks.
    until, state = next(iter(_shown), (0.0, None))
    if state is None or monotonic() >= until:
        state = site_state()
        _shown[:] = [(monotonic() + _SHOWN_SECONDS, state)]
    return state


def forget_shown() -> None:
    """Show what was just changed at once, in this process."""
    _shown.clear()


def stored_state() -> SiteState:
    """Return the row about the site, stored."""
    return SiteState.objects.get_or_create(pk=SiteState.ONLY)[0]


@transaction.atomic
def open_doors(staff: Staff, doors: Doors, reason: str) -> None:
    """Choose whom the site lets in from now on."""
    require_right(staff, RIGHT)
    stored_state()
    row = SiteState.objects.select_for_update().get(pk=SiteState.ONLY)
    before = asdict(Doors(row.guests_welcome, row.sign_up_open))
    after = asdict(doors)
    SiteState.objects.filter(pk=row.pk).update(**after)
    note(staff, "open-doors", "site", reason, (before, after))
    transaction.on_commit(forget_shown)
