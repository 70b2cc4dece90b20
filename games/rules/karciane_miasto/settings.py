"""How a player wants to be asked; personal, and changed at any time (KM-35, KM-83)."""

from typing import Literal

from games.rules.records import record

Ask = Literal["when_legal", "always", "never"]
ASKS: tuple[Ask, ...] = ("when_legal", "always", "never")
Quiet = Literal["", "turn", "round"]


@record
class Wishes:
    """Per window kind whether to be asked, in the order of ``WINDOWS``; cards never to be offered.

    ``quiet`` says until when not to be asked at all: the end of this turn, or the own next turn (``round``).
    """

    asks: tuple[Ask, Ask, Ask, Ask] = ("when_legal", "when_legal", "when_legal", "when_legal")
    auto_order: bool = True
    muted: tuple[str, ...] = ()
    quiet: Quiet = ""
