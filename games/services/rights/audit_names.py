"""What the targets of the staff's log are called at the moment when it is written."""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth import get_user_model

from games.models import ChatLine, Game, Guest, Report
from games.rules import registry

LONGEST = 200


def name_of(target: str) -> str:
    """Return the name of what an entry is about, or nothing if it has none."""
    kind, _, key = target.partition(":")
    naming = _NAMES.get(kind)
    try:
        return naming(key)[:LONGEST] if naming and key else ""
    except ValueError:
        return ""


def _account(key: str) -> str:
    user = get_user_model().objects.select_related("profile").filter(pk=int(key)).first()
    if user is None:
        return ""
    login, name = user.get_username(), user.profile.name
    return login if name == login else f"{login} ({name})"


def _guest(key: str) -> str:
    return Guest.objects.filter(pk=UUID(key)).values_list("name", flat=True).first() or ""


def _game(key: str) -> str:
    game = Game.objects.only("ruleset_slug").prefetch_related("seats").filter(pk=UUID(key)).first()
    if game is None:
        return ""
    slug = game.ruleset_slug
    title = registry.get(slug).name if slug in registry.SLUGS else slug
    return f"{title}: {', '.join(seat.name for seat in game.seats.all())}"


def _report(key: str) -> str:
    report = Report.objects.filter(pk=int(key)).first()
    return str(report.evidence.get("name", "")) if report else ""


def _line(key: str) -> str:
    return ChatLine.objects.filter(pk=int(key)).values_list("name", flat=True).first() or ""


_NAMES: dict[str, Callable[[str], str]] = {
    "user": _account,
    "guest": _guest,
    "game": _game,
    "report": _report,
    "line": _line,
}
