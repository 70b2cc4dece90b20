"""Card City: divide and choose cards, grow a city in five columns and five rows."""

from games.rules.card_city.bot.brain import BRAIN
from games.rules.card_city.cards import DIGEST, PLAYERS
from games.rules.card_city.codec import dump, load
from games.rules.card_city.engine import apply, default_move, legal_moves, to_act
from games.rules.card_city.invariants import check_invariants
from games.rules.card_city.moves import parse_move
from games.rules.card_city.scoring import places, scores, tally
from games.rules.card_city.setup import setup
from games.rules.card_city.show.built import built
from games.rules.card_city.show.compose import compose
from games.rules.card_city.show.view import view_for
from games.rules.card_city.state import Options, State
from games.rules.protocol import Ruleset
from games.rules.words import gettext_noop

RULESET: Ruleset[State] = Ruleset(
    slug="card_city",
    name=gettext_noop("Card City"),
    tagline=gettext_noop("Divide the cards, choose your share and grow a city five by five."),
    version=1,
    seats=PLAYERS,
    minutes=(20, 40),
    options=Options,
    digest=DIGEST,
    setup=setup,
    to_act=to_act,
    legal_moves=legal_moves,
    apply=apply,
    default_move=default_move,
    view_for=view_for,
    compose=compose,
    scores=scores,
    places=places,
    built=built,
    parse_move=parse_move,
    dump=dump,
    load=load,
    invariants=check_invariants,
    tally=tally,
    brain=BRAIN,
)
