"""How a text asks: answers come in the order of the questions; what has one answer is not asked (KM-96)."""

from games.rules.karciane_miasto.act.play import Asked, Play, opponents
from games.rules.karciane_miasto.cards import GROUPS
from games.rules.karciane_miasto.state import Question, QuestionKind
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.text.terms import Who


class Answers:
    """What a player has chosen so far for one effect or cost; the next open question stops the text."""

    def __init__(self, context: Context, name: str, picks: tuple[str, ...]) -> None:
        """Take whose text it is, the effect or cost by its name, and the answers."""
        self.context = context
        self.name = name
        self._picks = list(picks)

    def choose(self, kind: QuestionKind, options: list[str], decline: str = "") -> str:
        """Return the answer among options in notation; a lone option is taken unless one may decline."""
        if len(options) == 1 and not decline:
            return options[0]
        if self._picks:
            return self._picks.pop(0)
        every = (*options, decline) if decline else tuple(options)
        raise Asked(Question(kind, self.context.you, every, self.name))

    def opponent(self, play: Play) -> int:
        """Return an opponent of the player's choice (KM-115)."""
        choices = [f"opponent {seat}" for seat in opponents(play, self.context.you)]
        return int(self.choose("opponent", choices).split()[1])

    def seat(self, play: Play, who: Who) -> int:
        """Return whom a text is for (KM-115)."""
        if who == "opponent":
            return self.opponent(play)
        return self.context.you if who == "you" else self.context.actor

    def group(self, groups: list[int] | None = None) -> int:
        """Return a group of the player's choice, of all or of some."""
        choices = range(len(GROUPS)) if groups is None else groups
        answer = self.choose("group", [f"group {GROUPS[group]}" for group in choices])
        return GROUPS.index(answer.split()[1])
