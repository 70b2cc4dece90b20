"""One table played twice, in two worlds that differ only in what is hidden."""

from collections import defaultdict
from dataclasses import dataclass, field
from importlib import import_module
from random import Random

from django.contrib.auth import get_user_model
from django.test import Client

from games.live.rooms.scene import look, step, whole
from games.models import DrawEntry, Game, GameSecret, MoveRecord
from games.rules import registry
from games.rules.protocol import CHANCE
from games.selectors.stored.logs import log_of
from games.selectors.stored.position import keep_state, load_state, positions
from games.selectors.stored.undo import since_reveal, undoable
from games.selectors.viewers import Viewer
from tests.security.seen import HTMX, Looker, address_of
from tests.tables import guest, play, running
from tests.views.people import browser_of

LAST = 4
"""How many of the last plies are played in browsers, with everybody looking on."""


def hidden_in(slug):
    """Return the module of a title's tests that knows what is hidden in it."""
    return import_module("tests.demo.hidden" if slug == "demo" else f"tests.rules.{slug}.hidden")


@dataclass
class Table:
    """A running game, its people, and their sessions."""

    game: Game
    viewers: list[Viewer]
    deal: object
    draw_no: int
    server_seed: bytes
    head: str
    sessions: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def of(cls, slug, seats):
        game, viewers = running(slug, seats)
        deal, seed = registry.get(slug).load(game.deal), bytes(game.secret.server_seed)
        table = cls(game, viewers, deal, game.draw_no, seed, game.head)
        people = {f"seat {seat}": browser_of(viewer) for seat, viewer in enumerate(viewers)}
        people["observer"] = browser_of(guest("Onlooker"))
        people["staff"] = Client()
        staff = get_user_model().objects.create_superuser(f"staff-{game.pk}", password="x")
        people["staff"].force_login(staff)
        table.sessions = {name: client.cookies["sessionid"].value for name, client in people.items()}
        table.sessions["anonymous"] = None
        return table

    @property
    def ruleset(self):
        return registry.get(self.game.ruleset_slug)

    def play_at_random(self, random, plies):
        """Play so many plies, and on until something is hidden from somebody.

        Returns the moves; none if the game ended before.
        """
        moves = []
        while len(moves) < plies or not self._has_secrets(moves):
            if not self.game.is_running:
                return []
            seat, notation = self.some_move(random)
            play(self.game, self.viewers[seat], notation, key=f"k{len(moves)}")
            moves.append((seat, notation))
        return moves if self.game.is_running else []

    def some_move(self, random):
        """Return a seat that may act and one of its moves."""
        state = load_state(self.game)
        seat = random.choice(sorted(self.ruleset.to_act(state)))
        if random.random() < 0.3 and undoable(since_reveal(log_of(self.game)), seat):
            return seat, "undo"
        return seat, str(random.choice(self.ruleset.legal_moves(state, seat)))

    def _has_secrets(self, moves):
        last = self.game.records.order_by("ply").last()
        return hidden_in(self.game.ruleset_slug).names(load_state(self.game)) or last.secret

    def twin(self, moves, random):
        """Return the deal and the moves of a world that looks the same, and the seats that know better."""
        line = positions(self.game)
        return hidden_in(self.game.ruleset_slug).twin(self.deal, line, moves, random)

    def rewind(self, deal):
        """Go back to the start, with this deal."""
        assert CHANCE not in self.ruleset.to_act(deal)
        MoveRecord.objects.filter(game=self.game, ply__gt=0).delete()
        DrawEntry.objects.filter(game=self.game, draw_no__gte=self.draw_no).delete()
        GameSecret.objects.filter(game=self.game).update(server_seed=self.server_seed)
        self.game.ply, self.game.draw_no = 0, self.draw_no
        self.game.head = self.head
        self.game.deal = self.ruleset.dump(deal)
        keep_state(self.game, deal)
        self.game.save()

    def play_and_look(self, deal, moves, seed):
        """Play the moves from a deal; return what each viewer was shown of the last plies and the end."""
        self.rewind(deal)
        lookers = {name: Looker(key) for name, key in self.sessions.items()}
        onlookers = Onlookers(self.game.pk, self.viewers)
        for number, (seat, notation) in enumerate(moves[:-LAST]):
            play(self.game, self.viewers[seat], notation, key=f"k{number}")
        for number, (seat, notation) in enumerate(moves[-LAST:]):
            self._play_in_a_browser(lookers[f"seat {seat}"], notation, number)
            onlookers.look()
        self._forget_chance()
        self._look_at_everything(lookers, Random(seed))
        return {name: [*looker.notes, *onlookers.frames.get(name, ())] for name, looker in lookers.items()}

    def _play_in_a_browser(self, looker, notation, number):
        self.game.refresh_from_db()
        before = self.game.ply
        looker.move(self.game, notation, before, f"last-{number}", **(HTMX if number % 2 else {}))
        looker.get(address_of(self.game, "table"))
        self.game.refresh_from_db()
        assert self.game.ply > before, f"{notation} was refused"

    def _forget_chance(self):
        """Let what was drawn be different too: nobody may know a seed or a draw before the end."""
        other = Random(self.game.state_digest)
        GameSecret.objects.filter(game=self.game).update(server_seed=other.randbytes(32))
        for entry in DrawEntry.objects.filter(game=self.game):
            entry.data = {**entry.data, "output": other.randrange(1000)}
            entry.save()

    def _look_at_everything(self, lookers, random):
        hidden = hidden_in(self.game.ruleset_slug)
        waiting = {f"seat {seat}" for seat in self.ruleset.to_act(load_state(self.game))}
        for name, looker in lookers.items():
            many = name in waiting
            looker.look_around(self.game)
            looker.look_back(self.game, random.choices(range(self.game.ply + 1), k=2))
            looker.try_things(
                self.game,
                hidden.drafts(random, 16 if many else 2),
                hidden.wrong_moves(random, 9 if many else 2),
            )
        lookers["anonymous"].look_back(self.game, range(self.game.ply + 1))
        lookers["staff"].look_at_the_desk(self.game)


class Onlookers:
    """Pages that are open while others play: what the hub sends to each audience."""

    def __init__(self, game_id, viewers):
        self.game_id = game_id
        self.people = {(viewer, "en") for viewer in (*viewers, Viewer())}
        self.last = None
        self.frames = defaultdict(list)

    def look(self):
        """Note down the frame that leads from the last look to this one."""
        scene = look(self.game_id, self.people, self.last)
        for audience, tree in scene.trees.items():
            if self.last:
                frame = step(self.last.ply, self.last.trees[audience], scene.ply, tree)
            else:
                frame = whole(scene.ply, tree)
            name = "anonymous" if audience.seat is None else f"seat {audience.seat}"
            self.frames[name].append(("frame", scene.ply, frame))
        self.last = scene
