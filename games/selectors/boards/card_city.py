"""The board of Card City."""

from collections.abc import Mapping
from typing import Any

from games.parts import Part, PartValues, assembles, frame, part
from games.selectors.boards.seats import form_fields, score_rows

AT = "games/card_city/"
SILENT = ("nothing", "pile")
"""What a seat may be asked without a word of it beside the board."""


@assembles(AT + "table.html")
def table(given: PartValues) -> Part:
    """Show scores, piles, one's own city with what one may do, the supply and the others' cities."""
    view, draft, me, names, urls = (given[name] for name in ("view", "draft", "me", "names", "urls"))
    form = form_fields(given)
    scores = {"view": view, "me": me, "acting": given["acting"], "names": names}
    supply = {"supply": view.supply, "deck": view.deck_count, "under": view.piles.under if view.piles else ""}
    # What is told less is remembered longer.
    asked = draft if draft and draft.asks not in SILENT else None
    confirms = form if asked and (asked.notation or asked.may_pass) else {}
    mine, others = _cities(given)
    gaps = {
        "scores": part(AT + "scores.html", id="scores", **scores),
        "draft": part(AT + "draft.html", id="draft-fields", draft=draft, urls=urls),
        "ending": part(AT + "ending.html", id="ending", **_ending(given)),
        "piles": part(AT + "piles.html", id="piles", **_piles(given, form)),
        "mine": mine,
        "moves": part(AT + "moves.html", id="moves", draft=asked, urls=urls, **confirms),
        "supply": part(AT + "supply.html", id="supply", **supply),
        "others": others,
    }
    return frame(AT + "table.html", gaps, id=given["id"])


def _ending(given: PartValues) -> dict[str, Any]:
    view = given["view"]
    if not given["over"]:
        return {"cities": None, "results": None, "rating": None, "names": None}
    return {"cities": view.cities, "results": view.results, "rating": view.rating, "names": given["names"]}


def _piles(given: PartValues, form: Mapping[str, Any]) -> Mapping[str, Any]:
    view = given["view"]
    values = {"piles": view.piles, "phase": view.phase, "me": given["me"], "names": given["names"]}
    if view.phase != "choose":
        return values
    return {**values, "draft": given["draft"], "urls": given["urls"], **form}


def _cities(given: PartValues) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the reader's own city and those of the others."""
    view, me = given["view"], given["me"]
    cities = {
        city.seat: part(
            AT + "city.html",
            id=f"city-{city.seat}",
            city=city,
            name=given["names"][city.seat],
            mine=city.seat == me,
            hand=view.hands[city.seat] if view.hands else None,
            draft=given["draft"] if city.seat == me else None,
        )
        for city in view.cities
    }
    mine = (cities.pop(me),) if me in cities else ()
    return mine, tuple(cities.values())


@assembles(AT + "scores.html")
def scores(given: PartValues) -> Part:
    """Show the round, and how each seat stands."""
    view = given["view"]
    time = {"round": view.round, "rounds": view.rounds, "phase": view.phase, "over": view.over}
    first = view.start_player
    rows = score_rows(
        AT + "score.html",
        given,
        lambda city: {"score": city.score, "coins": city.coins, "first": city.seat == first},
    )
    gaps = {"round": part(AT + "round.html", id="round", **time), "rows": rows}
    return frame(AT + "scores.html", gaps, id=given["id"])


@assembles(AT + "city.html")
def city(given: PartValues) -> Part:
    """Show a city: its map, its points and its districts."""
    found, name, mine = given["city"], given["id"], given["mine"]
    points = {"score": found.score, "districts": found.district_points}
    coins = {"empty": found.empty, "coins": found.coin_points}
    plan = {"plan": found.plan, "seat": found.seat, "districts": found.districts}
    counted = {"counted": found.counted, "limit": found.limit, "stuck": found.stuck}
    used = {"columns": found.plan.columns_used, "rows": found.plan.rows_used}
    money = {"income": found.income, "price": found.price}
    districts = {"seat": found.seat, "districts": found.districts}
    gaps = {
        "points": part(AT + "points.html", id=f"{name}-points", **points, **coins),
        "hand": part(AT + "hand.html", id=f"{name}-hand", hand=given["hand"]),
        "plan": part(AT + "plan.html", id=f"{name}-plan", **plan, mine=mine, draft=given["draft"]),
        "figures": part(AT + "figures.html", id=f"{name}-figures", **counted, **used, **money),
        "districts": part(AT + "districts.html", id=f"{name}-districts", **districts),
    }
    return frame(AT + "city.html", gaps, id=name, name=given["name"], mine=mine)


@assembles(AT + "plan.html")
def plan(given: PartValues) -> Part:
    """Show the map of a city, and in one's own where one may build."""
    found, seat, draft = given["plan"], given["seat"], given["draft"]
    offers = draft and draft.spots
    spots = {"spots": draft.spots if offers else None, "card": draft.card if offers else ""}
    gaps = {
        "cells": part(AT + "cells.html", id=f"cells-{seat}", cells=found.cells, seat=seat),
        "marks": part(AT + "marks.html", id=f"marks-{seat}", districts=given["districts"], seat=seat),
        "spots": part(AT + "spots.html", id="spots", **spots) if given["mine"] else (),
    }
    return frame(AT + "plan.html", gaps, id=given["id"], columns=found.columns, rows=found.rows)


@assembles(AT + "cells.html")
def cells(given: PartValues) -> Part:
    """Show the cells of a map."""
    seat = given["seat"]
    parts = tuple(part(AT + "cell.html", id=f"c-{seat}-{cell.cell}", cell=cell) for cell in given["cells"])
    return frame(AT + "cells.html", {"cells": parts}, id=given["id"])


@assembles(AT + "spots.html")
def spots(given: PartValues) -> Part:
    """Show where one may build."""
    parts = tuple(
        part(AT + "spot.html", id=f"at-{spot.cell}", spot=spot, card=given["card"])
        for spot in given["spots"] or ()
    )
    return frame(AT + "spots.html", {"spots": parts}, id=given["id"])
