"""The names at a table: nobody there is called like somebody else, no guest like somebody with an account."""

from collections.abc import Iterable
from itertools import count

from django.db.models import Q

from games.likeness import likeness
from games.models import Profile

LONGEST = 40


STAFF_WORDS = (
    "admin", "administrator", "moderator", "card city", "administratorka", "moderatorka",
    "модератор", "адміністратор", "администратор", "管理員", "版主",
)  # fmt: skip
_STAFF = frozenset(map(likeness, STAFF_WORDS))


def is_reserved(name: str) -> bool:
    """Tell whether a name looks like that of an account, or like one of the staff: guests may not bear it."""
    key = likeness(name)
    return key in _STAFF or Profile.objects.filter(Q(name_key=key) | Q(login_key=key)).exists()


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """Return the name as it stands at a table, numbered if somebody there is called the same."""
    others = {other.casefold() for other in taken}
    numbered = (name if number == 1 else _numbered(name, number) for number in count(1))
    return next(found for found in numbered if found.casefold() not in others)


def _numbered(name: str, number: int) -> str:
    suffix = f" ({number})"
    return name[: LONGEST - len(suffix)] + suffix
