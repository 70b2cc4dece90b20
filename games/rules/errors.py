"""Why a move does not happen: the errors that all titles and the site share."""

from collections.abc import Mapping
from dataclasses import dataclass


class RulesError(Exception):
    """A move that does not happen; nothing has changed."""

    rule = ""

    def __init__(self, reason: str, **values: object) -> None:
        """Take the English reason, a %-format of the values, as gettext knows it."""
        super().__init__(reason % values if values else reason)
        self.reason = reason
        self.values = values

    def __eq__(self, other: object) -> bool:
        """Refusals that say the same are equal, so that drafts are plain values."""
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.rule, self.reason))


class MalformedMove(RulesError):
    """The text is not a move of this title."""


class NotSeated(RulesError):
    """Whoever asks holds no seat that may act here."""


class StaleMove(RulesError):
    """The page is too old: since it was drawn this seat moved, or somebody moved alone."""


class IllegalMove(RulesError):
    """A numbered rule forbids the move; ``code`` tells the refusals of a title apart."""

    def __init__(self, rule: str, reason: str, *, code: str = "", **values: object) -> None:
        """Take the rule's number, the reason and its values."""
        super().__init__(reason, **values)
        self.rule = rule
        self.code = code


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done now, shown before anybody tries it, in the words of the error."""

    code: str
    rule: str
    reason: str
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, error: IllegalMove) -> "Refusal":
        """Return what an error would say."""
        return cls(error.code, error.rule, error.reason, tuple(error.values.items()))


def refusal(table: Mapping[str, tuple[str, str]], code: str, /, **values: object) -> IllegalMove:
    """Return the refusal of that code; the table has its rule and its reason, a %-format of the values."""
    rule, reason = table[code]
    return IllegalMove(rule, reason, code=code, **values)
