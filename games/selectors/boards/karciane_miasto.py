"""The board of Karciane Miasto."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.parts import Part, PartValues, assembles, frame, part
from games.rules.karciane_miasto.flow.wishing import RESPONDING
from games.rules.karciane_miasto.show.view import View
from games.selectors.boards.seats import form_fields

AT = "games/karciane_miasto/"


class Mute(NamedTuple):
    """A card that may be offered in a window, and the setting that changes that (KM-83)."""

    card: str
    muted: bool
    notation: str


def mutes(view: View) -> tuple[Mute, ...]:
    """Return the viewer's own cards that can respond in a window, and those that are never offered."""
    if view.viewer is None or view.wishes is None:
        return ()
    held = [each.card for each in (*view.hand, *view.players[view.viewer].zone)]
    by_card = {notation.split()[1]: notation for notation in view.settings if "mute" in notation}
    own = dict.fromkeys((*sorted(RESPONDING.intersection(held)), *view.wishes.muted))
    return tuple(Mute(each, each in view.wishes.muted, by_card[each]) for each in own if each in by_card)


@assembles(AT + "table.html")
def table(given: PartValues) -> Part:
    """Show everybody's way to the goal, the city, one's own cards, what is asked, and the others' zones."""
    view, draft, me, names = (given[name] for name in ("view", "draft", "me", "names"))
    spots = draft.spots if draft else ()
    form = {"draft": draft, "urls": given["urls"], **form_fields(given)}
    race = {"players": view.players, "acting": given["acting"], "names": names, "me": me, "goal": view.goal}
    ask = {"view": view, "draft": draft, "decks": given.get("decks", ()), "me": me, "names": names}
    others = {"players": view.players, "names": names, "me": me, "spots": spots}
    gaps = {
        "forms": part(AT + "ask/forms.html", id="forms", **form),
        "ending": part(AT + "ending.html", id="ending", results=view.results, names=names),
        "race": part(AT + "race.html", id="race", **race),
        "city": part(AT + "city.html", id="city", **_city(view, spots, given["over"])),
        "own": _own(given, spots) if me is not None else (),
        "ask": part(AT + "ask/ask.html", id="ask", **ask),
        "plan": part(AT + "plan.html", id="plan", piles=view.piles, spots=spots),
        "others": part(AT + "others.html", id="others", **others),
        "wishes": part(AT + "ask/settings.html", id="wishes", wishes=view.wishes, mutes=mutes(view)),
    }
    return frame(AT + "table.html", gaps, id=given["id"])


def _city(view: View, spots: Iterable[Any], over: bool) -> Mapping[str, Any]:
    time = {"round": view.round, "rounds": view.rounds, "phase": view.phase, "over": over}
    lots = {"rows": view.rows, "spots": spots, "indices": view.indices}
    return time | lots | {"building": view.is_building}


def _own(given: PartValues, spots: Iterable[Any]) -> tuple[Part, ...]:
    """Return the reader's own hand and zone."""
    view, draft, me = given["view"], given["draft"], given["me"]
    own, asks = view.players[me], draft.asks if draft else ""
    hand = {"cards": view.hand, "limit": own.hand_limit, "deck": own.deck_count}
    return (
        part(AT + "hand.html", id="hand", **hand, asks=asks, spots=spots),
        _player(own, given["names"], me, spots),
    )


def _player(player: Any, names: tuple[str, ...], me: int | None, spots: Iterable[Any]) -> Part:
    seat = player.seat
    values = {"player": player, "name": names[seat], "mine": seat == me, "spots": spots}
    return part(AT + "player.html", id=f"player-{seat}", **values)


@assembles(AT + "others.html")
def others(given: PartValues) -> Part:
    """Show the zones of all but the reader."""
    me = given["me"]
    parts = tuple(
        _player(player, given["names"], me, given["spots"])
        for player in given["players"]
        if player.seat != me
    )
    return frame(AT + "others.html", {"players": parts}, id=given["id"])


@assembles(AT + "player.html")
def player(given: PartValues) -> Part:
    """Show what everybody sees of a player."""
    shown, seat = given["player"], given["player"].seat
    counts = {"hand": shown.hand_count, "limit": shown.hand_limit, "deck": shown.deck_count}
    zone = {"zone": shown.zone, "spots": given["spots"]}
    lost = {"fulfilled": shown.fulfilled, "gone": shown.gone}
    gaps = {
        "support": part(AT + "support.html", id=f"support-{seat}", support=shown.support),
        "zone": part(AT + "zone.html", id=f"zone-{seat}", **zone),
        "counts": part(AT + "counts.html", id=f"counts-{seat}", **counts, **lost),
        "discard": part(AT + "discard.html", id=f"discard-{seat}", cards=shown.discard),
    }
    return frame(AT + "player.html", gaps, id=given["id"], seat=seat, name=given["name"], mine=given["mine"])


@assembles(AT + "race.html")
def race(given: PartValues) -> Part:
    """Show everybody's way to the goal."""
    goal, acting, me = given["goal"], given["acting"], given["me"]
    pawns = tuple(
        part(
            AT + "pawn.html",
            id=f"pawn-{each.seat}",
            seat=each.seat,
            name=given["names"][each.seat],
            vp=each.vp,
            goal=goal,
            acts=each.seat in acting,
            gone=each.gone,
            mine=each.seat == me,
        )
        for each in given["players"]
    )
    return frame(AT + "race.html", {"pawns": pawns}, id=given["id"], goal=goal)


@assembles(AT + "ask/ask.html")
def ask(given: PartValues) -> Part:
    """Say who is asked what, and offer the ways to answer to whom it is."""
    view, draft, names = given["view"], given["draft"], given["names"]
    asks = draft.asks if draft and draft.asks != "nothing" else ""
    is_asked = bool(asks and not view.over)
    answers = {name: given[name] for name in ("view", "draft", "decks", "me", "names")} if is_asked else {}
    about = {"build": view.build, "vote": view.vote, "city": view.city, "window": view.window}
    gaps = {
        "says": part(AT + "ask/says.html", id="ask-says", **(answers or _waits(view, names))),
        "quiet": part(AT + "ask/quiet.html", id="wish-quiet", quiet=view.wishes.quiet if view.wishes else ""),
        "scene": part(AT + "ask/scene.html", id="ask-scene", **about, playing=view.playing, names=names),
        "body": part(AT + "ask/body.html", id="ask-body", **answers),
    }
    return frame(AT + "ask/ask.html", gaps, id=given["id"], asks=asks, over=view.over)


def _waits(view: View, names: tuple[str, ...]) -> Mapping[str, Any]:
    """Return what is told to those who are not asked: the same to all of them, so it is rendered once."""
    if view.over:
        return {}
    players = view.players if view.phase == "decks" else ()
    about = {"decision": view.decision, "build": view.build, "window": view.window}
    return {"phase": view.phase, "players": players, "names": names, **about}
