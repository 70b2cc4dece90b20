"""Who is there: what signs say, and whom quick start leaves alone."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games.models import Delivery, Game, Notice, Profile
from games.rules.protocol import NotSeated
from games.selectors.clocks.arithmetic import NO_CLOCK, TimeControl
from games.selectors.clocks.signs import Sign, code_of, minutes_open, sign_of, signs_of
from games.services.company.arrivals import MOST_NEWCOMERS, choose_news
from games.services.company.presence import mark_seen
from games.services.delivery.outbox import send_due
from games.services.tables.leaving import leave
from games.services.tables.quick_start import QuickStart, quick_start
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account
from tests.tables import DAYS, LIVE, guest, row, running

pytestmark = pytest.mark.django_db(transaction=True)
DEMO = QuickStart("demo")
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def gone(game, seat, span):
    """Let the seat's holder have been seen, and awaited if they are to move, so long ago."""
    past = timezone.now() - span
    game.seats.filter(index=seat).update(seen_at=past)
    game.seats.filter(index=seat, acts_since__isnull=False).update(acts_since=past)


def opened(host=None, seats=2, pace=NO_CLOCK):
    return open_table(host or guest("Host"), Plan("demo", seats, {}, listed=True, pace=pace))


def reached(name):
    """Return an account with an address that gets mail."""
    viewer = account(name)
    EmailAddress.objects.create(
        user_id=viewer.user_id, email=f"{name}@example.org", verified=True, primary=True
    )
    return viewer


# What signs say.


@pytest.mark.parametrize(
    ("span", "presence", "minutes"),
    [
        (34 * SECOND, "here", 0),
        (36 * SECOND, "reconnecting", 0),
        (61 * SECOND, "away", 1),
        (4 * MINUTE, "away", 3),
        (36 * MINUTE, "away", 30),
        (7 * 60 * MINUTE, "away", 360),
        (50 * 60 * MINUTE, "away", 2880),
    ],
)
def test_a_sign_ages_in_steps(span, presence, minutes):
    game = opened()
    gone(game, 0, span)
    assert sign_of(game, row(game, 0), timezone.now()) == Sign(0, presence, minutes)


def test_who_was_never_seen_is_away_and_bots_and_left_seats_are_never_missed():
    game, _ = running()
    game.seats.update(seen_at=None)
    seats = list(game.seats.all())
    assert sign_of(game, seats[0], timezone.now()).presence == "away"
    seats[0].bot, seats[1].left = 2, True
    assert [sign.presence for sign in signs_of(game, seats, timezone.now())] == ["here", "here"]


def test_where_moves_take_days_nobody_reads_for_how_long_somebody_is_away():
    game, _ = running(pace=DAYS)
    gone(game, 0, 60 * MINUTE)
    sign = sign_of(game, row(game, 0), timezone.now())
    assert (sign.presence, sign.minutes, sign.is_silent) == ("away", 0, False)


def test_a_page_names_what_it_shows_in_a_few_letters():
    assert code_of([Sign(0), Sign(1, "away", 5, True), Sign(2, "reconnecting")], "calm") == "ha5!r"
    assert code_of([Sign(0), Sign(1, bot=3), Sign(2, is_silent=True, bot=4)], "calm") == "hb3b4!c"


def test_waiting_is_told_by_the_minute_and_later_by_the_hour():
    now = timezone.now()
    spans = [(0, 0), (59, 59), (61, 60), (150, 120)]
    assert [minutes_open("open", now - told * MINUTE, now) for told, _ in spans] == [m for _, m in spans]
    assert minutes_open("running", now - 5 * MINUTE, now) == 0


# Whom quick start meets.


def test_quick_start_deals_nobody_in_with_somebody_who_is_gone():
    game = opened()
    gone(game, 0, 36 * MINUTE)
    met = quick_start(guest("Ben"), DEMO)
    assert met.pk != game.pk
    assert met.is_open


@pytest.mark.parametrize(("span", "meets"), [(55 * SECOND, True), (65 * SECOND, False)])
def test_who_lost_the_connection_has_a_minute_of_grace(span, meets):
    game = opened()
    gone(game, 0, span)
    assert (quick_start(guest("Ben"), DEMO).pk == game.pk) == meets


def test_nobody_at_the_table_may_be_gone_not_only_its_host():
    game = opened(seats=3)
    sit(game.pk, guest("Ben"), "")
    gone(game, 1, 5 * MINUTE)
    assert quick_start(guest("Cleo"), DEMO).pk != game.pk


def test_who_comes_back_is_met_again():
    game = opened()
    gone(game, 0, 36 * MINUTE)
    mark_seen([row(game, 0).pk], timezone.now())
    assert quick_start(guest("Ben"), DEMO).pk == game.pk


