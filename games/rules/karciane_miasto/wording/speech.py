"""Who is meant: on a card in a zone "you" reads it, on the map the deed of another may fire it (KM-95)."""

from dataclasses import dataclass

from games.rules.karciane_miasto.text.terms import Who
from games.rules.phrases import Phrase, gettext


@dataclass(frozen=True, slots=True)
class Speech:
    """In whose voice a text is told: the goods its card holds, how *actor* is called, and who *you* is.

    ``told`` is set where "you" is not the reader: in a Reaction on the map, whoever fired it.
    """

    goods: str
    actor: Phrase
    told: bool = False

    def other(self, who: Who) -> Phrase | None:
        """Name who is meant, or return None for the reader."""
        if who == "opponent":
            return gettext("an opponent of your choice")
        return self.actor if who == "actor" or self.told else None
