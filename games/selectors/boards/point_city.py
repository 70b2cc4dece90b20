"""The board of Point City."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.parts import Part, PartValues, assembles, frame, part
from games.selectors.boards.seats import form_fields, score_rows

AT = "games/point_city/"


@assembles(AT + "table.html")
def table(given: PartValues) -> Part:
    """Show scores, market and cities: one's own first, then the automa's, then the others'."""
    view, draft, names, urls = given["view"], given["draft"], given["names"], given["urls"]
    # What is told less is remembered longer: the choices are the market's.
    turn = replace(draft, choices=()) if draft else None
    slots = view.slots if draft and draft.slots else ()
    confirms = form_fields(given) if draft and draft.notation else {}
    scores = {"view": view, "me": given["me"], "acting": given["acting"], "names": names}
    gaps = {
        "scores": part(AT + "scores.html", id="scores", **scores),
        "draft": part(AT + "draft.html", id="draft-fields", draft=turn, urls=urls),
        "result": part(AT + "result.html", id="result", view=view, names=names) if view.results else (),
        "market": part(AT + "market.html", id="market", view=view, draft=draft),
        "moves": part(AT + "moves.html", id="moves", draft=turn, slots=slots, urls=urls, **confirms),
        "cities": tuple(_cities(view, given["me"], names)),
    }
    return frame(AT + "table.html", gaps, id=given["id"])


def _cities(view: Any, me: int | None, names: tuple[str, ...]) -> Iterator[Part]:
    cities = {
        city.seat: part(
            AT + "city.html", id=f"city-{city.seat}", city=city, name=names[city.seat], mine=city.seat == me
        )
        for city in view.cities
    }
    if me in cities:
        yield cities.pop(me)
    if view.automa:
        yield part(AT + "automa.html", id="automa", automa=view.automa, slots=view.slots)
    yield from cities.values()


@assembles(AT + "city.html")
def city(given: PartValues) -> Part:
    """Show what a city has built and keeps."""
    shown, name = given["city"], given["id"]
    points = {"score": shown.score, "printed": shown.printed, "token_points": shown.token_points}
    cards = {"sorts": shown.sorts, "unspent": shown.unspent}
    gaps = {
        "totals": part(AT + "totals.html", id=f"{name}-totals", permanents=shown.permanents, **points),
        "street": part(AT + "street.html", id=f"{name}-street", groups=shown.groups),
        "hand": part(AT + "hand.html", id=f"{name}-hand", **cards),
        "tokens": part(AT + "held.html", id=f"{name}-tokens", tokens=shown.tokens),
    }
    return frame(AT + "city.html", gaps, id=name, name=given["name"], mine=given["mine"])


@assembles(AT + "scores.html")
def scores(given: PartValues) -> Part:
    """Show the round, and how each seat stands."""
    view = given["view"]
    time = {"round": view.round, "rounds": view.rounds, "left": view.turns_left, "over": view.over}
    rows = score_rows(AT + "score.html", given, lambda city: {"score": city.score})
    if view.automa:
        automa = {"seat": None, "name": "", "score": view.automa.city.score, "now": False, "mine": False}
        rows = (*rows, part(AT + "score.html", id="score-automa", **automa))
    gaps = {"round": part(AT + "round.html", id="round", **time), "rows": rows}
    return frame(AT + "scores.html", gaps, id=given["id"])


@assembles(AT + "market.html")
def market(given: PartValues) -> Part:
    """Show what may be taken."""
    choices = part(AT + "choices.html", id="choices", view=given["view"], draft=given["draft"])
    return frame(AT + "market.html", {"choices": choices}, id=given["id"])


@assembles(AT + "choices.html")
def choices(given: PartValues) -> Part:
    """Offer slots and deck; out of turn all is disabled at once: a turn that comes changes one tag."""
    view, draft = given["view"], given["draft"]
    chosen = (draft and draft.choices) or (None,) * len(view.slots)
    slots = [
        part(AT + "slot.html", id=f"slot-{number}", place=place, choice=choice)
        for number, (place, choice) in enumerate(zip(view.slots, chosen, strict=True))
    ]
    deck = {"count": view.deck_count, "top": view.deck_top, "discarded": view.discard_count}
    may_take = {"offered": bool(draft and draft.offers_deck), "chosen": bool(draft and draft.deck)}
    gaps: dict[str, Part | tuple[Part, ...]] = {
        "slots": tuple(slots),
        "pointers": (),
        "deck": part(AT + "deck.html", id="deck", **deck, **may_take),
        "line": part(AT + "line.html", id="line", line=view.line),
    }
    if view.automa:
        gaps["pointers"] = part(
            AT + "pointers.html", id="pointers", slots=view.slots, automa=view.automa.slots
        )
    disabled = draft is None or draft.asks == "nothing"
    return frame(AT + "choices.html", gaps, id=given["id"], disabled=disabled)


@assembles(AT + "slot.html")
def slot(given: PartValues) -> Part:
    """Show the card of a slot, where it lies and whether it may be taken."""
    place = given["place"]
    side = (place.face and place.face.side) or "none"
    gaps = {
        "where": part(AT + "where.html", id=f"at-{place.slot}", row=place.row, column=place.column),
        "face": part(f"{AT}face_{side}.html", id=f"face-{place.slot}", slot=place.slot, face=place.face),
        "pick": part(AT + "pick.html", id=f"pick-{place.slot}", slot=place.slot, choice=given["choice"]),
    }
    return frame(AT + "slot.html", gaps, id=given["id"])
