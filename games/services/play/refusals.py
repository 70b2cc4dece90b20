"""Refusals of the site itself, whatever a title's rules say."""

from games.rules.protocol import RulesError


class TableError(RulesError):
    """The table is not, or no longer, in a condition for this."""
