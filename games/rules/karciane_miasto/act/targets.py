"""What an effect can be aimed at (KM-37, KM-112)."""

from games.rules.karciane_miasto.act.asking import Answers
from games.rules.karciane_miasto.act.filters import lots, matching, pieces
from games.rules.karciane_miasto.act.modifiers import is_protected, laws
from games.rules.karciane_miasto.act.play import Play, Position
from games.rules.karciane_miasto.cards import CARDS
from games.rules.karciane_miasto.city import Lot
from games.rules.karciane_miasto.moves import cell_at, cell_text
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.text.effects import ChooseEffect, DestroyEffect, Effect, RecoverEffect
from games.rules.karciane_miasto.text.terms import Filter, Pick, Target


def ref_of(lot: Lot) -> str:
    """Return how moves name a card on the map."""
    return cell_text(lot.cell)


def serial_of(position: Position, ref: str) -> int:
    """Return the serial of a card in play that a move names, 0 if there is none."""
    if ref.startswith("#"):
        return int(ref[1:])
    cell = cell_at(ref)
    return next((lot.serial for lot in position.city.lots if lot.cell == cell), 0)


def candidates(position: Position, context: Context, effect: Effect, wanted: Filter, used: bool) -> list[str]:
    """Return the cards in play an effect may pick, as moves name them (KM-112)."""
    matching = list(lots(position, context, wanted))
    if used:
        paying = {cell for cell, _ in position.build.payment} if position.build else set()
        matching = [lot for lot in matching if lot.cell in paying]
    if isinstance(effect, DestroyEffect):
        forbidden = laws(position, "destroy", context.you)
        matching = [lot for lot in matching if not is_protected(lot, forbidden)]
    in_zones = [f"#{piece.serial}" for _, piece in pieces(position, context, wanted)]
    return [*map(ref_of, matching), *in_zones]


def targets(play: Play, answers: Answers, effect: Effect, target: Target) -> tuple[int, ...]:
    """Return the serials of the targets, the picked one chosen by *you* (KM-112)."""
    context = answers.context
    if target == "self":
        return (context.serial,)
    if target == "object":
        return (context.object,)
    if isinstance(target, Pick):
        matching = candidates(play, context, effect, target.pick, bool(target.used))
        if not matching:
            return ()
        answer = answers.choose("target", [f"target {ref}" for ref in matching])
        return (serial_of(play, answer.split()[1]),)
    matching = candidates(play, context, effect, target.all, False)
    return tuple([serial_of(play, ref) for ref in matching])


def is_possible(position: Position, context: Context, effect: Effect) -> bool:
    """Tell whether an effect has what it needs: a target, a card to recover, a legal option (KM-37)."""
    target = getattr(effect, "target", None)
    if isinstance(target, Pick):
        return bool(candidates(position, context, effect, target.pick, bool(target.used)))
    if isinstance(effect, RecoverEffect):
        return bool(set(position.players[context.you].discard) & matching(effect.filter))
    if isinstance(effect, ChooseEffect):
        return bool(legal_options(position, context, effect))
    return True


def all_possible(position: Position, context: Context, effects: tuple[Effect, ...]) -> bool:
    """Tell whether every effect has what it needs (KM-37)."""
    return all([is_possible(position, context, effect) for effect in effects])


def legal_options(position: Position, context: Context, effect: ChooseEffect) -> list[int]:
    """Return the options all of whose targets exist (KM-115)."""
    return [at for at, option in enumerate(effect.options) if all_possible(position, context, option.effects)]


def group_type(position: Position, context: Context) -> str | None:
    """Return the type of the object, or of the card being built (KM-115)."""
    lot = next((lot for lot in position.city.lots if lot.serial == context.object), None)
    if lot:
        return CARDS[lot.card].type
    return CARDS[position.build.card].type if position.build and position.build.card else None
