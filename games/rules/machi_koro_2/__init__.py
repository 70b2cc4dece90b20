"""Machi Koro 2: roll dice, earn coins and be the first to build three landmarks."""

from dataclasses import replace

from games.rules.machi_koro_2 import former
from games.rules.machi_koro_2.bot.brain import BRAIN
from games.rules.machi_koro_2.cards import DIGEST
from games.rules.machi_koro_2.codec import dump, load
from games.rules.machi_koro_2.engine import apply, default_move, legal_moves, sample, to_act
from games.rules.machi_koro_2.invariants import check_invariants
from games.rules.machi_koro_2.moves import parse_move
from games.rules.machi_koro_2.scoring import LANDMARKS, places, scores, tally
from games.rules.machi_koro_2.setup import setup
from games.rules.machi_koro_2.show.built import built
from games.rules.machi_koro_2.show.compose import compose
from games.rules.machi_koro_2.show.view import view_for
from games.rules.machi_koro_2.state import Options, State
from games.rules.protocol import Ruleset
from games.rules.words import gettext_noop

_NEWEST: Ruleset[State] = Ruleset(
    slug="machi_koro_2",
    name=gettext_noop("Machi Koro 2"),
    tagline=gettext_noop("Roll the dice, earn coins and be the first to build three landmarks."),
    version=2,
    seats=(2, 3, 4, 5),
    minutes=(25, 45),
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
    unit=LANDMARKS,
    tally=tally,
    brain=BRAIN,
)
_FIRST = replace(
    _NEWEST,
    version=1,
    default_move=former.default_move,
    scores=former.scores,
    left_may_win=True,
)
RULESET = replace(_NEWEST, former=(_FIRST,))
