"""Offers: the commitment before the contribution, taken once; the keys behind them, a day's each."""

import hmac
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games import fair
from games.models import Game, OfferKey, Seat
from games.rules import registry
from games.services.storage import offers
from games.services.storage.offers import LIFE, OfferError, Taken, new_offer, read_offer, take
from games.services.tables.leaving import abort, leave
from games.services.tables.quick_start import QuickStart, quick_start
from games.services.tables.rematches import rematch
from games.services.tables.seating import Plan, open_table, sit
from games.services.upkeep import housekeeping
from tests.botting import BRAINY, against_bots
from tests.tables import fresh, guest
from tests.threads import each_at_once

pytestmark = pytest.mark.django_db
ME, OTHER = "a" * 32, "b" * 32
KEY = bytes.fromhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
DEAL = "00000000-0000-4000-8000-000000000002"


@pytest.fixture
def later(monkeypatch):
    """Return a function that lets so much time pass for offers."""

    def later(span):
        moment = timezone.now() + span
        monkeypatch.setattr(offers.timezone, "now", lambda: moment)
        return moment

    return later


def opened(offer, host=None, seats=2):
    host = host or guest("Hanna")
    return take(offer, lambda deal: open_table(host, Plan("demo", seats, {}, deal=deal)))


def refusal(text, secret=ME):
    with pytest.raises(OfferError) as refused:
        read_offer(text, secret)
    return refused.value.reason


# What an offer is


def test_the_seed_of_a_deal_is_what_the_specification_says():
    message = b"\0\0\0\x16card-city/fair/2/offer" + b"\0\0\0\x24" + DEAL.encode()
    assert fair.offered_deal(KEY, DEAL).server_seed == hmac.digest(KEY, message, "sha256")


def test_the_table_has_the_commitment_that_was_offered_and_its_seed():
    offer = new_offer(ME)
    game = opened(read_offer(str(offer), ME))
    assert (str(game.deal_id), game.commitment) == (offer.deal_id, offer.commitment)
    assert fair.commitment(offer.deal_id, bytes(game.secret.server_seed)) == offer.commitment


def test_two_offers_have_nothing_in_common():
    one, other = new_offer(ME), new_offer(ME)
    assert one.deal_id != other.deal_id
    assert one.commitment != other.commitment


def test_what_is_opened_without_a_page_has_a_new_random_deal():
    games = [open_table(guest("Hanna"), Plan("demo", 2, {})) for _ in range(2)]
    assert len({game.deal_id for game in games} - {None}) == 2
    assert not OfferKey.objects.exists()
    assert not Seat.objects.exclude(offer=None).exists()


# What is refused


def test_an_offer_is_good_for_two_hours(later):
    text = str(new_offer(ME))
    later(LIFE - timedelta(seconds=5))
    assert str(read_offer(text, ME)) == text
    later(timedelta(seconds=5))
    assert refusal(text) == offers.EXPIRED


def test_an_offer_is_for_one_visitor_only():
    assert refusal(str(new_offer(OTHER))) == offers.NOT_YOURS


@pytest.mark.parametrize(
    "text", ["", "x", "....", f"{DEAL}.{'0' * 64}.9999999999.", "\0", "١" * 40, "a" * 5000]
)
def test_what_is_no_offer_is_refused(text):
    assert refusal(text) == offers.NOT_YOURS


@pytest.mark.parametrize(
    "forged",
    [{"deal_id": DEAL}, {"commitment": "0" * 64}, {"expires": 99999999999}, {"mac": "0" * 64}],
    ids=lambda forged: next(iter(forged)),
)
def test_a_part_that_was_changed_is_noticed(forged):
    assert refusal(str(replace(new_offer(ME), **forged))) == offers.NOT_YOURS


def test_an_offer_whose_seed_has_another_commitment_opens_nothing():
    """Whoever could make MACs, or had another key of the day, cannot change what the page has shown."""
    true = new_offer(ME)
    other = replace(true, commitment="0" * 64)
    forged = replace(other, mac=offers._mac(other.deal_id, other.commitment, other.expires, ME))
    with pytest.raises(OfferError) as refused:
        opened(read_offer(str(forged), ME))
    assert refused.value.reason == offers.NOT_YOURS
    assert not Game.objects.exists()


# Taken once


def test_an_offer_leads_to_one_table():
    offer, hanna = new_offer(ME), guest("Hanna")
    game = opened(offer, hanna)
    for _ in range(2):
        with pytest.raises(Taken) as taken:
            opened(offer, hanna)
        assert (taken.value.seat.game, taken.value.seat.guest_id) == (game, hanna.guest_id)
    assert Game.objects.count() == 1


def test_a_seat_at_the_table_of_another_is_what_the_offer_was_taken_for():
    """Playing now found a table: pressed once more it opens none beside it."""
    waiting = open_table(guest("Hanna"), Plan("demo", 3, {}, listed=True))
    offer, ben = new_offer(ME), guest("Ben")
    press = partial(take, offer, lambda deal: quick_start(ben, QuickStart("demo", deal=deal)))
    assert press() == waiting
    with pytest.raises(Taken) as taken:
        press()
    assert taken.value.seat.game == waiting
    assert Game.objects.count() == 1
    assert str(fresh(waiting).deal_id) != offer.deal_id


