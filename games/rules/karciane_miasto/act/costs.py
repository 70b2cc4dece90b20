"""The costs of cards and actions: whether they can be paid, and paying them (KM-48, KM-113)."""

from collections.abc import Callable
from itertools import product

from games.rules.karciane_miasto.act.asking import Answers
from games.rules.karciane_miasto.act.filters import lots, piece_of
from games.rules.karciane_miasto.act.goods import LISTED, Bill, good_of, payments, use_goods
from games.rules.karciane_miasto.act.people import discard, gain_support, set_occupied
from games.rules.karciane_miasto.act.play import Asked, Play, Position
from games.rules.karciane_miasto.act.targets import serial_of
from games.rules.karciane_miasto.act.triggers import fire
from games.rules.karciane_miasto.cards import CARDS, GOODS, GROUPS, Goods
from games.rules.karciane_miasto.city import Lot
from games.rules.karciane_miasto.moves import parse_move, payment_of, payment_text
from games.rules.karciane_miasto.state import Piece
from games.rules.karciane_miasto.tasks import Context, Fired, Pay
from games.rules.karciane_miasto.text.abilities import ActionAbility
from games.rules.karciane_miasto.text.terms import (
    Cost,
    DiscardCost,
    Filter,
    GoodsCost,
    OccupyCost,
    SupportCost,
)

_DISTRICTS = Filter(kind="district")


def costs_of(text: str) -> tuple[Cost, ...]:
    """Return the costs of a card, ``S06``, or of an action, ``L13/0``."""
    card, _, at = text.partition("/")
    if not at:
        return CARDS[card].play_cost
    ability = CARDS[card].abilities[int(at)]
    assert isinstance(ability, ActionAbility)
    return ability.cost


def stock_for(position: Position, context: Context, cost: GoodsCost) -> list[Lot]:
    """Return the Districts whose goods may pay a cost (KM-113)."""
    stock = lots(position, context, cost.from_ or _DISTRICTS, cost.within)
    wanted = GOODS.index(cost.goods)
    return [lot for lot in stock if lot.goods and good_of(lot) == wanted]


def bill_of(cost: GoodsCost) -> Bill:
    """Return a cost in goods as a bill."""
    counts = [cost.n if good == cost.goods else 0 for good in GOODS]
    goods: Goods = (counts[0], counts[1], counts[2])
    return Bill(goods)


def ready_officials(position: Position, seat: int) -> list[Piece]:
    """Return the Officials of a seat that are ready."""
    zone = position.players[seat].zone
    return [piece for piece in zone if not piece.occupied and CARDS[piece.card].kind == "official"]


def can_pay(position: Position, context: Context, cost: Cost, hand: int) -> bool:
    """Tell whether a player can pay a cost, with so many cards in hand (KM-37, KM-113)."""
    player = position.players[context.you]
    match cost:
        case GoodsCost():
            return sum([lot.goods for lot in stock_for(position, context, cost)]) >= cost.n
        case OccupyCost(target="self"):
            return any(piece.serial == context.serial for piece in ready_officials(position, context.you))
        case OccupyCost():
            return bool(ready_officials(position, context.you))
        case SupportCost():
            return (max if cost.group == "one" else sum)(player.support) >= cost.n
        case DiscardCost():
            return hand >= cost.n


def pay(play: Play, task: Pay) -> None:
    """Pay the next cost of a text, then the others (KM-37, KM-89)."""
    costs = costs_of(task.text)
    if task.at == len(costs):
        return
    cost = costs[task.at]
    begun = task.left >= 0
    if not begun and not can_pay(play, task.context, cost, len(play.players[task.context.you].hand)):
        _go_on(play, task)
        return
    answers = Answers(task.context, f"{task.text}:{task.at}", task.picks)
    try:
        PAYERS[cost.kind](play, answers, cost, task)
    except Asked as asked:
        play.agenda.append(task)
        play.question = asked.question


def _go_on(play: Play, task: Pay) -> None:
    play.first_do(Pay(task.context, task.text, task.at + 1))


def _pay_goods(play: Play, answers: Answers, cost: GoodsCost, task: Pay) -> None:
    stock = stock_for(play, answers.context, cost)
    ways = [payment for payment, _ in zip(payments(bill_of(cost), stock), range(LISTED), strict=False)]
    answer = answers.choose("pay", [payment_text(way) for way in dict.fromkeys(ways)])
    use_goods(play, answers.context.you, payment_of(parse_move(answer).words))
    _go_on(play, task)


def _pay_occupy(play: Play, answers: Answers, cost: OccupyCost, task: Pay) -> None:
    seat = answers.context.you
    serial = answers.context.serial
    if cost.target == "any":
        refs = [f"occupy #{piece.serial}" for piece in ready_officials(play, seat)]
        serial = serial_of(play, answers.choose("occupy", refs).split()[1])
    occupied = piece_of(play, serial)
    if occupied:
        set_occupied(play, *occupied, occupied=True)
    _go_on(play, task)


def spendings(support: tuple[int, ...], n: int, one: bool) -> list[str]:
    """Return the ways to spend support, as moves (KM-48)."""
    ways = [
        " ".join(f"{group}*{points}" for group, points in zip(GROUPS, split, strict=True) if points)
        for split in product(*(range(min(have, n), -1, -1) for have in support))
        if sum(split) == n and not (one and n not in split)
    ]
    return [f"spend {words}" for words in ways]


def _pay_support(play: Play, answers: Answers, cost: SupportCost, task: Pay) -> None:
    seat = answers.context.you
    ways = spendings(play.players[seat].support, cost.n, cost.group == "one")
    for word in answers.choose("spend", ways).split()[1:]:
        group, _, points = word.partition("*")
        gain_support(play, seat, GROUPS.index(group), -int(points))
    _go_on(play, task)


def _pay_discard(play: Play, answers: Answers, cost: DiscardCost, task: Pay) -> None:
    seat = answers.context.you
    options = [f"discard {card}" for card in dict.fromkeys(play.players[seat].hand)]
    card = answers.choose("discard", options).split()[1]
    left = (cost.n if task.left < 0 else task.left) - 1
    discard(play, seat, card)
    if left:
        play.first_do(Pay(task.context, task.text, task.at, (), left))
    else:
        _go_on(play, task)
    fire(play, Fired("discarded", seat))


PAYERS: dict[str, Callable[..., None]] = {
    "goods": _pay_goods,
    "occupy": _pay_occupy,
    "support": _pay_support,
    "discard": _pay_discard,
}
