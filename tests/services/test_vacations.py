"""Clocks that would begin while their owner is on vacation begin when it ends."""

import pytest
from django.utils import timezone

from games.models import Seat
from games.rules import registry
from games.selectors.clocks.measures import paces_of
from games.services.clocks.vacations import begin
from games.services.tables.agreements import be_awaited_again
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from games.services.tables.substitutes import answer_candidate, ask_for_bot_seat
from tests import botting
from tests.tables import DAYS, guest
from tests.talking import account

brainy = botting.brainy
pytestmark = pytest.mark.django_db


def test_who_is_awaited_again_has_their_time_after_the_vacation():
    anna, ben = account("Anna"), account("Ben")
    letters = next(pace for pace in paces_of(registry.get("karciane_miasto")).values() if pace.kind == "days")
    game = open_table(anna, Plan("karciane_miasto", 2, {}, listed=True, pace=letters))
    sit(game.pk, ben, "")
    for who in (anna, ben):
        begin(who.user_id, 7, timezone.now())
    seat = game.seats.exclude(acts_since=None).first()
    until = seat.user.profile.vacation_until
    Seat.objects.filter(pk=seat.pk).update(late_turns=2)
    be_awaited_again(game.pk, {anna.user_id: anna, ben.user_id: ben}[seat.user_id])
    seat.refresh_from_db()
    assert (seat.late_turns, seat.clock_from) == (0, until)


def test_so_has_who_comes_back_to_a_seat(brainy):
    anna, ben, cleo = account("Anna"), guest("Ben"), guest("Cleo")
    game = open_table(anna, Plan("demo", 3, {}, listed=True, pace=DAYS))
    for who in (ben, cleo):
        sit(game.pk, who, "")
    begin(anna.user_id, 7, timezone.now())
    leave(game.pk, anna)
    seat = game.seats.get(user=anna.user_id)
    wish = ask_for_bot_seat(game.pk, anna, seat.index)
    for who in (ben, cleo):
        answer_candidate(game.pk, who, wish.pk, agrees=True)
    seat.refresh_from_db()
    assert not seat.left
    assert seat.acts_since
    assert seat.clock_from == seat.user.profile.vacation_until
