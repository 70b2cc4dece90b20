"""Karciane Miasto: one shared city, a deck for each player, responses and a City Council."""

from dataclasses import replace

from games.rules.karciane_miasto import former
from games.rules.karciane_miasto.bot.brain import BRAIN
from games.rules.karciane_miasto.cards import CARDS, DIGEST, PLAYERS
from games.rules.karciane_miasto.codec import dump, load
from games.rules.karciane_miasto.engine import apply, asks_for_deck, legal_moves, to_act
from games.rules.karciane_miasto.flow.clock import CLOCKS, default_move
from games.rules.karciane_miasto.flow.dealing import sample, setup
from games.rules.karciane_miasto.flow.leaving import leave_move
from games.rules.karciane_miasto.flow.wishing import aside
from games.rules.karciane_miasto.invariants import check_invariants
from games.rules.karciane_miasto.looks.faces import face
from games.rules.karciane_miasto.moves import IDLE, UNLISTED, parse_move
from games.rules.karciane_miasto.scoring import facts, places, scores, tally
from games.rules.karciane_miasto.show.built import built
from games.rules.karciane_miasto.show.compose import compose
from games.rules.karciane_miasto.show.shelf import DECKS
from games.rules.karciane_miasto.show.table import view_for
from games.rules.karciane_miasto.state import VERSION, Options, State
from games.rules.protocol import Ruleset
from games.rules.words import gettext_noop

_NEWEST: Ruleset[State] = Ruleset(
    slug="karciane_miasto",
    name=gettext_noop("Karciane Miasto"),
    tagline=gettext_noop("Build one city together, each with a deck of plans, officials and events."),
    version=VERSION,
    seats=PLAYERS,
    minutes=(45, 90),
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
    aside=aside,
    leave=leave_move,
    clocks=CLOCKS,
    unlisted=UNLISTED,
    idle=IDLE,
    facts=facts,
    faces={card: face(card) for card in CARDS},
    decks=DECKS,
    asks_for_deck=asks_for_deck,
    tally=tally,
    brain=BRAIN,
)
_FIRST = replace(
    _NEWEST,
    version=1,
    digest=former.DIGEST_1,
    setup=former.setup_1,
    dump=former.dump_1,
    load=former.load_1,
)
_SECOND = replace(_NEWEST, version=2, setup=former.setup_2)
RULESET = replace(_NEWEST, former=(_FIRST, _SECOND))
