"""A game as its audiences see it at one moment, and the frames that lead from one to the next."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import override

from games.live.facts import Facts, game_with_facts
from games.models import Game
from games.parts import Part, changes
from games.selectors.pages import table_part
from games.services.people import Viewer

NOTHING = Part("", ("",))


@dataclass(frozen=True, slots=True)
class Audience:
    """People to whom a table looks the same: a seat's holder, or with None all observers."""

    seat: int | None
    language: str


@dataclass(frozen=True, slots=True)
class Scene:
    """The table of one game, rendered once for each audience."""

    facts: Facts
    ply: int
    trees: Mapping[Audience, Part]

    def audience(self, viewer: Viewer, language: str) -> Audience:
        """Return the audience this viewer belongs to."""
        return Audience(self.facts.seat_of(viewer), language)


def look(game_id: UUID, people: Collection[tuple[Viewer, str]], last: Scene | None) -> Scene | None:
    """Return the scene as it is now for these viewers, or None if the game is gone.

    What the last scene already shows is not rendered again.
    """
    found = game_with_facts(game_id)
    if found is None:
        return None
    game, facts = found
    audiences = {Audience(facts.seat_of(viewer), language) for viewer, language in people}
    if last and last.facts == facts and audiences <= last.trees.keys():
        return replace(last, facts=facts)
    known = last.trees if last and last.facts == facts and last.ply == game.ply else {}
    trees = {audience: known.get(audience) or _tree(game, audience) for audience in audiences}
    return Scene(facts, game.ply, trees)


def _tree(game: Game, audience: Audience) -> Part:
    with override(audience.language):
        return table_part(game, audience.seat, echoed=True)


def whole(ply: int, tree: Part) -> str:
    """Return the frame that replaces the table, whatever the page shows."""
    return f"{ply}\n{changes(NOTHING, tree)}"


def step(old_ply: int, old: Part, ply: int, tree: Part) -> str:
    """Return the frame for a page that shows the old tree, or nothing if no part differs.

    Its first line is the ply it leads to and the one it starts from.
    """
    swaps = changes(old, tree)
    return f"{ply} {old_ply}\n{swaps}" if swaps else ""
