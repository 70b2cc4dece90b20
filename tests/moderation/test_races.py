"""At a barrier: a ban against a move, two reports that are the same."""

from collections import Counter

import pytest

from games.models import Report
from games.selectors.players.sanctions import Banned
from games.selectors.viewers import Viewer
from games.services.play.door import Order, play_move
from tests.moderation.people import account, banned, moderator, reported, viewer
from tests.security.test_races import mover
from tests.tables import fresh, guest, running
from tests.threads import at_once, each_at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_after_a_ban_is_committed_no_move_of_that_person_is(emptied_log):
    outcomes, desk = Counter(), moderator()
    for _ in range(20):
        game, viewers = running()

        def ban(who=viewers[0], game=game):
            banned(desk, who)
            return fresh(game).ply

        ply_at_ban, moved = at_once(ban, mover(game, viewers[0], "pick 3", 0, "p0"))
        assert moved == 1 or isinstance(moved, Banned)
        assert fresh(game).ply == ply_at_ban == (moved == 1)
        outcomes[type(moved)] += 1
        with pytest.raises(Banned):
            play_move(game.pk, viewers[0], Order("boast", 0, "after"))
    assert sum(outcomes.values()) == 20


def test_many_who_report_the_same_at_once_fold_into_one(emptied_log):
    ben = viewer(account("Ben"))
    people = [guest(f"Guest {number}") for number in range(8)]
    each_at_once(lambda number: reported(people[number], ben), 8)
    assert Report.objects.filter(folded_into=None).count() == 1
    assert Report.objects.count() == 8


def test_a_double_click_reports_once(emptied_log):
    ben, anna = viewer(account("Ben")), guest("Anna")
    answers = each_at_once(lambda _: reported(Viewer(guest_id=anna.guest_id), ben), 8)
    assert len({answer.pk for answer in answers}) == 1
