"""What the table says of a game that was not played to its end."""

import re
from random import Random
from typing import NamedTuple

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from games.rules import registry
from games.rules.protocol import CHANCE
from games.selectors.stored.position import load_state, positions
from games.selectors.tables.rematches import rematch_shown
from games.services.moderation import desk
from games.services.play.door import play_default
from games.services.tables.leaving import abort
from games.services.tables.rematches import rematch
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, block
from tests.moderation.people import moderator
from tests.tables import guest, play, running, skip
from tests.views.opening import table_of
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", registry.SLUGS)
@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (Game.Ending.LEFT, "Everyone left"),
        (Game.Ending.EXPIRED, "No one played here for a long time"),
        (Game.Ending.AGREED, "The players ended the game"),
        (Game.Ending.STAFF, "A moderator ended the game"),
    ],
)
def test_it_says_why_and_shows_no_empty_result(slug, ending, words):
    game, viewers = running(slug)
    abort(Game.objects.get(pk=game.pk), ending)
    page = table_of(game, viewers[0])
    assert words in page
    assert 'id="result"' not in page


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_nobody_is_to_move_at_its_table_or_in_its_replay(slug):
    game, viewers = running(slug)
    assert "playing now" in table_of(game, viewers[0])
    desk.adjudicate(moderator(), game.pk, [1, 2], "They asked for it")
    replay = browser_of(viewers[0]).get(reverse("games:replay", args=[game.pk, game.ply])).content.decode()
    for page in (table_of(game, viewers[0]), replay):
        assert "playing now" not in page


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_replay_marks_whoever_was_to_move_at_every_ply_but_the_last(slug):
    game, viewers = running(slug)
    for _ in range(3):
        play_first(game, viewers)
    desk.adjudicate(moderator(), game.pk, [1, 2], "They asked for it")
    game.refresh_from_db()
    browser = browser_of(viewers[0])
    marked = [
        "playing now" in browser.get(reverse("games:replay", args=[game.pk, ply])).content.decode()
        for ply in range(game.ply + 1)
    ]
    to_act = registry.get(slug).to_act
    assert any(marked)
    assert marked == [bool(to_act(state) - {CHANCE}) for state in positions(game)[:-1]] + [False]


def play_first(game, viewers):
    """Play the first legal move of the first seat that is to move."""
    game.refresh_from_db()
    ruleset, state = registry.get(game.ruleset_slug), load_state(game)
    seat = min(ruleset.to_act(state))
    play(game, viewers[seat], str(ruleset.legal_moves(state, seat)[0]))


# What leaving says, before and after.


def left(game, viewer):
    """Leave by the form of the table; return the page that follows."""
    address = reverse("games:leave", args=[game.pk])
    return browser_of(viewer).post(address, follow=True).content.decode()


def test_somebody_alone_reads_of_nobody_else_when_leaving():
    game, (anna,) = running("point_city", seats=1)
    page = table_of(game, anna)
    assert "If you leave, this game ends without a result." in page
    assert "the others keep playing" not in page
    assert "You left the game. It ended without a result." in left(game, anna)


def test_who_leaves_is_told_what_became_of_the_game():
    game, (anna, ben) = running()
    assert "the others keep playing" in table_of(game, anna)
    assert "You left the game. The others keep playing." in left(game, anna)
    assert "You left the game. It ended without a result." in left(game, ben)


def test_who_leaves_before_the_start_is_told_so():
    host = guest("Host")
    game = open_table(host, Plan("demo", 2, {}))
    assert "You left the table." in left(game, host)


@pytest.mark.parametrize("listed", [True, False])
def test_who_presses_leave_twice_is_led_where_the_first_press_led(listed):
    game = open_table(guest("Host"), Plan("demo", 3, {}, listed=listed))
    gus = guest("Gus")
    sit(game.pk, gus, "")
    address, browser = reverse("games:leave", args=[game.pk]), browser_of(gus)
    answers = [browser.post(address) for _ in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, "/")] * 2
    assert browser_of(guest("Eve")).post(address).status_code == (403 if listed else 404)
    sit(game.pk, gus, "")
    assert browser.post(address).status_code == 302
    assert game.seats.count() == 1


