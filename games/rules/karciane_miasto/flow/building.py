"""The Build phase step by step (section 8)."""

from games.rules.karciane_miasto.act.filters import matching
from games.rules.karciane_miasto.act.goods import (
    use_goods,
)
from games.rules.karciane_miasto.act.modifiers import needs_no_vote, support_bonus
from games.rules.karciane_miasto.act.people import gain_support
from games.rules.karciane_miasto.act.piles import BASE, pile, put_on_top, put_under, set_pile, settle_pile
from games.rules.karciane_miasto.act.placement import build_context, placements
from games.rules.karciane_miasto.act.play import Play, Position, Steps
from games.rules.karciane_miasto.act.targets import all_possible, ref_of, serial_of
from games.rules.karciane_miasto.act.triggers import fire
from games.rules.karciane_miasto.cards import CARDS, GROUP_OF, TYPES, effect_names
from games.rules.karciane_miasto.city import City, Lot, canonical
from games.rules.karciane_miasto.city_events import (
    BuildBegan,
    BuildDeclined,
    BuildFailed,
    Built,
    CardTaken,
    PlaceChosen,
)
from games.rules.karciane_miasto.events import ActionBUsed
from games.rules.karciane_miasto.flow.paying import FOR_BUILD, under_way
from games.rules.karciane_miasto.flow.windows import open_window
from games.rules.karciane_miasto.moves import AnyMove, cell_at, cell_text
from games.rules.karciane_miasto.state import Build, Question
from games.rules.karciane_miasto.tasks import Context, Do, Fired, Resolve
from games.rules.karciane_miasto.text.abilities import ActionBAbility
from games.rules.karciane_miasto.text.terms import Mode
from games.rules.records import renewed


def begin(play: Play) -> None:
    """Declare the Build phase; others may respond before Step 1 (KM-49)."""
    play.turn = renewed(play.turn, built=True)
    play.build = Build()
    play.told.append(BuildBegan(play.turn.active))
    play.first_do(Do("window_start"), Do("source"))


def window_start(play: Play) -> None:
    """Open the window before Step 1 (KM-49)."""
    open_window(play, "build_start")


def source(play: Play) -> None:
    """Step 1: let the builder choose a pile whose card can be placed (KM-50)."""
    build = under_way(play)
    barred = tuple([name for name in TYPES if pile(play, name) and not settle_pile(play, name)])
    play.build = renewed(build, barred=barred)
    options = [f"take {name}" for name in choosable(play)]
    if options:
        play.question = Question("source", play.turn.active, (*options, "decline"))
    else:
        play.first_do(Do("build_end"))


def choosable(position: Position) -> list[str]:
    """Return the piles a builder can choose from (KM-22, KM-25, KM-50)."""
    barred = position.build.barred if position.build else ()
    return [name for name in (*TYPES, BASE) if pile(position, name) and name not in barred]


def take(play: Play, seat: int, move: AnyMove) -> None:
    """Take the top card of the chosen pile, or build nothing (KM-50)."""
    if move.kind == "decline":
        play.told.append(BuildDeclined(seat))
        play.first_do(Do("build_end"))
        return
    (name,) = move.words
    if name == BASE and not settle_pile(play, BASE):
        play.first_do(Do("build_end"))
        return
    card, *rest = pile(play, name)
    set_pile(play, name, tuple(rest))
    play.build = renewed(under_way(play), pile=name, card=card)
    play.told.append(CardTaken(seat, name, card))
    play.first_do(Do("place"))


def place(play: Play) -> None:
    """Step 2: let the builder choose mode and cell (KM-51)."""
    build, seat = under_way(play), play.turn.active
    options = [f"place {mode} {cell_text(cell)}" for mode, cell in placements(play, seat, build.card)]
    play.question = Question("place", seat, (*options, "abandon"))


def placed(play: Play, seat: int, move: AnyMove) -> None:
    """Build there: a Rebuild is voted on first; or give the build up (KM-54, KM-57, KM-64)."""
    if move.kind == "abandon":
        play.first_do(Do("fail"))
        return
    mode, cell = _mode(move.words[0]), cell_at(move.words[1])
    play.build = renewed(under_way(play), mode=mode, cell=cell)
    play.told.append(PlaceChosen(seat, under_way(play).card, mode, *cell))
    votes = mode == "rebuild" and not needs_no_vote(play, seat)
    play.first_do(Do("motion" if votes else "goods"))


def _mode(word: str) -> Mode:
    modes: dict[str, Mode] = {"create": "create", "expand": "expand", "rebuild": "rebuild"}
    return modes[word]


