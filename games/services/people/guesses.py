"""Wrong passwords: at one account so many from one household, more from everywhere, in a quarter of an hour.

Who is guessed at can still sign in from where nobody guesses. A new password begins new counts.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from allauth.account.utils import filter_users_by_email
from django.contrib.auth import get_user_model

from games.services.people.limits import count_use, give_back
from games.services.people.networks import household

BY_ONE, BY_ALL, SECONDS = 20, 300, 15 * 60


@dataclass(frozen=True, slots=True)
class Guess:
    """One try to sign in: at which account, whether there is one or not, and from where."""

    account: str
    network: str

    def counts(self) -> Iterator[tuple[str, str, int]]:
        """Return by whom, as what and how often it may be done."""
        yield f"{self.network}:{self.account}", "guess", BY_ONE
        yield self.account, "guess-of-all", BY_ALL


def guess(credentials: dict[str, Any], address: str) -> Guess:
    """Count a try before its outcome is known; ``TooMany`` if there were many."""
    attempt = Guess(_account(credentials), household(address))
    for who, what, most in attempt.counts():
        count_use(who, what, most, SECONDS)
    return attempt


def guessed_right(guess: Guess) -> None:
    """Count a try no more: its password was the right one."""
    for who, what, _most in guess.counts():
        give_back(who, what)


def _account(credentials: dict[str, Any]) -> str:
    """Return the count a guess goes to: a name and an address of one account have one each.

    One count for both would tell whose an address is. Who is found counts, not what was typed: databases take
    more spellings for the same than Python does.
    """
    login = str(credentials.get("username") or credentials.get("email") or "").lower()
    people = get_user_model().objects
    if user := people.filter(username__iexact=login).first():
        text = f"name:{user.pk}:{user.password}"
    elif user := _owner(login):
        text = f"address:{user.pk}:{user.password}"
    else:
        text = login
    return hashlib.sha256(text.encode()).hexdigest()


def _owner(address: str) -> Any:
    """Return whom an address signs in: its owner, or as long as nobody has proved it, who named it."""
    return next(iter(filter_users_by_email(address, prefer_verified=True)), None) if "@" in address else None