def test_a_bots_seat_is_what_the_offer_was_taken_for_too(monkeypatch):
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)
    running, _anna = against_bots(2, 2, newcomers=True)
    offer, ben = new_offer(ME), guest("Ben")
    press = partial(take, offer, lambda deal: quick_start(ben, QuickStart("demo", deal=deal)))
    assert press() == running
    with pytest.raises(Taken) as taken:
        press()
    assert taken.value.seat.game == running
    assert Game.objects.count() == 1


def test_a_contribution_goes_to_no_table_whose_commitment_was_not_on_the_page():
    waiting = open_table(guest("Hanna"), Plan("demo", 3, {}, listed=True))
    ben, cleo = guest("Ben"), guest("Cleo")
    wish = QuickStart("demo", client_seed="for the offer")
    assert quick_start(ben, wish) == waiting
    assert bytes(waiting.seats.get(index=1).client_seed) == b""
    leave(waiting.pk, ben)
    Game.objects.update(listed=False)
    own = quick_start(cleo, wish)
    assert bytes(own.seats.get().client_seed) == b"for the offer"


@pytest.mark.parametrize("alone", [True, False])
def test_the_offer_of_a_table_that_was_left_opens_no_second(alone):
    offer, hanna = new_offer(ME), guest("Hanna")
    game = opened(offer, hanna, seats=3)
    if not alone:
        sit(game.pk, guest("Ben"), "")
    leave(game.pk, hanna)
    with pytest.raises(OfferError) as refused:
        opened(offer, hanna)
    assert refused.value.reason == offers.USED


def test_the_offer_of_a_game_that_is_over_opens_no_second():
    offer, hanna = new_offer(ME), guest("Hanna")
    abort(opened(offer, hanna))
    with pytest.raises(OfferError) as refused:
        opened(offer, hanna)
    assert refused.value.reason == offers.USED


def test_a_rematch_takes_its_offer_too():
    hanna, ben = guest("Hanna"), guest("Ben")
    game = open_table(hanna, Plan("demo", 2, {}))
    sit(game.pk, ben, "")
    abort(fresh(game))
    offer = new_offer(ME)
    after = take(offer, partial(rematch, game.pk, hanna, "mine"))
    assert (after.commitment, str(after.deal_id)) == (offer.commitment, offer.deal_id)
    # The other's page has an offer of its own, which is left: there is a table already.
    assert take(new_offer(OTHER), partial(rematch, game.pk, ben, "his")) == after


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["table", "quick"])
def test_of_many_who_take_one_offer_at_once_one_opens_and_the_others_are_led_there(act):
    people, offer = [guest(f"Guest {number}") for number in range(8)], new_offer(ME)

    def press(number):
        def open_one(deal):
            if act == "quick":
                return quick_start(people[number], QuickStart("demo", deal=deal))
            return open_table(people[number], Plan("demo", 3, {}, deal=deal))

        try:
            return take(offer, open_one).pk
        except Taken as taken:
            return taken.seat.game_id

    assert len(set(each_at_once(press, 8))) == 1
    assert Game.objects.get().seats.count() == 1


# Keys


def test_a_day_has_one_key_which_all_processes_share(django_assert_num_queries):
    offer = new_offer(ME)
    with django_assert_num_queries(0):
        new_offer(ME)
    # Another process, which has made no page yet.
    offers._kept.clear()
    with django_assert_num_queries(1):
        other = new_offer(OTHER)
    assert OfferKey.objects.count() == 1
    for each in (offer, other):
        offers._kept.clear()
        assert opened(each).commitment == each.commitment


@pytest.mark.django_db(transaction=True)
def test_processes_that_begin_a_day_at_once_agree_on_its_key():
    def begin(_):
        offers._kept.clear()
        return offers._stored_key(timezone.now().date())

    assert len(set(each_at_once(begin, 8))) == 1
    assert OfferKey.objects.count() == 1


def test_an_offer_of_last_evening_is_good_after_midnight(later):
    midnight = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    later(midnight - timedelta(hours=1) - timezone.now())
    offer = new_offer(ME)
    later(midnight + timedelta(minutes=30) - timezone.now())
    assert new_offer(ME).day > offer.day
    assert opened(read_offer(str(offer), ME)).commitment == offer.commitment
    assert OfferKey.objects.count() == 2


def test_a_key_is_forgotten_after_two_days_and_its_seeds_with_it():
    offer, today = new_offer(ME), timezone.now()
    housekeeping.run(today + timedelta(days=1))
    assert OfferKey.objects.count() == 1
    housekeeping.run(today + timedelta(days=2))
    assert not OfferKey.objects.exists()
    with pytest.raises(OfferError) as refused:
        opened(offer)
    assert refused.value.reason == offers.EXPIRED
    assert not offers._kept


def test_a_process_keeps_no_key_of_another_day(later):
    new_offer(ME)
    later(timedelta(days=1))
    new_offer(ME)
    assert list(offers._kept) == [offers.timezone.now().date()]


def test_a_key_that_was_replaced_in_the_table_is_read_again():
    """As after a backup was restored: nobody is asked for the rest of the day to send their form again."""
    stale = new_offer(ME)
    OfferKey.objects.update(key=KEY)
    with pytest.raises(OfferError):
        opened(stale)
    renewed = new_offer(ME)
    assert opened(renewed).commitment == renewed.commitment


def test_keys_do_not_show_themselves():
    new_offer(ME)
    key = OfferKey.objects.get()
    assert (str(key), repr(list(offers._kept.values()))) == ("<hidden>", "[<hidden>]")
