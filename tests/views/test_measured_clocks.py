"""Who is asked always is asked for a moment without a response: no clock and no log tells others so (KM-83)."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from games.models import Game
from games.rules.karciane_miasto import RULESET
from games.rules.karciane_miasto.settings import Wishes
from games.selectors.clocks import measures
from games.selectors.clocks.arithmetic import NO_CLOCK, TimeControl
from games.selectors.stored.position import keep_state, load_state
from games.services.clocks import timekeeping
from games.services.play import turns
from games.services.upkeep.referee import tick
from tests.tables import LIVE, fresh, play, row, run_out, running, tick_then
from tests.views.opening import table_of

pytestmark = pytest.mark.django_db(transaction=True)
PACE = TimeControl(Game.Pace.LIVE, base=150, on_expiry=Game.Expiry.DEFAULT, measure="live")
ALWAYS = Wishes(asks=("always",) * 4)
RESPONSE, NONE = "K03", "S01"
CLOCK = '<time id="time-%d"[^>]* datetime="([^"]*)"'


def asked(card, pace=PACE):
    """Return a game in which one player begins to build and the other, with this card in hand, is asked."""
    game, viewers = running("karciane_miasto", pace=pace)
    for viewer in viewers:
        play(game, viewer, "deck neighbours", key="first")
    state = load_state(game)
    other = 1 - state.turn.active
    players = list(state.players)
    players[other] = holding(players[other], card)
    keep_state(game, replace(state, players=tuple(players)))
    game.save()
    play(game, viewers[1 - other], "build")
    assert load_state(game).question.seat == other
    return game, viewers[1 - other], viewers[other], other


def holding(player, card):
    """Return a player who wants to be asked always and holds this one card of the deck."""
    rest = [*player.hand, *player.deck]
    rest.remove(card)
    return replace(player, hand=(card,), deck=tuple(rest), wishes=ALWAYS)


def seconds_shown(game, seat, viewer):
    """Return how long the clock of a seat runs, as a page says."""
    ends = datetime.fromisoformat(re.search(CLOCK % seat, table_of(game, viewer))[1])
    return (ends - game.seats.get(index=seat).clock_from).total_seconds()


def test_km_84_the_time_to_choose_a_deck_runs_from_the_deal_on():
    game, viewers = running("karciane_miasto", pace=PACE)
    assert all(seat.clock_from == game.started_at for seat in game.seats.all())
    play(game, viewers[0], "deck neighbours", key="first")
    tick_then(game.started_at + timedelta(seconds=PACE.base + 5))
    assert load_state(fresh(game)).players[1].deck_name


@pytest.fixture(params=[0.0, 0.52, 0.99])
def share(request, monkeypatch):
    """Return what is drawn for whoever is asked."""
    monkeypatch.setattr(timekeeping, "_RANDOM", SimpleNamespace(random=lambda: request.param))
    return request.param


@pytest.mark.parametrize("card", [RESPONSE, NONE])
def test_others_see_the_clock_of_a_response_whatever_the_hand_holds(card, share):
    game, active, other, seat = asked(card)
    own = 15 if card == RESPONSE else 3 + share * 12
    # A page shows whole seconds.
    assert own - 1 < seconds_shown(game, seat, other) <= own
    assert 14 < seconds_shown(game, seat, active) <= 15


@pytest.mark.parametrize("card", [RESPONSE, NONE])
def test_only_of_a_response_the_log_says_that_its_time_ran_out(card):
    game, active, other, seat = asked(card)
    run_out(game, seat)
    tick(timezone.now())
    game.refresh_from_db()
    assert game.records.get(ply=game.ply).notation == "pass"
    for viewer in (active, other):
        assert ("ran out of time" in table_of(game, viewer)) == (card == RESPONSE)


@pytest.mark.parametrize("pace", [NO_CLOCK, LIVE])
@pytest.mark.parametrize(("card", "passes"), [(NONE, True), (RESPONSE, False)])
def test_who_is_asked_without_a_response_passes_also_where_no_decision_is_measured(pace, card, passes, share):
    game, active, _, seat = asked(card, pace)
    began = row(game, seat).acts_since
    game.refresh_from_db()
    wait = 3 + share * 12
    for seconds, moved_on in ((wait - 0.01, False), (wait + 0.001, passes)):
        tick(began + timedelta(seconds=seconds))
        assert (Game.objects.get(pk=game.pk).ply > game.ply) == moved_on
    assert "ran out of time" not in table_of(game, active)


@pytest.mark.parametrize("pace", [NO_CLOCK, PACE])
@pytest.mark.parametrize("card", [RESPONSE, NONE])
def test_the_wait_is_drawn_for_everybody_who_is_asked_before_the_hand_is_looked_at(monkeypatch, pace, card):
    drawn = iter([n / 100 for n in range(100)])
    monkeypatch.setattr(timekeeping, "_RANDOM", SimpleNamespace(random=lambda: next(drawn)))
    seen = []
    limit = RULESET.clocks.kind_of
    monkeypatch.setattr(measures, "limits", lambda game, *rest: seen.append(shares(game)) or {})
    monkeypatch.setattr(turns, "limits", measures.limits)
    game, _, _, seat = asked(card, pace)
    assert limit(load_state(game), seat) == ("response" if card == RESPONSE else "moment")
    assert shares(game) == seen[-1]
    assert shares(game)[seat] > 0


def shares(game):
    return dict(game.seats.values_list("index", "wait_share"))


def test_the_wait_stays_while_others_change_their_settings(share):
    game, active, *_ = asked(NONE)
    before = shares(game)
    play(game, active, "auto_order off")
    assert shares(game) == before
    assert game.records.get(ply=game.ply).notation == "auto_order off"


def test_others_settings_put_off_no_pass_that_comes_by_itself(share):
    """Who could put it off would learn by that whether a clock passes or a person."""
    game, active, _, seat = asked(NONE, NO_CLOCK)
    game.seats.filter(index=seat).update(acts_since=timezone.now() - timedelta(seconds=20))
    play(game, active, "auto_order off")
    tick(timezone.now())
    assert [made.notation for made in game.records.order_by("ply")][-2:] == ["auto_order off", "pass"]
