"""The board of Machi Koro 2."""

from games.parts import Part, PartValues, assembles, frame, part
from games.selectors.boards.seats import form_fields, score_rows

AT = "games/machi_koro_2/"


@assembles(AT + "table.html")
def table(given: PartValues) -> Part:
    """Show scores, market, what one may do, income by roll, and the cities."""
    view, draft, me, names, urls = (given[name] for name in ("view", "draft", "me", "names", "urls"))
    scores = {"view": view, "me": me, "acting": given["acting"], "names": names}
    # What is told less is remembered longer.
    asked = draft is not None and draft.asks != "nothing"
    acts = {"chart": view.chart, **form_fields(given)} if asked else {}
    chart = {"name": names[view.chart.seat], "mine": view.chart.seat == me, "rolled": view.rolled}
    cities = {"cities": view.cities, "me": me, "names": names, "draft": draft}
    gaps = {
        "scores": part(AT + "scores.html", id="scores", **scores),
        "draft": part(AT + "draft.html", id="draft-fields", draft=draft, urls=urls),
        "result": part(AT + "result.html", id="result", view=view, names=names) if view.results else (),
        "market": part(AT + "market.html", id="market", rows=view.rows, draft=draft),
        "moves": part(AT + "moves.html", id="moves", draft=draft, names=names, urls=urls, **acts),
        "chart": part(AT + "chart.html", id="chart", chart=view.chart, **chart),
        "cities": part(AT + "cities.html", id="cities", **cities),
    }
    return frame(AT + "table.html", gaps, id=given["id"])


@assembles(AT + "scores.html")
def scores(given: PartValues) -> Part:
    """Show the dice, the round, and how each seat stands."""
    view = given["view"]
    time = {"round": view.round, "rounds": view.rounds, "turn": view.turn, "over": view.results}
    rows = score_rows(
        AT + "score.html",
        given,
        lambda city: {"coins": city.coins, "built": len(city.landmarks), "to_win": view.to_win},
    )
    gaps = {
        "dice": part(AT + "dice.html", id="dice", dice=view.dice, turn=view.turn),
        "round": part(AT + "round.html", id="round", **time, extra=view.extra, give=view.give),
        "rows": rows,
    }
    return frame(AT + "scores.html", gaps, id=given["id"])


@assembles(AT + "market.html")
def market(given: PartValues) -> Part:
    """Show the rows of cards that may be bought."""
    draft = given["draft"]
    chosen = draft.offer.face.card if draft and draft.offer else ""
    rows = tuple(
        part(AT + "row.html", id=f"row-{number}", row=row, chosen=chosen)
        for number, row in enumerate(given["rows"])
    )
    values = {"may_pass": bool(draft and draft.can_pass), "has_draft": draft is not None}
    return frame(AT + "market.html", {"rows": rows}, id=given["id"], **values)


@assembles(AT + "cities.html")
def cities(given: PartValues) -> Part:
    """Show the cities, one's own first."""
    me, names = given["me"], given["names"]
    parts = tuple(
        part(AT + "city.html", id=f"city-{city.seat}", city=city, name=names[city.seat], mine=city.seat == me)
        for city in sorted(given["cities"], key=lambda city: city.seat != me)
    )
    return frame(AT + "cities.html", {"cities": parts}, id=given["id"], disabled=given["draft"] is None)


@assembles(AT + "city.html")
def city(given: PartValues) -> Part:
    """Show what a city has."""
    shown, name = given["city"], given["id"]
    tiles = {"seat": shown.seat, "holdings": shown.holdings}
    gaps = {
        "coins": part(AT + "purse.html", id=f"{name}-coins", coins=shown.coins),
        "landmarks": part(AT + "landmarks.html", id=f"{name}-landmarks", landmarks=shown.landmarks),
        "tiles": part(AT + "tiles.html", id=f"{name}-tiles", **tiles),
    }
    return frame(AT + "city.html", gaps, id=name, name=given["name"], mine=given["mine"])


@assembles(AT + "bars.html")
def bars(given: PartValues) -> Part:
    """Show what each roll would bring."""
    parts = tuple(
        part(AT + "bar.html", id=f"bar-{line.result}", line=line, rolled=line.result == given["rolled"])
        for line in given["lines"]
    )
    return frame(AT + "bars.html", {"bars": parts}, id=given["id"])


@assembles(AT + "piles.html")
def piles(given: PartValues) -> Part:
    """Show the cards of a row."""
    parts = tuple(
        part(
            AT + "pile.html",
            id=f"pile-{pile.face.card}",
            face=pile.face,
            count=pile.count,
            price=pile.price,
            open=pile.open,
            chosen=pile.face.card == given["chosen"],
        )
        for pile in given["piles"]
    )
    return frame(AT + "piles.html", {"piles": parts}, id=given["id"])