def test_who_asked_to_be_told_is_met_and_told_at_once():
    anna = reached("anna")
    game = opened(anna)
    choose_news(game.pk, anna, wanted=True)
    gone(game, 0, 36 * MINUTE)
    assert quick_start(guest("Ben"), DEMO).pk == game.pk
    assert Notice.objects.get(user_id=anna.user_id).data == {"name": "Ben"}
    told = Delivery.objects.get(kind="joined")
    assert (told.channel, told.user_id, told.state) == ("mail", anna.user_id, "waiting")
    assert told.due_at <= timezone.now()
    assert not row(game, 0).wants_news


def test_who_asked_but_can_no_longer_be_told_is_not_met():
    anna = reached("anna")
    game = opened(anna)
    choose_news(game.pk, anna, wanted=True)
    gone(game, 0, 36 * MINUTE)
    EmailAddress.objects.filter(user_id=anna.user_id).delete()
    assert quick_start(guest("Ben"), DEMO).pk != game.pk


def test_who_comes_after_a_newcomer_has_left_is_told_of_too():
    anna, ben = reached("anna"), guest("Ben")
    game = opened(anna, seats=3)
    choose_news(game.pk, anna, wanted=True)
    gone(game, 0, 36 * MINUTE)
    sit(game.pk, ben, "")
    leave(game.pk, ben)
    sit(game.pk, guest("Cleo"), "")
    assert row(game, 1).name == "Cleo"
    assert Delivery.objects.filter(kind="joined").count() == 2


def test_nobody_fills_a_mailbox_by_sitting_down_again_and_again():
    anna, ben = reached("anna"), guest("Ben")
    game = opened(anna, seats=3)
    choose_news(game.pk, anna, wanted=True)
    gone(game, 0, 36 * MINUTE)
    for _ in range(MOST_NEWCOMERS + 2):
        sit(game.pk, ben, "")
        leave(game.pk, ben)
    assert Delivery.objects.filter(kind="joined").count() == MOST_NEWCOMERS
    assert Notice.objects.filter(kind="joined").count() == MOST_NEWCOMERS


def test_what_is_sent_names_the_table_and_nobody(mailoutbox):
    anna = reached("anna")
    game = opened(anna)
    choose_news(game.pk, anna, wanted=True)
    gone(game, 0, 36 * MINUTE)
    sit(game.pk, guest("Ben"), "")
    send_due(timezone.now())
    (mail,) = mailoutbox
    assert mail.subject == "A player joined your Demo table"
    assert str(game.pk) in mail.body
    assert "Ben" not in mail.body


@pytest.mark.parametrize(("who", "mails"), [("newcomer", 0), ("somebody else", 1)])
def test_nothing_is_sent_of_a_newcomer_who_has_left(mailoutbox, who, mails):
    anna, ben, cleo = reached("anna"), guest("Ben"), guest("Cleo")
    game = opened(anna, seats=4)
    sit(game.pk, cleo, "")
    choose_news(game.pk, anna, wanted=True)
    gone(game, 0, 36 * MINUTE)
    sit(game.pk, ben, "")
    leave(game.pk, ben if who == "newcomer" else cleo)
    send_due(timezone.now())
    assert len(mailoutbox) == mails
    assert Delivery.objects.count() == mails


def test_who_looks_at_the_table_is_not_told_what_they_see():
    anna = reached("anna")
    game = opened(anna, seats=3)
    choose_news(game.pk, anna, wanted=True)
    sit(game.pk, guest("Ben"), "")
    assert not Delivery.objects.exists()
    assert row(game, 0).wants_news


def test_only_who_can_be_reached_may_ask_to_be_told():
    lonely, visitor = account("lonely"), guest("Visitor")
    for viewer in (lonely, visitor):
        game = opened(viewer)
        with pytest.raises(NotSeated):
            choose_news(game.pk, viewer, wanted=True)
    Profile.objects.filter(user_id=lonely.user_id).update(webhook="https://example.org/hook")
    choose_news(Game.objects.get(seats__user_id=lonely.user_id).pk, lonely, wanted=True)


def test_with_a_live_clock_being_told_is_not_enough():
    anna = reached("anna")
    game = opened(anna, pace=LIVE)
    with pytest.raises(NotSeated):
        choose_news(game.pk, anna, wanted=True)
    game.seats.update(wants_news=True)
    gone(game, 0, 5 * MINUTE)
    assert quick_start(guest("Ben"), DEMO).pk != game.pk


def test_where_moves_take_days_whoever_hears_of_their_turns_need_not_be_there():
    days = TimeControl("days", 86400)
    heard, unheard = opened(reached("anna"), pace=days), opened(guest("Ben"), pace=days)
    for game in (heard, unheard):
        gone(game, 0, 5 * MINUTE)
    wish = QuickStart("demo", "days")
    assert quick_start(guest("Cleo"), wish).pk == heard.pk
    assert quick_start(guest("Dora"), wish).pk != unheard.pk
