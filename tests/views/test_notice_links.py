"""Where notices lead: to games that their reader may see, and to whatever rematch there is."""

import re

import pytest

from games.models import Game
from games.services.moderation import desk
from games.services.notices.inbox import tell
from games.services.tables.invites import decline, invite
from games.services.tables.leaving import leave
from games.services.tables.rematches import rematch
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, signed_in
from tests.finished import finished
from tests.moderation.people import moderator
from tests.views.opening import text_of, url

pytestmark = pytest.mark.django_db
LINK = re.compile(r'href="(/games/[0-9a-f-]{36}/[^"]*)"')
OF_A_TABLE = [
    "back", "clock_reminder", "ended_by_others", "invited", "joined", "rematch", "seat_lost", "staff_ended",
    "staff_freed", "time_over",
]  # fmt: skip


@pytest.fixture
def anna():
    return account("anna")


@pytest.fixture
def ben():
    return account("ben")


def read(viewer):
    """Return the page of what somebody was told, and where its notices of games lead."""
    page = text_of(signed_in(viewer).get("/you/notices/"))
    return page, LINK.findall(page)


def followed(viewer, address):
    """Return where a link takes somebody in the end."""
    answer = signed_in(viewer).get(address, follow=True)
    assert answer.status_code == 200
    return answer.redirect_chain[-1][0] if answer.redirect_chain else address


@pytest.mark.parametrize("kind", OF_A_TABLE)
def test_a_notice_leads_to_a_game_only_while_its_reader_may_see_it(anna, ben, kind):
    game = open_table(anna, Plan("demo", 3, {}))
    sit(game.pk, ben, "")
    tell(ben, kind, game, by="Anna", name="Anna", reason="Because")
    (link,) = read(ben)[1]
    followed(ben, link)
    leave(game.pk, ben)
    page, links = read(ben)
    assert (page.count('class="panel notice'), links) == (1, [])


def test_who_declined_or_was_removed_is_not_led_to_the_table(anna, ben):
    game = open_table(anna, Plan("demo", 3, {}))
    invite(game.pk, anna, name="ben")
    assert read(ben)[1] == [url("sit", game)]
    decline(game.pk, ben)
    assert read(ben)[1] == []
    game = open_table(anna, Plan("demo", 3, {}))
    sit(game.pk, ben, "")
    desk.free_seat(moderator(), game.pk, 1, "Gone for a week")
    page, links = read(ben)
    assert "A moderator removed you from a table." in page
    assert links == []


def test_a_call_to_a_rematch_leads_to_the_one_there_is(anna, ben):
    game = finished([anna, ben], [9, 1], listed=False)
    first = rematch(game.pk, anna, "")
    assert followed(ben, read(ben)[1][0]) == url("sit", first)
    leave(first.pk, anna)
    second = rematch(game.pk, anna, "")
    assert Game.objects.get(pk=first.pk).rematch_of is None
    assert {followed(ben, link) for link in read(ben)[1]} == {url("sit", second)}
    assert len(read(ben)[1]) == 2
    sit(second.pk, ben, "")
    assert {followed(ben, link) for link in read(ben)[1]} == {url("table", second)}