@pytest.mark.parametrize("status", [Game.Status.FINISHED, Game.Status.ABORTED])
def test_who_leaves_what_is_over_already_reads_nothing_of_leaving(status):
    game, (anna, _) = running()
    Game.objects.update(status=status)
    address, browser = reverse("games:leave", args=[game.pk]), browser_of(anna)
    answer = browser.post(address, follow=True)
    assert answer.redirect_chain == [(reverse("games:table", args=[game.pk]), 302)]
    assert "You left" not in answer.content.decode()
    assert not game.seats.filter(left=True).exists()


# The call to a rematch.


def over():
    """Return a game that is over, and its players."""
    game, viewers = running()
    abort(Game.objects.get(pk=game.pk), Game.Ending.AGREED)
    return game, viewers


def test_the_others_read_who_wants_a_rematch_until_they_sit_there():
    game, (anna, ben) = over()
    assert "data-called" not in table_of(game, ben)
    after = rematch(game.pk, anna, "")
    assert "<bdi>Player 0</bdi> wants a rematch." in table_of(game, ben)
    assert "data-called" in table_of(game, ben)
    for viewer in (anna, guest("Watcher")):
        assert "data-called" not in table_of(game, viewer)
    sit(after.pk, ben, "")
    assert "data-called" not in table_of(game, ben)


def test_whoever_blocked_them_is_not_called():
    game, _ = over()
    anna, ben = account("anna"), account("ben")
    for seat, viewer in zip(game.seats.all(), (anna, ben), strict=True):
        seat.user_id, seat.guest = viewer.user_id, None
        seat.save()
    block(ben, anna)
    rematch(game.pk, anna, "")
    assert rematch_shown(Game.objects.get(pk=game.pk), 1).by == ""


def test_the_places_a_moderator_gave_stand_there_the_best_first():
    game, viewers = running("machi_koro_2")
    desk.adjudicate(moderator(), game.pk, [2, 1], "They asked for it")
    assert re.findall(r"<li>(\d)\. <bdi>(.+?)</bdi>", table_of(game, viewers[0])) == [
        ("1", "Player 1"),
        ("2", "Player 0"),
    ]


# Who won.


class Row(NamedTuple):
    """How a city ended, as far as the heading of a result looks at it."""

    seat: int | None
    place: int


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({0: 2, 1: 1}, "<bdi>Ben</bdi> wins!"),
        ({0: 1, 1: 3, 2: 1}, "<bdi>&lt;Ann&gt;</bdi>, <bdi>Cid</bdi> share the victory!"),
        ({0: 1, None: 2}, "<bdi>&lt;Ann&gt;</bdi> wins!"),
        ({0: 2, None: 1}, "<bdi>Automa</bdi> wins!"),
        ({0: 1, None: 1}, "<bdi>&lt;Ann&gt;</bdi>, <bdi>Automa</bdi> share the victory!"),
        ({0: 1}, "Final result"),
    ],
)
def test_a_result_says_who_won(places, said):
    names = ("<Ann>", "Ben", "Cid")
    rows = [Row(seat, place) for seat, place in places.items()]
    heading = render_to_string("games/winners.html", {"results": rows, "names": names})
    assert said in " ".join(heading.split())


@pytest.mark.parametrize("slug", ["card_city", "point_city"])
@pytest.mark.parametrize("gone", [0, 1])
def test_whoever_left_does_not_win(slug, gone):
    game, viewers = running(slug)
    skip(game, viewers, 10**6, Random(1))
    game.seats.filter(index=gone).update(left=True)
    if gone in game.ruleset.to_act(load_state(game)):
        play_default(game.pk, gone, timezone.now())
        game.refresh_from_db()
    else:
        play_first(game, viewers)
    heading = re.search(r'<h2 id="result-title".*?>(.*?)</h2>', table_of(game, viewers[0]), re.DOTALL)[1]
    assert re.findall("<bdi>(.*?)</bdi>", heading) == [viewers[1 - gone].name]
