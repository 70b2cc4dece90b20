"""Effects on cards that are not in play: draw, search, recover, refresh (KM-4, KM-115)."""

from collections.abc import Callable

from games.rules.karciane_miasto.act.asking import Answers
from games.rules.karciane_miasto.act.conditions import value
from games.rules.karciane_miasto.act.filters import matching
from games.rules.karciane_miasto.act.people import draw, without
from games.rules.karciane_miasto.act.piles import exchangeable, swap_top
from games.rules.karciane_miasto.act.play import Play
from games.rules.karciane_miasto.events import (
    HandGained,
    Recovered,
    Searched,
)
from games.rules.karciane_miasto.tasks import Resolve
from games.rules.karciane_miasto.text.effects import (
    DrawEffect,
    RecoverEffect,
    RefreshEffect,
    SearchEffect,
)
from games.rules.records import renewed


def _draw(play: Play, answers: Answers, effect: DrawEffect, _: Resolve) -> None:
    seat = answers.seat(play, effect.who)
    draw(play, seat, value(play, answers.context, effect.n))


def _search(play: Play, answers: Answers, effect: SearchEffect, _: Resolve) -> None:
    seat = answers.context.you
    player = play.players[seat]
    seen, rest = player.deck[: effect.n], player.deck[effect.n :]
    left, taken = seen, []
    for _again in range(min(effect.take, len(seen))):
        options = [f"find {card}" for card in dict.fromkeys(left)]
        taken.append(answers.choose("find", options).split()[1])
        left = without(left, taken[-1])
    play.set_player(seat, renewed(player, hand=(*player.hand, *taken), deck=rest + left))
    play.told.append(Searched(seat, len(seen), len(taken)))
    if taken:
        play.told.append(HandGained(seat, tuple(taken), only_for=seat))


def _recover(play: Play, answers: Answers, effect: RecoverEffect, task: Resolve) -> None:
    seat = answers.context.you
    player = play.players[seat]
    fitting = dict.fromkeys(card for card in player.discard if card in matching(effect.filter))
    if not fitting:
        return
    card = answers.choose("recover", [f"recover {card}" for card in fitting]).split()[1]
    discard = without(player.discard, card)
    play.set_player(seat, renewed(player, hand=(*player.hand, card), discard=discard))
    play.told.append(Recovered(seat, card))
    _again_unless_done(play, answers, task, effect.n)


def _refresh(play: Play, answers: Answers, effect: RefreshEffect, task: Resolve) -> None:
    options = [f"pile {name}" for name in exchangeable(play)]
    if not options:
        return
    answer = answers.choose("pile", options, decline="stop").split()
    if answer[0] == "pile":
        swap_top(play, answers.context.you, answer[1])
        _again_unless_done(play, answers, task, effect.n)


def _again_unless_done(play: Play, answers: Answers, task: Resolve, times: int) -> None:
    left = (times if task.left < 0 else task.left) - 1
    if left:
        play.first_do(Resolve(answers.context, (answers.name,), (), left))


OUT_OF_PLAY_EFFECTS: dict[str, Callable[..., None]] = {
    "draw": _draw,
    "search": _search,
    "recover": _recover,
    "refresh": _refresh,
}
