"""The names at a table: nobody there is called like somebody else, no guest like somebody with an account."""

from collections.abc import Iterable
from itertools import count

from django.conf import settings
from django.db.models import Q

from games.likeness import likeness, looks
from games.models import Profile

LONGEST = 40


STAFF_WORDS = (
    "card city", "admin", "admins", "administrator", "administrators", "administration", "moderator",
    "moderators", "owner", "site", "staff", "support", "system",
    "адмін", "адміністратор", "адміністрація", "модератор", "модератори", "власник", "власниця",
    "команда сайту", "підтримка", "сайт", "система",
    "админ", "администратор", "администрация", "модераторы", "владелец", "владелица", "команда сайта",
    "поддержка", "сайт", "система",
    "administratorka", "administracja", "moderatorka", "moderatorzy", "właściciel", "właścicielka", "obsługa",
    "strona", "zespół",
    "管理員", "管理员", "版主", "站長", "站长", "網站", "網站管理團隊", "系統", "系统", "客服", "工作人員",
)  # fmt: skip
"""What the staff is called in the site's languages."""
_STAFF = frozenset(map(likeness, STAFF_WORDS))


def is_reserved(name: str) -> bool:
    """Tell whether a name looks like that of an account: guests may not bear it."""
    return Profile.objects.filter(_is_called(name)).exists()


def poses_as_staff(name: str, own_id: int | None = None) -> bool:
    """Tell whether a name looks like the site, its staff or one of them, other than oneself."""
    if likeness(name) in {*_STAFF, likeness(settings.SITE_NAME)}:
        return True
    staff = Profile.objects.filter(_is_called(name), user__is_staff=True, user__is_active=True)
    return staff.exclude(user_id=own_id).exists()


def _is_called(name: str) -> Q:
    key = likeness(name)
    return Q(name_key=key) | Q(login_key=key)


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """Return the name as it stands at a table, numbered if that of somebody there looks the same."""
    # In full: what is cut off could be the number.
    others = set(map(looks, taken))
    numbered = (name if number == 1 else _numbered(name, number) for number in count(1))
    return next(free for free in numbered if looks(free) not in others)


def _numbered(name: str, number: int) -> str:
    suffix = f" ({number})"
    return name[: LONGEST - len(suffix)] + suffix
