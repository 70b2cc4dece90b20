"""With how many seeds a position is tried, so that no level is right by luck: fewer by day."""

from tests.thorough import THOROUGH


def luck(level):
    """Return the seeds for a level; the one that thinks longest has the fewest."""
    if THOROUGH:
        return range(50 if level < 4 else 20)
    return range(5 if level < 4 else 3)
