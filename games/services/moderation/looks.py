"""Looks of the staff at what is private: each with a reason, in the log before anything is shown."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import AuditEntry, ChatLine, Game, Report
from games.rules.words import gettext_noop
from games.selectors.desk.looks import LASTS, looks_at
from games.selectors.desk.moderation import plays_now
from games.services.rights.audit import note
from games.services.rights.ranks import Rank
from games.services.rights.staff import DeskError, Staff, require_rank, require_right

MOST_FOUND = 100


def report_about(game: Game, report_id: int | None) -> Report | None:
    """Return the report, if it is about this game or something in it."""
    return Report.objects.filter(pk=report_id, game=game).first() if report_id else None


@transaction.atomic
def look(staff: Staff, game: Game, reason: str = "", report_id: int | None = None) -> None:
    """Note that one of the staff looks into a game that is not everybody's to see.

    The chat comes with it for who follows a report about the game, and for administrators.
    """
    require_right(staff, "games.view_game")
    if game.listed:
        return
    report = report_about(game, report_id)
    seen = {"status": game.status, "ply": game.ply, "report": report.pk if report else None}
    chat = report is not None or staff.rank >= Rank.ADMINISTRATOR
    note(staff, "look", f"game:{game.pk}", reason, ({}, {**seen, "chat": chat}))


def is_open_to(game: Game, user_id: int | None) -> bool:
    """Tell whether this member of the staff may see the game now: it is listed, or the log knows why."""
    return game.listed or looks_at(game.pk, user_id).exists()


def open_lines(user_id: int | None) -> QuerySet[ChatLine]:
    """Return the chat that this member reads without a reason: of listed games, and what was reported."""
    reported = Report.objects.filter(line__isnull=False).values("line_id")
    return _fair_lines(user_id).filter(Q(game__listed=True) | Q(pk__in=reported))


def _fair_lines(user_id: int | None) -> QuerySet[ChatLine]:
    """Leave out what the watchers of a game say while this member plays it."""
    return ChatLine.objects.exclude(room=ChatLine.Room.WATCHERS, game_id__in=plays_now(user_id))


def require_seen(staff: Staff, line: ChatLine) -> None:
    """Raise ``DeskError`` for a private line, unless the log says how this member came to read it."""
    mine = AuditEntry.objects.filter(actor_id=staff.user.pk, at__gt=timezone.now() - LASTS)
    looked = Q(action="look", target=f"game:{line.game_id}", after__chat=True)
    is_open = open_lines(staff.user.pk).filter(pk=line.pk).exists()
    if not (is_open or mine.filter(looked | Q(action="search-chat")).exists()):
        raise DeskError(gettext_noop("This message is from a private game. View the game first."))


@transaction.atomic
def search_chat(staff: Staff, words: str, reason: str) -> list[ChatLine]:
    """Return the last lines of all games, private ones too, that contain these words; it is logged."""
    require_right(staff, "games.view_chatline")
    require_rank(staff, Rank.ADMINISTRATOR)
    matching = (
        _fair_lines(staff.user.pk).filter(text__icontains=words).select_related("game").defer("game__state")
    )
    lines = list(matching.order_by("-pk")[:MOST_FOUND])
    note(staff, "search-chat", "chat", reason, ({}, {"words": words, "lines": len(lines)}))
    return lines
