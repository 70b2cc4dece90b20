"""Point City: take two cards a turn, build a city, score it with civic tokens."""

from games.rules.point_city.bot.brain import BRAIN
from games.rules.point_city.cards import DIGEST, SETUPS
from games.rules.point_city.codec import dump, load
from games.rules.point_city.engine import apply, default_move, legal_moves, sample, to_act
from games.rules.point_city.invariants import check_invariants
from games.rules.point_city.moves import parse_move
from games.rules.point_city.scoring import places, scores, tally
from games.rules.point_city.setup import setup
from games.rules.point_city.show.built import built
from games.rules.point_city.show.compose import compose
from games.rules.point_city.show.view import view_for
from games.rules.point_city.state import Options, State
from games.rules.protocol import Ruleset
from games.rules.words import gettext_noop

RULESET: Ruleset[State] = Ruleset(
    slug="point_city",
    name=gettext_noop("Point City"),
    tagline=gettext_noop("Take two cards a turn and build the city that scores best."),
    version=1,
    seats=tuple(SETUPS),
    minutes=(15, 30),
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
    sample=sample,
    invariants=check_invariants,
    tally=tally,
    brain=BRAIN,
)
