"""Long games of two browsers: opened, clicked for a while, and played to the end elsewhere while they look on."""

from playwright.sync_api import expect

from tests.thorough import THOROUGH

CLICKED = 10**6 if THOROUGH else 6
"""How many decisions of a long game are made by clicking."""

_PLAY_ON = """
from random import Random
from games.models import Game
from games.rules import registry
from games.selectors.viewers import Viewer
from games.services.play.door import Order, play_move
from games.selectors.stored.position import load_state
game, random = Game.objects.get(pk="{game_id}"), Random(7)
ruleset = registry.get(game.ruleset_slug)
while game.is_running:
    state = load_state(game)
    if {until}:
        break
    index = {mover}(ruleset.to_act(state))
    seat = game.seats.get(index=index)
    moves = [text for text in map(str, ruleset.legal_moves(state, index)) if not text.startswith("undo")]
    move = random.choice([text for text in moves if text.startswith({rather})] or moves)
    play_move(game.pk, Viewer(user_id=seat.user_id, guest_id=seat.guest_id), Order(move, game.ply, f"e{{game.ply}}"))
    game.refresh_from_db()
"""


def play_on(site, address, until="False", rather=("",), mover="min"):
    """Play the game of a table by random legal moves, in another process, to its end or until its state is such.

    Moves that begin with one of some words are made ``rather`` than others. Of several seats that may move
    the first does, or with "max" the last.
    """
    game_id = address.rstrip("/").rsplit("/", 1)[-1]
    site.run(_PLAY_ON.format(game_id=game_id, until=until, rather=rather, mover=mover))


def open_table_of(slug, person, *others):
    """Open a table of a title and let the others sit down."""
    person.deal(slug.replace("_", "-"), name="Ada", seats=str(1 + len(others)))
    link = person.page.locator("#invite-link").input_value()
    for other, name in zip(others, ("Bela", "Cleo", "Dan"), strict=False):
        other.join(link, name)


def play_together(site, ada, bela, decide):
    """Let both make decisions, the second without JavaScript, until the first one's page shows the end by itself."""
    for _ in range(CLICKED):
        if ada.is_over:
            break
        bela.page.reload()
        expect(ada.page.locator("#live-ply")).to_have_attribute("data-ply", str(max(ada.ply, bela.ply)))
        movers = [person for person in (ada, bela) if person.may_move]
        assert movers or ada.is_over
        for person in movers[:1]:
            decide(person)
    if not ada.is_over:
        play_on(site, ada.table)
    expect(ada.page.locator("#result")).to_be_visible()
    bela.page.reload()
