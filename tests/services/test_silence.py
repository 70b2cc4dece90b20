"""What follows silence where no clock runs: the others wait, or decide what becomes of the seat."""

import pytest
from django.utils import timezone

from games.models import Game, Notice
from games.selectors.clocks.arithmetic import SILENCE, SPARED, is_silent
from games.selectors.tables.clocks import company_of
from games.services.clocks.timekeeping import LEFT_SEAT_DELAY
from games.services.company import arrivals
from games.services.company.presence import forgive_stop, mark_seen
from games.services.play.refusals import TableError
from games.services.tables.agreements import decide
from games.services.upkeep.referee import tick
from tests.services.test_presence import MINUTE, SECOND, gone
from tests.tables import DAYS, fresh, play, row, running

pytestmark = pytest.mark.django_db(transaction=True)


def silent():
    """Return a game without clocks that waits for somebody who is gone."""
    game, viewers = running()
    gone(game, 0, SILENCE["none"] + SECOND)
    return game, viewers


def test_before_three_minutes_nobody_decides():
    game, (_, ben) = running()
    gone(game, 0, SILENCE["none"] - 10 * SECOND)
    for choice in ("wait", "bot", "end"):
        with pytest.raises(TableError):
            decide(game.pk, ben, 0, choice)


def test_silence_counts_from_the_turn_and_ends_with_a_sign():
    game, (_, ben) = silent()
    game.seats.filter(index=0).update(acts_since=timezone.now() - MINUTE)
    with pytest.raises(TableError):
        decide(game.pk, ben, 0, "bot")
    gone(game, 0, 5 * MINUTE)
    mark_seen([row(game, 0).pk], timezone.now())
    with pytest.raises(TableError):
        decide(game.pk, ben, 0, "bot")


def test_the_others_may_go_on_without_them():
    game, (_, ben) = silent()
    decide(game.pk, ben, 0, "bot")
    assert row(game, 0).left
    tick(timezone.now() + LEFT_SEAT_DELAY)
    assert game.records.get(ply=1).actor == "referee"


def test_the_others_may_end_the_game():
    game, (anna, ben) = silent()
    decide(game.pk, ben, 0, "end")
    assert (fresh(game).status, fresh(game).ending) == (Game.Status.ABORTED, Game.Ending.AGREED)
    assert Notice.objects.get(guest_id=anna.guest_id).kind == "ended_by_others"


def test_who_waits_is_told_once_of_the_return_and_not_asked_meanwhile():
    game, (_, ben) = silent()
    decide(game.pk, ben, 0, "wait")
    assert row(game, 0).clock_from is None
    with pytest.raises(TableError):
        decide(game.pk, ben, 0, "end")
    for _time in range(2):
        mark_seen([row(game, 0).pk], timezone.now())
        gone(game, 0, SILENCE["none"] + SECOND)
    assert kinds(ben) == ["back"]
    assert not row(game, 1).wants_news


def kinds(viewer):
    return list(Notice.objects.filter(guest_id=viewer.guest_id).values_list("kind", flat=True))


def test_while_the_site_was_away_nobody_was_silent():
    game, (_, ben) = silent()
    gone(game, 1, SILENCE["none"] + SECOND)
    assert forgive_stop(timezone.now()) == 2
    with pytest.raises(TableError):
        decide(game.pk, ben, 0, "end")
    later = timezone.now() + SILENCE["none"]
    assert is_silent("none", row(game, 0), later)


def test_who_was_gone_before_the_site_was_away_still_is():
    game, (_, ben) = silent()
    gone(game, 0, 2 * SILENCE["none"])
    gone(game, 1, SILENCE["none"])
    assert forgive_stop(timezone.now()) == 1
    decide(game.pk, ben, 0, "bot")
    assert row(game, 0).left


def test_who_waits_is_told_of_the_one_they_wait_for_and_of_nobody_else():
    game, (_, ben, cleo) = running(seats=3)
    gone(game, 0, 5 * MINUTE)
    # They move one by one here: Cleo is as long gone as Anna, but nobody waits for her.
    gone(game, 2, 5 * MINUTE)
    decide(game.pk, ben, 0, "wait")
    mark_seen([row(game, 2).pk], timezone.now())
    assert (kinds(ben), row(game, 1).wants_news) == ([], True)
    mark_seen([row(game, 0).pk], timezone.now())
    assert (kinds(ben), kinds(cleo), row(game, 1).wants_news) == (["back"], [], False)


def test_who_waits_for_two_is_told_of_both():
    game, (_, ben, _cleo) = running(seats=3)
    past = timezone.now() - 5 * MINUTE
    game.seats.exclude(index=1).update(seen_at=past, acts_since=past)
    for index in (0, 2):
        decide(game.pk, ben, index, "wait")
    for index in (2, 0):
        mark_seen([row(game, index).pk], timezone.now())
    assert kinds(ben) == ["back", "back"]
    assert not row(game, 1).wants_news


@pytest.mark.parametrize("choice", ["bot", "default"])
def test_who_waited_and_then_lets_somebody_play_on_waits_no_longer(choice):
    game, (_, ben) = silent()
    decide(game.pk, ben, 0, "wait")
    game.seats.filter(index=0).update(spared_until=timezone.now() - SECOND)
    decide(game.pk, ben, 0, choice)
    assert not row(game, 1).wants_news
    assert not company_of(fresh(game), 1, timezone.now()).waits


def test_who_is_waited_for_and_moves_needs_no_waiting():
    game, (anna, ben) = silent()
    decide(game.pk, ben, 0, "wait")
    play(game, anna, "pick 3")
    assert not row(game, 1).wants_news
    assert row(game, 0).spared_until is None


def test_a_return_that_could_not_be_told_is_told_at_the_next_sign(monkeypatch):
    game, (_, ben) = silent()
    decide(game.pk, ben, 0, "wait")
    with monkeypatch.context() as broken:
        broken.setattr(arrivals, "tell", lambda *_args, **_more: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            mark_seen([row(game, 0).pk], timezone.now())
    assert row(game, 0).seen_at < timezone.now() - SILENCE["none"]
    mark_seen([row(game, 0).pk], timezone.now())
    assert kinds(ben) == ["back"]


def test_the_question_comes_again_after_a_while():
    game, (_, ben) = silent()
    decide(game.pk, ben, 0, "wait")
    game.seats.filter(index=0).update(spared_until=timezone.now() - SECOND)
    decide(game.pk, ben, 0, "bot")
    assert SPARED["none"] > SILENCE["none"]


def test_of_three_players_both_others_must_want_the_end_and_a_move_takes_it_off_the_table():
    game, (_, ben, cleo) = running(seats=3)
    gone(game, 0, 5 * MINUTE)
    decide(game.pk, ben, 0, "end")
    assert fresh(game).is_running
    play(game, cleo, "pick 3")
    assert not game.seats.filter(wants_end=True).exists()


@pytest.mark.parametrize("choice", ["wait", "bot", "end"])
def test_where_moves_take_days_silence_is_no_question(choice):
    game, (_, ben) = running(pace=DAYS)
    gone(game, 0, 60 * MINUTE)
    with pytest.raises(TableError):
        decide(game.pk, ben, 0, choice)
