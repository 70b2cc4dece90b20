"""Moves that are made elsewhere: browsers look on while a game goes to its end."""

from tests.thorough import THOROUGH

CLICKED = 10**6 if THOROUGH else 12
"""How many decisions of a long game are made by clicking."""

_PLAY_ON = """
from random import Random
from games.models import Game
from games.rules import registry
from games.services.people import Viewer
from games.services.play import Order, play_move
from games.services.position import load_state
game, random = Game.objects.get(pk="{game_id}"), Random(7)
ruleset = registry.get(game.ruleset_slug)
while game.is_running:
    state = load_state(game)
    index = min(ruleset.to_act(state))
    seat = game.seats.get(index=index)
    move = str(random.choice(ruleset.legal_moves(state, index)))
    if move.startswith("undo"):
        continue
    play_move(game.pk, Viewer(user_id=seat.user_id, guest_id=seat.guest_id), Order(move, game.ply, f"e{{game.ply}}"))
    game.refresh_from_db()
"""


def play_on(site, address):
    """Play the game of a table to its end by random legal moves, in another process."""
    game_id = address.rstrip("/").rsplit("/", 1)[-1]
    site.manage("shell", "-v0", "-c", _PLAY_ON.format(game_id=game_id))