def fail(play: Play) -> None:
    """Put the card back on top of its pile; the Build phase is over (KM-63)."""
    build = under_way(play)
    put_on_top(play, build.card)
    play.told.append(BuildFailed(play.turn.active, build.card))
    play.build = renewed(build, card="")
    play.first_do(Do("build_end"))


def stand(play: Play) -> None:
    """Success: pay, cover, let the card enter play, and what comes of it (KM-65)."""
    build, seat = under_way(play), play.turn.active
    assert build.cell is not None and build.mode is not None
    use_goods(play, seat, build.payment)
    below = next((lot for lot in play.city.lots if lot.cell == build.cell), None)
    stays = below.goods if below and build.mode == "expand" else 0
    if below:
        put_under(play, below.card)
    lot = Lot(build.cell, build.card, play.next_serial(), CARDS[build.card].start_goods + stays)
    others = [one for one in play.city.lots if one is not below]
    play.city = City(tuple(sorted([*others, lot], key=lambda one: canonical(one.cell))))
    play.build = renewed(build, serial=lot.serial)
    covered = below.card if below else ""
    play.told.append(Built(seat, lot.card, build.mode, *lot.cell, covered))
    context = build_context(seat, lot.card, lot.cell, lot.serial)
    extra = Resolve(context, effect_names(f"{lot.card}/x", CARDS[lot.card].build.extra))
    play.first_do(extra, Do("check"), Do("thanks"), Do("built"), Do("action_b"), Do("build_end"))


def thanks(play: Play) -> None:
    """Step 4: support for the builder, for a Public District with a group of their choice (KM-45, KM-65)."""
    card, seat = CARDS[under_way(play).card], play.turn.active
    if card.kind == "terrain":
        return
    if (card.type or "") in GROUP_OF:
        _thank(play, GROUP_OF[card.type or ""])
    else:
        play.question = Question("group", seat, tuple(f"group {group}" for group in _GROUP_NAMES), FOR_BUILD)


_GROUP_NAMES = ("citizens", "merchants", "industrialists")


def thanked(play: Play, seat: int, move: AnyMove) -> None:
    """Gain the support with the chosen group (KM-45)."""
    _thank(play, _GROUP_NAMES.index(move.words[0]))


def _thank(play: Play, group: int) -> None:
    gain_support(play, play.turn.active, group, gratitude(play, play.turn.active, under_way(play).card))


def gratitude(position: Position, seat: int, card: str) -> int:
    """Return the support that a card brings its builder (KM-45, KM-65)."""
    return CARDS[card].stage + support_bonus(position, seat, card)


def built(play: Play) -> None:
    """Let Reactions to the build happen (KM-65, KM-94)."""
    build = under_way(play)
    fire(play, Fired("built", play.turn.active, build.serial, build.mode))


def action_b(play: Play) -> None:
    """Step 5: offer one Action[B] of a District that stood before (KM-66)."""
    options = actions_b(play)
    if options:
        play.question = Question("action_b", play.turn.active, (*options, "decline"))


def actions_b(position: Position) -> list[str]:
    """Return the Action[B]s the build allows (KM-66)."""
    build, seat = position.build, position.turn.active
    assert build is not None
    return [
        f"action_b {ref_of(lot)} {at}"
        for lot in position.city.lots
        if lot.serial < build.serial
        for at, ability in enumerate(CARDS[lot.card].abilities)
        if isinstance(ability, ActionBAbility)
        and build.card in matching(ability.built)
        and all_possible(position, Context(seat, seat, lot.card, lot.serial), ability.effects)
    ]


def use_action_b(play: Play, seat: int, move: AnyMove) -> None:
    """Use an Action[B], or none (KM-66)."""
    if move.kind == "decline":
        return
    ref, at = move.words
    serial = serial_of(play, ref)
    card = next(lot.card for lot in play.city.lots if lot.serial == serial)
    ability = CARDS[card].abilities[int(at)]
    assert isinstance(ability, ActionBAbility)
    play.told.append(ActionBUsed(seat, card, int(at)))
    context = Context(seat, seat, card, serial, None, under_way(play).serial)
    play.first_do(Resolve(context, effect_names(f"{card}/{at}", ability.effects)), Do("check"))


def build_end(play: Play) -> None:
    """End the Build phase: what lasted until now expires (KM-65)."""
    play.turn = renewed(
        play.turn, lasting=tuple([one for one in play.turn.lasting if one.until != FOR_BUILD])
    )
    play.build = None


STEPS: Steps = {
    "build": begin,
    "window_start": window_start,
    "source": source,
    "place": place,
    "fail": fail,
    "stand": stand,
    "thanks": thanks,
    "built": built,
    "action_b": action_b,
    "build_end": build_end,
}
