"""The City Council vote about a Rebuild, step by step (section 9)."""

from games.rules.karciane_miasto.act.piles import BASE, put_on_top, put_under
from games.rules.karciane_miasto.act.play import Play, Steps, clockwise
from games.rules.karciane_miasto.act.triggers import fire
from games.rules.karciane_miasto.city_events import (
    Declared,
    VoteBegan,
    VoteEnded,
)
from games.rules.karciane_miasto.effects.council import council, sums, verdict
from games.rules.karciane_miasto.flow.windows import open_window
from games.rules.karciane_miasto.moves import AnyMove
from games.rules.karciane_miasto.state import Question, Vote
from games.rules.karciane_miasto.tasks import Do, Fired
from games.rules.records import renewed


def motion(play: Play) -> None:
    """Hold a vote about the Rebuild (KM-68)."""
    build = play.build
    assert build is not None and build.cell is not None
    play.vote = Vote((None,) * len(play.players))
    play.told.append(VoteBegan(play.turn.active, build.card, *build.cell))
    play.first_do(Do("declare"), Do("window_vote"), Do("count"))


def declare(play: Play) -> None:
    """Ask the next player for a declaration, the applicant last (KM-69)."""
    assert play.vote is not None
    for seat in clockwise(play, play.turn.active):
        if play.vote.declared[seat] is None:
            play.question = Question("vote", seat, ("vote for", "vote against"))
            play.agenda.append(Do("declare"))
            return


def declared(play: Play, seat: int, move: AnyMove) -> None:
    """Declare FOR or AGAINST, openly (KM-69)."""
    assert play.vote is not None
    side = move.words == ("for",)
    play.vote = renewed(
        play.vote, declared=tuple([side if at == seat else one for at, one in enumerate(play.vote.declared)])
    )
    play.told.append(Declared(seat, side))


def window_vote(play: Play) -> None:
    """Open the window of the vote (KM-70)."""
    open_window(play, "vote")


def count(play: Play) -> None:
    """Count, and let Reactions to the result happen; a cancelled vote has none (KM-71 to KM-76)."""
    vote, seat = play.vote, play.turn.active
    assert vote is not None
    if vote.cancelled:
        play.first_do(Do("voted_down"))
        return
    won, unanimous = verdict(council(play))
    play.vote = renewed(vote, won=won, unanimous=unanimous)
    play.told.append(VoteEnded(seat, won, unanimous, sums(play)))
    play.first_do(Do("voted") if won else Do("voted_down"))
    fire(play, Fired("vote_ended", seat))


def voted(play: Play) -> None:
    """Go on with Step 3 (KM-75)."""
    play.vote = None
    play.first_do(Do("goods"))


def voted_down(play: Play) -> None:
    """Put the card of a lost or cancelled vote where it belongs; the Build phase is over (KM-75, KM-76)."""
    build = play.build
    assert build is not None
    if build.pile == BASE:
        put_under(play, build.card)
    else:
        put_on_top(play, build.card)
    play.build = renewed(build, card="")
    play.vote = None
    play.first_do(Do("build_end"))


STEPS: Steps = {
    "motion": motion,
    "declare": declare,
    "window_vote": window_vote,
    "count": count,
    "voted": voted,
    "voted_down": voted_down,
}
