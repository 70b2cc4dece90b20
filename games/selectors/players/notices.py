"""What somebody was told, in the page and by other ways."""

from dataclasses import dataclass
from functools import cache

from django.core.paginator import Page, Paginator
from django.db.models import Max
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.models import Delivery, Notice
from games.selectors.games import games_for
from games.selectors.players.reach import confirmed_addresses, notices_of
from games.selectors.viewers import Viewer

PER_PAGE = 30
MOST_DELIVERIES = 50


@dataclass(frozen=True, slots=True)
class Told:
    """A notice with the template that says it, and whether its reader may see the game that it is about."""

    notice: Notice
    template: str
    sees_game: bool


@dataclass(frozen=True, slots=True)
class NoticePage:
    """One page of a person's notices, and the number of the newest on any page."""

    page: "Page[Notice]"
    told: tuple[Told, ...]
    newest: int


def notice_page(viewer: Viewer, number: str) -> NoticePage:
    """Return a page of what the viewer was told; kinds without words are left out."""
    mine = notices_of(viewer).select_related("game").defer("game__state", "game__deal")
    # Before the page is read: nobody takes as read what came after.
    newest = mine.aggregate(newest=Max("pk"))["newest"] or 0
    page = Paginator(mine, PER_PAGE).get_page(number)
    notices = list(page)
    games = games_for(viewer).filter(pk__in={notice.game_id for notice in notices})
    seen = set(games.values_list("pk", flat=True))
    shown = tuple(
        Told(notice, name, notice.game_id in seen) for notice in notices if (name := _template(notice.kind))
    )
    return NoticePage(page, shown, newest)


@cache
def _template(kind: str) -> str:
    name = f"notices/{kind}.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return ""
    return name


def unread_count(viewer: Viewer) -> int:
    """Return how many notices somebody has not read."""
    return notices_of(viewer).filter(read_at=None).count()


def last_deliveries(user_id: int) -> list[Delivery]:
    """Return the last messages that left the site for an account, or will."""
    return list(Delivery.objects.filter(user_id=user_id).order_by("-at", "-pk")[:MOST_DELIVERIES])


def mail_address(user_id: int) -> str:
    """Return where mails to an account go, or nothing if it has confirmed no address."""
    return confirmed_addresses().filter(user_id=user_id).values_list("email", flat=True).first() or ""
