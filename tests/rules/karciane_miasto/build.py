"""Positions of Karciane Miasto in a few words.

``position(map={(0, 0): "D101:2"}, hands=["K01", "S02 L01"], support=["3/1/0"])`` is a Main phase of the first
seat: D101 with two goods lies at (0, 0). What is not named is empty. In a zone ``O02!`` is occupied, ``L01:2``
has two counters, ``G01:3`` has so much time left.
"""

from dataclasses import replace

from games.bots.playouts import LooseDraw, deal
from games.rules.karciane_miasto.cards import CARDS, TYPES
from games.rules.karciane_miasto.city import City, Lot, canonical
from games.rules.karciane_miasto.engine import go_on
from games.rules.karciane_miasto.settings import Wishes
from games.rules.karciane_miasto.state import Deal, Options, Phase, Piece, Piles, Player, State, Turn
from games.rules.karciane_miasto.tasks import Do
from games.rules.protocol import CHANCE, IllegalMove
from games.rules.registry import get

RULESET = get("karciane_miasto")
FIRST_STEP = {"start": "start", "time": "time", "draw": "draw", "main": "main", "end": "end"}


def position(map=None, *, seats=2, active=0, phase="main", first=0, round=2, number=None, built=False, **of):
    """Return the position; per seat there are hands, decks, discards, zones, support, vp and wishes."""
    serials = iter(range(1, 10_000))
    city = city_of(map or {}, serials)
    piles = {pile: tuple(cards.split()) for pile, cards in of.pop("piles", {}).items()}
    known = of.pop("known", False)
    players = tuple(_player(of, seat, serials) for seat in range(seats))
    _require_known(of)
    turn = Turn(number or (round - 1) * seats + active + 1, round, active, built)
    zone = Piles(*(piles.get(pile, ()) for pile in ("base", *TYPES)), known)
    start = State(
        deal=Deal(Options(), seats, first),
        phase=Phase(phase),
        city=city,
        piles=zone,
        players=players,
        turn=turn,
        build=None,
        vote=None,
        window=None,
        playing=None,
        agenda=(Do(FIRST_STEP[phase]),),
        question=None,
        serial=next(serials),
    )
    return go_on(start)


PER_SEAT = ("hands", "decks", "discards", "zones", "support", "vp", "wishes")


def _require_known(of):
    assert not (unknown := set(of) - set(PER_SEAT)), unknown


def _player(of, seat, serials):
    def given(name, default):
        values = of.get(name, ())
        return values[seat] if seat < len(values) else default

    support = given("support", (0, 0, 0))
    return Player(
        deck_name="own",
        vp=given("vp", 0),
        support=tuple(int(n) for n in support.split("/")) if isinstance(support, str) else support,
        hand=tuple(given("hands", "").split()),
        deck=tuple(given("decks", "").split()),
        discard=tuple(given("discards", "").split()),
        zone=tuple(piece(text, next(serials)) for text in given("zones", "").split()),
        wishes=given("wishes", Wishes()),
    )


def piece(text, serial):
    """Return a card in a zone: ``O02``, ``O02!``, ``L01:2``, ``G01:3``."""
    card, _, number = text.rstrip("!").partition(":")
    kind = CARDS[card].kind
    counters = int(number or 0) if kind == "plan" else 0
    time = int(number or CARDS[card].time) if kind == "event" else 0
    return Piece(serial, card, time, counters, text.endswith("!"))


def city_of(map, serials):
    """Return the city of a mapping of cells to cards with goods: ``{(0, 0): "D101:2"}``."""
    lots = []
    for cell in sorted(map, key=canonical):
        card, _, goods = map[cell].partition(":")
        lots.append(Lot(cell, card, next(serials), int(goods or 0)))
    return City(tuple(lots))


def moves(state, seat=None):
    """Return the notation of every listed legal move of the seat that is asked, or of a seat."""
    return [str(move) for move in RULESET.legal_moves(state, asked(state) if seat is None else seat)]


def kinds(state, kind, seat=None):
    """Return the legal moves of a kind, without the kind."""
    return [text.removeprefix(kind).strip() for text in moves(state, seat) if text.split()[0] == kind]


def asked(state):
    """Return the one seat that is to act."""
    (seat,) = RULESET.to_act(state)
    return seat


def step(state, text, seat=None):
    """Make one move of the seat that is asked, or of a seat."""
    mover = asked(state) if seat is None else seat
    return RULESET.apply(state, mover, RULESET.parse_move(text))


def play(state, *texts):
    """Make moves, each of whoever is asked, or ``1: pass`` of a seat that must be the one asked."""
    for text in texts:
        head, colon, rest = text.partition(": ")
        seat = int(head) if colon and head.isdigit() else None
        state = step(state, rest if seat is not None else text, seat).state
    return state


def refused(state, text, seat=None):
    """Return why a move is refused; it is an error if it is not."""
    try:
        step(state, text, seat)
    except IllegalMove as error:
        return error
    raise AssertionError(f"{text} was not refused")


def goods(state, cell):
    """Return the goods on a cell."""
    return next(lot.goods for lot in state.city.lots if lot.cell == cell)


def on_map(state):
    """Return the map as it is written down: cells to ``D101:2`` or ``D131``."""
    return {lot.cell: f"{lot.card}:{lot.goods}" if lot.goods else lot.card for lot in state.city.lots}


def zone(state, seat):
    """Return a zone as it is written down."""
    return [_piece_text(one) for one in state.players[seat].zone]


def _piece_text(one):
    number = one.time or one.counters
    return one.card + (f":{number}" if number else "") + ("!" if one.occupied else "")


def ref(state, seat, card):
    """Return how moves name a card in a zone: ``#12``."""
    return next(f"#{one.serial}" for one in state.players[seat].zone if one.card == card)


def with_wishes(state, seat, **changed):
    """Return the position with other settings of a seat."""
    player = state.players[seat]
    wishes = replace(player.wishes, **changed)
    players = (*state.players[:seat], replace(player, wishes=wishes), *state.players[seat + 1 :])
    return replace(state, players=players)


def told(done, kind):
    """Return the events of a kind that a step tells of."""
    return [event for event in done.events if type(event).__name__ == kind]


def new_game(seats=2, seed=1, version=None):
    """Return a freshly dealt game, in which decks are to be chosen."""
    return deal(get("karciane_miasto", version), seats, seed)


DECKS = ("neighbours", "merchants", "industrialists", "reformers", "neighbours")


def begun(seats=2, seed=1, decks=DECKS, version=None):
    """Return a game whose decks are chosen and shuffled: the first player's Main phase, or what comes before."""
    state, draw = new_game(seats, seed, version), LooseDraw(seed)
    for seat in range(seats):
        state = step(state, f"deck {decks[seat]}", seat).state
    while RULESET.to_act(state) == {CHANCE}:
        state = RULESET.apply(state, CHANCE, RULESET.sample(state, draw)).state
    return state


def played(state, keep=lambda state: True):
    """Play default moves as long as the position is to be kept and the game goes on."""
    draw = LooseDraw(1)
    while (acting := RULESET.to_act(state)) and keep(state):
        seat = min(acting)
        chance = seat == CHANCE
        move = RULESET.sample(state, draw) if chance else RULESET.default_move(state, seat)
        state = RULESET.apply(state, seat, move).state
    return state
