"""The setup: piles, decks chosen and shuffled, the first player (section 2, KM-105, KM-106)."""

from collections.abc import Mapping
from dataclasses import replace

from games.rules.karciane_miasto.act.people import draw
from games.rules.karciane_miasto.act.play import Play, Position, staying
from games.rules.karciane_miasto.cards import MAP_CARDS, PILES, SETTINGS, STARTER_DECKS
from games.rules.karciane_miasto.city import City
from games.rules.karciane_miasto.decks import check_deck, read_deck
from games.rules.karciane_miasto.events import (
    DeckChosen,
    DeckShuffled,
    FirstPlayer,
)
from games.rules.karciane_miasto.flow.turns import begin_turn
from games.rules.karciane_miasto.moves import AnyMove, Move, SecretMove
from games.rules.karciane_miasto.refusals import refusal
from games.rules.karciane_miasto.state import Deal, Options, Phase, Piles, Player, State, Turn
from games.rules.protocol import Draw
from games.rules.records import renewed


def setup(seats: int, options: Options, draw: Draw) -> State:
    """Shuffle the piles; then everybody chooses a deck (KM-8, KM-10, KM-12)."""
    piles = {name: _shuffled(name, draw) for name in PILES}
    return State(
        deal=Deal(options, seats),
        phase=Phase.DECKS,
        city=City(),
        piles=piles_of(piles),
        players=(Player(),) * seats,
        turn=Turn(),
        build=None,
        vote=None,
        window=None,
        playing=None,
        agenda=(),
        question=None,
        serial=1,
    )


def piles_of(piles: Mapping[str, tuple[str, ...]]) -> Piles:
    """Return the planning zone of piles by name; one that is not named is empty."""
    base, residential, commercial, industrial, public = (piles.get(name, ()) for name in PILES)
    return Piles(base, residential, commercial, industrial, public)


def _shuffled(name: str, draw: Draw) -> tuple[str, ...]:
    cards = [f"{card.id}#{copy}" for card in MAP_CARDS if card.pile == name for copy in range(card.copies)]
    return tuple([card.partition("#")[0] for card in draw.shuffle(f"shuffle:{name}", cards)])


DECK_MOVES = tuple(SecretMove("deck", (name,)) for name in STARTER_DECKS)
"""The decks that are listed; an own legal deck is accepted too (KM-105)."""


def choosing(position: Position) -> list[int]:
    """Return the seats that have yet to choose a deck."""
    return [seat for seat in staying(position) if not position.players[seat].deck_name]


def check_choice(position: Position, seat: int, move: AnyMove) -> None:
    """Raise the reason if a deck is illegal (KM-103, KM-104, KM-106)."""
    if move.kind != "deck":
        raise refusal("other_question")
    version = position.deal.version
    check_deck(read_deck(move.words[0], version), version)


def choose(play: Play, seat: int, move: AnyMove) -> None:
    """Choose a deck; when all have chosen, the decks are shuffled (KM-9, KM-106)."""
    (text,) = move.words
    name = text if text in STARTER_DECKS else "own"
    cards = read_deck(text, play.deal.version)
    play.set_player(seat, renewed(play.players[seat], deck_name=name, deck=cards))
    play.told.append(DeckChosen(seat))
    go_on_dealing(play)


def go_on_dealing(play: Play) -> None:
    """Let chance act once nobody has to choose any more."""
    if not choosing(play):
        play.phase = Phase.DEAL


def undealt(position: Position) -> int | None:
    """Return the next seat whose deck is to be shuffled, or None."""
    return next((seat for seat in staying(position) if not position.players[seat].hand), None)


def chance_moves(position: Position) -> tuple[AnyMove, ...]:
    """Return what chance may do: some order of the next deck, or any first player (KM-9, KM-11)."""
    seat = undealt(position)
    if seat is None:
        return tuple([Move("begin", (str(one),)) for one in staying(position)])
    return (_shuffle(seat, position.players[seat].deck),)


def _shuffle(seat: int, cards: tuple[str, ...]) -> SecretMove:
    return SecretMove("shuffle", (str(seat), ",".join(cards)))


def sample(state: State, draw: Draw) -> AnyMove:
    """Draw the order of the next deck, or the first player (KM-7)."""
    seat = undealt(state)
    if seat is None:
        left = staying(state)
        return Move("begin", (str(left[draw.below("first-seat", len(left))]),))
    deck = state.players[seat].deck
    numbered = [f"{card}#{deck[:at].count(card)}" for at, card in enumerate(deck)]
    order = draw.shuffle(f"shuffle:deck:{seat}", numbered)
    return _shuffle(seat, tuple([card.partition("#")[0] for card in order]))


def check_chance(position: Position, move: AnyMove) -> None:
    """Raise the reason unless this is what chance may do now."""
    seat = undealt(position)
    if seat is None:
        if move not in chance_moves(position):
            raise refusal("not_an_option")
        return
    order = tuple(move.words[1].split(",")) if move.kind == "shuffle" else ()
    if move.kind != "shuffle" or move.words[0] != str(seat):
        raise refusal("other_question")
    if tuple(sorted(order)) != position.players[seat].deck:
        raise refusal("not_an_option")


def chance(play: Play, move: AnyMove) -> None:
    """Shuffle a deck and draw the first hand, or begin the first turn (KM-9, KM-11)."""
    seat = int(move.words[0])
    if move.kind == "shuffle":
        play.set_player(seat, renewed(play.players[seat], deck=tuple(move.words[1].split(","))))
        play.told.append(DeckShuffled(seat))
        draw(play, seat, SETTINGS.hand_start)
        return
    play.deal = replace(play.deal, first=seat)
    play.told.append(FirstPlayer(seat))
    begin_turn(play, seat, 1)
