"""Acts that are for somebody else: not offered where that is known, and refused with what was written kept."""

import pytest

from games.selectors.players.sanctions import Kind
from games.services.moderation.appeals import appeal
from games.services.rights.staff import ADMINISTRATORS, Staff
from tests.moderation.people import account, banned, browser, staff, viewer
from tests.moderation.test_desk import act, page
from tests.views.opening import text_of

pytestmark = pytest.mark.django_db


def test_a_refused_act_keeps_what_was_written():
    by, ben = Staff(staff()), account("Ben")
    staff()
    objection = appeal(viewer(ben), banned(by, viewer(ben)).pk, "Why?")
    form = {"decision": "keep", "answer": "Because of what was said"}
    answer = browser(by.user).post(act(objection, "decide"), form)
    assert answer.status_code == 422
    assert "You made this decision, so another moderator must decide the appeal." in text_of(answer)
    assert "Because of what was said" in text_of(answer)


def test_nothing_is_offered_that_a_colleague_must_do():
    me, colleague, ben = Staff(staff()), Staff(staff(ADMINISTRATORS)), account("Ben")
    mine, against_me = banned(me, viewer(ben)), banned(colleague, viewer(me.user), Kind.CHAT)
    rows = [mine, appeal(viewer(ben), mine.pk, "Why?"), against_me]
    for who, offered in ((me.user, [True, False, False]), (colleague.user, [True, True, True])):
        assert ["/act/" in text_of(browser(who).get(page(row))) for row in rows] == offered
