"""The table around a board: who is there, what has happened, what one may do beside the board."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from games.models import Game
from games.parts import Gaps, Part, PartValues, assembles, frame, outermost, part
from games.rules.protocol import RulesError
from games.selectors.tables.log_lines import LogLine
from games.selectors.tables.table import Table


@assembles("games/table.html")
def table(given: PartValues) -> Part:
    """Put together a ``table`` that has started, for a page with a token, an ``error`` and ``others_wait``.

    ``echoed`` is for frames, which leave out what a page with a socket does by itself: it knows the ply,
    ticks the clocks, and repeats the new lines of the log as news.
    """
    shown, echoed, error = given["table"], given.get("echoed", False), given.get("error")
    token = given.get("csrf_token", "")
    gaps = {
        **_head(shown, token, echoed=echoed),
        **_messages(shown, error, echoed=echoed),
        **_play(shown, token, others_wait=given.get("others_wait", False)),
        **_log(shown, echoed=echoed, elsewhere=error is not None),
    }
    about = {"game_id": shown.game_id, "url": shown.urls["table"], "name": shown.name}
    return frame("games/table.html", gaps, id=given["id"], **about)


def _head(table: Table, csrf_token: str, *, echoed: bool) -> Gaps:
    """Say whose turn it is, who is there, and how everybody does for time."""
    mine, code, clocked = table.is_mine_to_move, table.code, table.pace.kind != Game.Pace.NONE
    people = {"code": code, "signs": table.signs, "seats": table.seats}
    company = {"company": table.company, "csrf_token": csrf_token}
    clocks = {"clocks": table.clocks, "now": None if echoed else table.now, "code": code}
    return {
        "ply": part("games/ply.html", id="live-ply", ply=None if echoed else table.ply),
        "turn": part("games/turn.html", id="turn", seats=table.seats, over=table.over, mine=mine),
        "people": part("games/presence/people.html", id="people-here", **people) if table.company else (),
        "company": part("games/presence/company.html", id="company", **company) if table.company else (),
        "clocks": part("games/clocks.html", id="clocks", **clocks, csrf_token=csrf_token) if clocked else (),
    }


def _messages(table: Table, error: RulesError | None, *, echoed: bool) -> Gaps:
    """Say what has just happened, what was refused, and how a game ended early."""
    # An error leads to what it was raised from, so none is remembered.
    alert = outermost if error else part
    news = {"lines": () if echoed else table.news, "names": () if echoed else table.names}
    verdict = {"ending": table.ending, "status": table.status, "seats": table.seats}
    ends_early = table.over and table.ending
    return {
        "news": part("games/news.html", id="news", **news),
        "alert": alert("games/alert.html", id="alert", error=error, slug=table.slug, kept=echoed),
        "verdict": part("games/verdict.html", id="verdict", **verdict) if ends_early else (),
    }


def _play(table: Table, csrf_token: str, *, others_wait: bool) -> Gaps:
    """Show the board and what one may do beside it: below it in play, above the result."""
    actions = _actions(table, csrf_token)
    bots, values = table.bots, {"bots": table.bots, "csrf_token": csrf_token}
    return {
        "at hand": _at_hand(table, csrf_token, others_wait=others_wait),
        "calls": part("games/bots/calls.html", id="bot-calls", **values) if bots and bots.has_calls else (),
        "actions above": actions if table.over else (),
        "board": _board(table, csrf_token),
        "actions below": () if table.over else actions,
        "bots": part("games/bots/panel.html", id="bots", **values) if bots and bots.has_choices else (),
    }


def _board(table: Table, csrf_token: str) -> Part:
    return part(
        f"games/{table.slug}/table.html",
        id="board",
        view=table.view,
        draft=table.draft,
        decks=table.decks,
        me=table.me,
        seats=table.seats,
        acting=table.acting,
        names=table.names,
        urls=table.urls,
        ply=table.basis,
        key=table.key,
        over=table.over,
        csrf_token=csrf_token,
    )


def _at_hand(table: Table, csrf_token: str, *, others_wait: bool) -> tuple[Part, ...]:
    """Return what must be in reach right after a move: taking it back, and the next game that waits."""
    shown, url = table.can_undo, table.urls["move"]
    # What is told less is remembered longer.
    ply, key = (table.basis, table.key) if shown else (None, None)
    return (
        part("games/undo.html", id="undo", shown=shown, url=url, ply=ply, key=key, csrf_token=csrf_token),
        part("games/next.html", id="next-game", game_id=table.game_id, shown=others_wait),
    )


def _actions(table: Table, csrf_token: str) -> tuple[Part, ...]:
    ended = table.over and table.me is not None
    by = table.rematch.by if table.rematch else None
    return (
        *([part("games/rematch.html", id="rematch", by=by, urls=table.urls)] if ended else ()),
        _buttons(table, csrf_token),
        part("games/players.html", id="players", people=table.people),
    )


def _buttons(table: Table, csrf_token: str) -> Part:
    return part(
        "games/actions.html",
        id="actions",
        me=table.me,
        over=table.over,
        leaves=table.leaves_for_good,
        stand_in=table.has_brain,
        ends=table.ends_without_me,
        urls=table.urls,
        rematch=table.rematch,
        status=table.status,
        is_import=table.is_import,
        csrf_token=csrf_token,
    )


def _log(table: Table, *, echoed: bool, elsewhere: bool) -> Gaps:
    """Show the log and what proves it; ``elsewhere`` is at another address than the table's own."""
    since = {"lines": () if echoed else table.since, "names": () if echoed else table.names, "kept": echoed}
    log = {"lines": table.log, "names": table.names, "first": table.log_from}
    replay = table.urls["replay"] if elsewhere else "replay/"
    proof = {
        "commitment": table.commitment,
        "has_log": table.has_log,
        "urls": table.urls,
        "over": table.over,
        "is_import": table.is_import,
    }
    report = part("moderation/report_link.html", id="report-line", game_id=table.game_id)
    return {
        "since": part("games/since.html", id="since", **since),
        "log": part("games/log.html", id="log", **log, replay=replay),
        "proof": part("games/proof.html", id="proof", **proof),
        "report": () if table.is_import else report,
    }


@assembles("games/log.html")
def log(given: PartValues) -> Part:
    """Show the log from a ply on, the newest move first."""
    names, replay = given["names"], given["replay"]
    moves = [(ply, tuple(lines_of_ply)) for ply, lines_of_ply in groupby(given["lines"], attrgetter("ply"))]
    lines = [
        line for ply, lines_of_ply in reversed(moves) for line in _told_move(ply, lines_of_ply, names, replay)
    ]
    if given["first"] > 1:
        lines.append(part("games/log/earlier.html", id="log-earlier", replay=replay))
    return frame("games/log.html", {"lines": tuple(lines)}, id=given["id"])


def _told_move(ply: int, lines: Sequence[LogLine], names: Sequence[str], replay: str) -> Iterator[Part]:
    yield part("games/log/ply.html", id=f"ply-{ply}", ply=ply, replay=replay)
    for line in lines:
        yield part(line.template, id=line.id, event=line.event, names=names)
