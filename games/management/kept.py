"""The values that a player kept, as arguments of the commands that verify."""

from typing import Any

from django.core.management.base import CommandParser

from games import fair


def add_kept(parser: CommandParser) -> None:
    """Let somebody give the values that a player kept."""
    parser.add_argument("--commitment", metavar="HEX", help="the one shown at the table")
    parser.add_argument("--start-digest", metavar="HEX", help="the one shown from the start on")
    parser.add_argument("--head", metavar="[PLY:]HEX", help="a head of the log, shown while the game ran")


def kept_of(options: dict[str, Any]) -> fair.Kept:
    """Return the values that were given."""
    return fair.Kept(options["commitment"], options["start_digest"], options["head"])
