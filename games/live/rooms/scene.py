"""A game as its audiences see it at one moment, and the frames that lead from one to the next."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import override

from games.parts import Known, Part, changes
from games.selectors.tables.facts import Facts, game_with_facts
from games.selectors.tables.pages import snapshot_part
from games.selectors.tables.snapshots import Snapshot, snapshot_of
from games.selectors.viewers import Viewer

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


def scenes(game_id: UUID, people: Collection[tuple[Viewer, str]], last: Scene | None) -> Iterator[Scene]:
    """Yield the scene for these viewers as each audience's table is drawn; nothing if the game is gone.

    What the last scene already shows is not drawn again. Who is to move comes first, seats before observers.
    """
    read = game_with_facts(game_id)
    if read is None:
        return
    game, facts = read
    audiences = {Audience(facts.seat_of(viewer), language) for viewer, language in people}
    known = last.trees if last and last.facts == facts and last.ply == game.ply else {}
    acting = {seat.index for seat in facts.seats if seat.acts_since}
    yield (scene := Scene(facts, game.ply, known))
    if not (unknown := audiences - known.keys()):
        return
    snapshot = snapshot_of(game)
    for audience in sorted(unknown, key=lambda each: (each.seat not in acting, each.seat is None)):
        yield (scene := replace(scene, trees={**scene.trees, audience: _tree(snapshot, audience)}))


def look(game_id: UUID, people: Collection[tuple[Viewer, str]], last: Scene | None) -> Scene | None:
    """Return the whole scene as it is now for these viewers, or None if the game is gone."""
    drawn = [*scenes(game_id, people, last)]
    return drawn[-1] if drawn else None


def _tree(snapshot: Snapshot, audience: Audience) -> Part:
    with override(audience.language):
        return snapshot_part(snapshot, audience.seat, echoed=True)


def whole(ply: int, tree: Part) -> str:
    """Return the frame that replaces the table, whatever the page shows."""
    return f"{ply}\n{changes(NOTHING, tree)}"


def step(old_ply: int, old: Part, ply: int, tree: Part, known: Known | None = None) -> str:
    """Return the frame for a page that shows the old tree, or nothing if no part differs.

    Its first line is the ply it leads to and the one it starts from. What is ``known`` of parts that the
    trees of several audiences share is not compared again.
    """
    swaps = changes(old, tree, known)
    return f"{ply} {old_ply}\n{swaps}" if swaps else ""
