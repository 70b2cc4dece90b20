"""Refusals of the site itself, whatever a title's rules say."""

from games.models import Game
from games.rules.protocol import MalformedMove, NotSeated, RulesError, StaleMove
from games.rules.words import gettext_noop


class TableError(RulesError):
    """The table is not, or no longer, in a condition for this."""


def require_running(game: Game) -> None:
    """Raise ``TableError`` unless the game is being played."""
    if not game.is_running:
        raise TableError(gettext_noop("This game isn't in progress."))


def not_at_table() -> NotSeated:
    """Return the refusal for who has no seat, or not one that they play."""
    return NotSeated(gettext_noop("You're not at this table."))


def incomplete_form() -> MalformedMove:
    """Return the refusal for a form of which something is missing, or has a value that it does not offer."""
    return MalformedMove(gettext_noop("The form is incomplete. Fill in the rest and try again."))


def outdated_page() -> StaleMove:
    """Return the refusal for what was asked for on a page that no longer shows the game as it is."""
    return StaleMove(gettext_noop("The game changed while you were choosing. Here's the current state."))
