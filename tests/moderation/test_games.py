"""Games, names and lines: what the desk changes, at once, and never where it plays itself."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from games import fair
from games.forms.staff.desk import SeatForm
from games.models import AuditEntry, ChatLine, Game, GameSecret, Notice, Profile, Seat
from games.rules import registry
from games.selectors.players.sanctions import Kind
from games.selectors.stored.position import load_state
from games.selectors.viewers import profile_of
from games.services.moderation import desk, looks
from games.services.moderation.penalties import Penalty, impose
from games.services.play.door import Order, play_move
from games.services.play.refusals import TableError
from games.services.rights.staff import ADMINISTRATORS, MODERATORS, DeskError, Staff
from games.services.storage.records import export_record
from games.services.tables.claims import claim
from games.services.tables.seating import Plan, open_table, sit
from games.services.upkeep.verification import verify_game
from tests.botting import BRAINY, against_bots
from tests.moderation.people import (
    account,
    administrator,
    game_with,
    moderator,
    reported,
    said,
    staff,
    viewer,
)
from tests.services.test_former_rules import stored
from tests.tables import fresh, guest, play, running
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


def test_an_ended_game_has_no_result_and_takes_no_move():
    game, viewers = running()
    desk.end_game(moderator(), game.pk, "Two seats, one person")
    assert (fresh(game).status, fresh(game).ending) == ("aborted", "staff")
    with pytest.raises(TableError):
        play_move(game.pk, viewers[0], Order("pick 3", 0, "p0"))
    assert Notice.objects.filter(kind="staff_ended", game=game).count() == 2
    with pytest.raises(DeskError):
        desk.end_game(moderator(), game.pk, "Again")


@pytest.mark.parametrize("slug", ["demo", *registry.SLUGS])
def test_an_adjudicated_game_ends_with_these_places_and_the_points_of_the_moment(slug):
    game, viewers = running(slug)
    if slug == "demo":
        play(game, viewers[0], "pick 3")
        play(game, viewers[1], "pick 4")
    points = registry.get(slug).scores(load_state(fresh(game)))
    desk.adjudicate(moderator(), game.pk, [2, 1], "Player 0 has given up")
    after = fresh(game)
    assert (after.status, after.ending, after.wake_at) == ("finished", "staff", None)
    assert [(seat.place, seat.points) for seat in after.seats.all()] == [(2, points[0]), (1, points[1])]
    assert all(check.ok for check in verify_game(after))
    for name in ("table", "replay"):
        answer = browser_of(viewers[0]).get(reverse(f"games:{name}", args=[game.pk]), follow=True)
        assert answer.status_code == 200


@pytest.mark.parametrize("places", [[1], [0, 1], [2, 2], [1, 3], [1, 2, 3]])
def test_places_are_as_games_give_them(places):
    game, _ = running()
    with pytest.raises(DeskError):
        desk.adjudicate(moderator(), game.pk, places, "So it is")
    assert fresh(game).is_running


def test_places_may_be_shared():
    game, _ = running(seats=4)
    desk.adjudicate(moderator(), game.pk, [2, 1, 2, 4], "So it is")
    assert [seat.place for seat in game.seats.all()] == [2, 1, 2, 4]


def test_a_freed_seat_is_played_by_default_moves():
    game, viewers = running(seats=3)
    desk.free_seat(moderator(), game.pk, 1, "Gone for a week")
    assert [seat.left for seat in game.seats.all()] == [False, True, False]
    assert Notice.objects.get().guest_id == viewers[1].guest_id
    with pytest.raises(DeskError):
        desk.free_seat(moderator(), game.pk, 1, "Again")


def test_a_bots_seat_is_nobodys_to_free(monkeypatch):
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)
    game, _ = against_bots(4, 4)
    assert [number for number, _name in SeatForm(game).fields["seat"].choices] == ["0"]
    with pytest.raises(DeskError, match="empty"):
        desk.free_seat(moderator(), game.pk, 1, "It plays too well")
    assert [(seat.bot, seat.left) for seat in game.seats.all()] == [(0, False), (4, False), (4, False)]


def test_a_freed_seat_of_an_open_table_can_be_taken_again():
    game = open_table(guest("Hanna"), Plan("demo", 3, {}, listed=True))
    sit(game.pk, guest("Rude"), "")
    desk.free_seat(moderator(), game.pk, 1, "A rude name")
    sit(game.pk, guest("Ben"), "")
    assert [seat.name for seat in game.seats.all()] == ["Hanna", "Ben"]


def test_a_new_name_stands_at_every_unfinished_table_and_old_games_stay():
    user = account("Rude")
    going, _ = game_with(user)
    over, _ = game_with(user)
    Game.objects.filter(pk=over.pk).update(status=Game.Status.FINISHED)
    desk.rename(moderator(), viewer(user), "Ruth", "An insult")
    assert profile_of(get_user_model().objects.get(pk=user.pk)).name == "Ruth"
    names = dict(Seat.objects.filter(user=user).values_list("game_id", "name"))
    assert names == {going.pk: "Ruth", over.pk: "Rude"}
    assert AuditEntry.objects.get().before == {"name": "Rude"}


def test_a_guest_is_renamed_too():
    game, viewers = running()
    desk.rename(moderator(), viewers[1], "Ben", "An insult")
    assert game.seats.get(index=1).name == "Ben"
    assert game.seats.get(index=1).guest.name == "Ben"


def test_a_guest_who_has_just_become_an_account_is_renamed_as_that():
    game, viewers = running()
    user = account("Rude")
    claim(viewers[1].guest_id, user)
    desk.rename(moderator(), viewers[1], "Ben", "An insult")
    assert Profile.objects.get(user=user).name == game.seats.get(index=1).name == "Ben"


def test_a_line_is_hidden_once():
    game, viewers = running()
    line = said(game, viewers[0], "Something rude")
    desk.hide_line(moderator(), line.pk, "An insult")
    assert ChatLine.objects.get().hidden_at is not None
    assert "Something" not in str(AuditEntry.objects.values())
    with pytest.raises(DeskError):
        desk.hide_line(moderator(), line.pk, "Again")


def test_what_changed_no_rating_cannot_be_annulled():
    game, _ = running()
    desk.end_game(moderator(), game.pk, "Cheating")
    with pytest.raises(DeskError):
        desk.annul_ratings(administrator(), game.pk, "Cheating")


def test_an_adjudicated_rated_game_counts():
    game, _ = game_with(account())
    Seat.objects.filter(game=game, index=1).update(user=account(), guest=None)
    Game.objects.filter(pk=game.pk).update(rated=True)
    desk.adjudicate(moderator(), game.pk, [2, 1], "Gone")
    assert game.rating_changes.count() == 2
    assert desk.annul_ratings(administrator(), game.pk, "Or not") == 2
    with pytest.raises(DeskError, match="already been reverted"):
        desk.annul_ratings(administrator(), game.pk, "Again")


def acts(game, line):
    """Everything the desk may do to a game and what is in it."""
    return [
        lambda by: desk.end_game(by, game.pk, "x"),
        lambda by: desk.adjudicate(by, game.pk, [1, 2], "x"),
        lambda by: desk.free_seat(by, game.pk, 1, "x"),
        lambda by: desk.hide_line(by, line.pk, "x"),
        lambda by: desk.annul_ratings(by, game.pk, "x"),
    ]


@pytest.mark.parametrize(
    "user", [staff, lambda: staff(ADMINISTRATORS), lambda: account(is_staff=True, is_superuser=True)]
)
def test_nobody_moderates_a_game_they_play_in(user):
    by = Staff(user())
    game, viewers = game_with(by.user)
    line = said(game, viewers[1], "Hello")
    for act in acts(game, line):
        with pytest.raises(DeskError):
            act(by)
    report = reported(guest("Anna"), guest("Ben"), game=game)
    with pytest.raises(DeskError):
        impose(by, guest("Ben"), Penalty(Kind.CHAT, "x", None, report))
    assert fresh(game).is_running
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("user", [account, lambda: staff(None)])
def test_without_the_right_nothing_happens_to_a_game(user):
    by = Staff(user())
    game, viewers = running()
    line = said(game, viewers[0], "Hello")
    more = [
        lambda by: desk.rename(by, viewers[0], "x", "x"),
        lambda by: looks.look(by, game),
        lambda by: desk.appoint(by, account().pk, MODERATORS, "x"),
    ]
    for act in [*acts(game, line), *more]:
        with pytest.raises(DeskError):
            act(by)
    assert fresh(game).is_running
    assert not AuditEntry.objects.exists()


# The staff itself


def test_an_administrator_appoints_and_dismisses_moderators():
    by, user = administrator(), account()
    desk.appoint(by, user.pk, MODERATORS, "Friendly and patient")
    user = get_user_model().objects.get(pk=user.pk)
    assert user.is_staff
    assert user.has_perm("games.change_report")
    assert not user.has_perm("games.view_auditentry")
    desk.appoint(by, user.pk, "", "Thank you")
    user = get_user_model().objects.get(pk=user.pk)
    assert not user.is_staff
    assert not user.get_all_permissions()


def test_only_a_superuser_decides_about_administrators():
    by, user = administrator(), account()
    with pytest.raises(DeskError):
        desk.appoint(by, user.pk, ADMINISTRATORS, "x")
    with pytest.raises(DeskError):
        desk.appoint(by, administrator().user.pk, "", "x")
    with pytest.raises(DeskError):
        desk.appoint(by, by.user.pk, ADMINISTRATORS, "x")
    desk.appoint(Staff(account(is_staff=True, is_superuser=True)), user.pk, ADMINISTRATORS, "x")
    assert get_user_model().objects.get(pk=user.pk).has_perm("games.view_auditentry")


def test_no_act_tells_the_log_what_is_hidden():
    game, _ = running()
    seed = bytes(GameSecret.objects.get(game=game).server_seed)
    by = moderator()
    Game.objects.filter(pk=game.pk).update(listed=False)
    looks.look(by, fresh(game))
    desk.free_seat(by, game.pk, 0, "x")
    desk.adjudicate(by, game.pk, [2, 1], "x")
    text = str(list(AuditEntry.objects.values()))
    for hidden in (seed.hex(), game.state_digest, "password", "picks", "seed of"):
        assert hidden not in text


@pytest.mark.parametrize("is_old_record", [False, True])
def test_a_game_that_the_staff_ended_is_verified_by_its_record(is_old_record):
    game = stored("machi_koro_2-running")
    desk.adjudicate(moderator(), game.pk, [2, 1], "Both agree")
    record = json.loads(json.dumps(export_record(fresh(game), None)))
    assert record.pop("ending") == "staff"
    data = record if is_old_record else record | {"ending": "staff"}
    assert [str(check) for check in fair.verify_file(data)[1] if not check.ok] == []
    for forged in (
        data | {"ending": "played"},
        data | {"ending": "silly"},
        data | {"moves": data["moves"][1:]},
    ):
        assert fair.verify_file(forged)[0] is fair.Verdict.BROKEN
