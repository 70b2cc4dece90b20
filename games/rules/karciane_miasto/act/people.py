"""What players gain, lose, draw and put away (KM-31, KM-40, KM-41, KM-43, KM-44, KM-97)."""

from games.rules.karciane_miasto.act.filters import piece_of, pieces_of
from games.rules.karciane_miasto.act.play import Play
from games.rules.karciane_miasto.cards import CARDS, GROUPS, SETTINGS
from games.rules.karciane_miasto.events import (
    CardLeft,
    CardsDrawn,
    CountersChanged,
    Discarded,
    HandGained,
    Occupied,
    PlanFulfilled,
    Readied,
    SupportChanged,
    VpChanged,
)
from games.rules.karciane_miasto.state import Piece, Support
from games.rules.records import renewed


def gain_vp(play: Play, seat: int, n: int) -> None:
    """Give VP or take them, not below 0 (KM-97, KM-99)."""
    player = play.players[seat]
    now = max(0, player.vp + n)
    if now != player.vp:
        play.set_player(seat, renewed(player, vp=now))
        play.told.append(VpChanged(seat, now - player.vp, now))


def gain_support(play: Play, seat: int, group: int, n: int) -> None:
    """Give support in a group or take it, within 0 and 5 (KM-44)."""
    player = play.players[seat]
    before = player.support[group]
    now = min(max(0, before + n), SETTINGS.support_max)
    if now != before:
        play.set_player(seat, renewed(player, support=with_points(player.support, group, now)))
        play.told.append(SupportChanged(seat, GROUPS[group], now - before, now))


def with_points(support: Support, group: int, now: int) -> Support:
    """Return support with another number in one group."""
    points = list(support)
    points[group] = now
    return points[0], points[1], points[2]


def draw(play: Play, seat: int, n: int) -> None:
    """Draw cards as far as the deck reaches (KM-31)."""
    player = play.players[seat]
    drawn = player.deck[: max(n, 0)]
    if drawn:
        play.set_player(seat, renewed(player, hand=player.hand + drawn, deck=player.deck[len(drawn) :]))
        play.told += [CardsDrawn(seat, len(drawn)), HandGained(seat, drawn, only_for=seat)]


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return cards without the last copy of one."""
    at = len(cards) - 1 - cards[::-1].index(card)
    return cards[:at] + cards[at + 1 :]


def take_from_hand(play: Play, seat: int, card: str) -> None:
    """Take a card out of a hand."""
    player = play.players[seat]
    play.set_player(seat, renewed(player, hand=without(player.hand, card)))


def bury(play: Play, seat: int, card: str) -> None:
    """Put a card on top of its owner's discard pile (KM-43)."""
    player = play.players[seat]
    play.set_player(seat, renewed(player, discard=(*player.discard, card)))


def discard(play: Play, seat: int, card: str) -> None:
    """Discard a card of the hand; who fires the trigger is the caller (KM-43)."""
    take_from_hand(play, seat, card)
    bury(play, seat, card)
    play.told.append(Discarded(seat, card))


def enter_zone(play: Play, seat: int, card: str) -> Piece:
    """Let a card enter play; an Official of the name that is in play leaves (KM-38, KM-41)."""
    if CARDS[card].kind == "official":
        for one in pieces_of(play, {card}):
            leave_zone(play, *one)
    piece = Piece(play.next_serial(), card, CARDS[card].time)
    player = play.players[seat]
    play.set_player(seat, renewed(player, zone=(*player.zone, piece)))
    return piece


def leave_zone(play: Play, seat: int, piece: Piece) -> None:
    """Put a card of a zone on its owner's discard pile (KM-43)."""
    _remove(play, seat, piece)
    play.told.append(CardLeft(seat, piece.card))


def _remove(play: Play, seat: int, piece: Piece) -> None:
    player = play.players[seat]
    zone = tuple([one for one in player.zone if one.serial != piece.serial])
    play.set_player(seat, renewed(player, zone=zone, discard=(*player.discard, piece.card)))


def set_piece(play: Play, seat: int, piece: Piece) -> None:
    """Exchange a card of a zone for what has become of it."""
    player = play.players[seat]
    zone = tuple([piece if one.serial == piece.serial else one for one in player.zone])
    play.set_player(seat, renewed(player, zone=zone))


def set_occupied(play: Play, seat: int, piece: Piece, occupied: bool) -> None:
    """Ready an Official or occupy it (KM-91)."""
    if piece.occupied != occupied:
        set_piece(play, seat, renewed(piece, occupied=occupied))
        play.told.append((Occupied if occupied else Readied)(seat, piece.card))


def add_counters(play: Play, serial: int, n: int) -> None:
    """Put fulfilment counters on a Plan; with enough of them it is fulfilled at once (KM-40)."""
    bearer = piece_of(play, serial)
    if bearer is None:
        return
    seat, piece = bearer
    card, now = CARDS[piece.card], max(0, piece.counters + n)
    play.told.append(CountersChanged(seat, card.id, n, min(now, card.needed), card.needed))
    if now < card.needed:
        set_piece(play, seat, renewed(piece, counters=now))
        return
    _remove(play, seat, piece)
    play.set_player(seat, renewed(play.players[seat], fulfilled=play.players[seat].fulfilled + 1))
    play.told.append(PlanFulfilled(seat, card.id, card.vp))
    gain_vp(play, seat, card.vp)
