"""Deleted accounts: nothing personal stays, and the games of the others stay whole."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from games.models import (
    ChatLine,
    Game,
    Guest,
    MoveRecord,
    Notice,
    Profile,
    Rating,
    Relation,
    Report,
    Seat,
)  # fmt: skip
from games.selectors.tables.snapshots import replay_table
from games.selectors.viewers import Viewer, profile_of
from games.services.moderation.ownership import make_owner
from games.services.notices.inbox import tell
from games.services.play.door import Order, play_move
from games.services.rights.staff import Staff
from games.services.storage.records import export_record
from games.services.tables.claims import claim
from games.services.tables.seating import Plan, open_table, sit, sit_down
from games.services.upkeep import farewell, housekeeping
from games.services.upkeep.farewell import (
    GRACE,
    RETRY,
    OwnsSite,
    alias,
    ask_to_leave,
    erase,
    forget_accounts,
    stay,
)
from games.services.upkeep.referee import tick
from games.services.upkeep.verification import verify_game
from tests.tables import guest, play, running
from tests.views.members import account, viewer_for

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def game_of(user, other):
    """Return a started game of the account and a guest."""
    game = open_table(viewer_for(user), Plan("demo", 2, {}, listed=True))
    sit(game.pk, other, "")
    return Game.objects.get(pk=game.pk)


def play_out(game, user, other):
    for ply in range(3):
        game.refresh_from_db()
        play_move(game.pk, viewer_for(user), Order("pick 2", game.ply, f"u{ply}"))
        play(game, other, "pick 3")
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED


def test_nothing_happens_before_the_time_to_think_is_over():
    user = account()
    ask_to_leave(user, NOW)
    assert forget_accounts(NOW + GRACE - timedelta(seconds=1)) == 0
    assert forget_accounts(NOW + GRACE) == 1
    assert not get_user_model().objects.exists()
    assert forget_accounts(NOW + GRACE) == 0


def test_the_time_to_think_is_fourteen_days():
    user = account()
    ask_to_leave(user, NOW)
    assert Profile.objects.get(user=user).delete_at == NOW + timedelta(days=14)


def test_who_thinks_again_stays():
    user = account()
    ask_to_leave(user, NOW)
    stay(user)
    assert forget_accounts(NOW + 2 * GRACE) == 0


def test_who_thinks_again_while_others_are_deleted_stays(monkeypatch):
    first, second = account(), account("ben")
    for user in (first, second):
        ask_to_leave(user, NOW)

    def erase_first(user):
        stay(second)
        return erase(user)

    monkeypatch.setattr(farewell, "erase", erase_first)
    assert forget_accounts(NOW + GRACE) == 1
    assert get_user_model().objects.get() == second


def test_housekeeping_does_it():
    user = account()
    ask_to_leave(user, NOW)
    housekeeping.run(NOW + GRACE)
    assert not get_user_model().objects.exists()


def test_the_owner_stays_until_the_site_is_handed_over():
    root, other = (get_user_model().objects.create_superuser(name) for name in ("root", "other"))
    for user in (root, other):
        profile_of(user)
    with pytest.raises(OwnsSite):
        ask_to_leave(root, NOW)
    ask_to_leave(other, NOW)
    stay(other)
    make_owner(Staff(root), other.pk, "I am moving away")
    ask_to_leave(get_user_model().objects.get(pk=root.pk), NOW)
    with pytest.raises(OwnsSite):
        ask_to_leave(other, NOW)


def test_the_seats_bear_one_invented_name_at_every_table():
    user, bela = account(), guest("Bela")
    games = [game_of(user, bela) for _ in range(2)]
    name = erase(user)
    names = set(Seat.objects.filter(index=0).values_list("name", flat=True))
    assert names == {name}
    assert len(games) == 2
    word, digits = name.split()
    assert (word, len(digits)) == ("Player", 4)
    assert int(digits, 16) >= 0
    assert name != alias(0)


def test_a_finished_game_stays_whole_for_the_others():
    user, bela = account(), guest("Bela")
    game = game_of(user, bela)
    play_out(game, user, bela)
    before = list(MoveRecord.objects.filter(game=game).values())
    name = erase(user)
    game = Game.objects.get(pk=game.pk)
    assert list(MoveRecord.objects.filter(game=game).values()) == before
    assert [check.problem for check in verify_game(game)] == [""] * len(verify_game(game))
    assert len(verify_game(game)) > 5
    assert replay_table(game, None, game.ply).names == (name, "Bela")
    assert [seat["name"] for seat in export_record(game, 1)["seats"]] == [name, "Bela"]


def test_a_running_game_goes_on_without_who_left():
    user, bela = account(), guest("Bela")
    game = game_of(user, bela)
    name = erase(user)
    seat = Seat.objects.get(game=game, index=0)
    assert (seat.left, seat.user, seat.name) == (True, None, name)
    for number in range(3):
        tick(timezone.now() + number * timedelta(minutes=1))
        play(game, bela, "pick 3")
    assert game.status == Game.Status.FINISHED


def test_a_table_that_has_not_started_is_left():
    user, bela = account(), guest("Bela")
    game = open_table(viewer_for(user), Plan("demo", 3, {}))
    sit(game.pk, bela, "")
    erase(user)
    assert [seat.name for seat in Seat.objects.filter(game=game)] == ["Bela"]


def test_it_may_be_interrupted_and_is_repeated(monkeypatch):
    user, bela = account(), guest("Bela")
    game = game_of(user, bela)
    ask_to_leave(user, NOW)
    with monkeypatch.context() as broken:
        broken.setattr(farewell, "_silence", lambda user: 1 / 0)
        assert forget_accounts(NOW + GRACE) == 0
    assert get_user_model().objects.filter(pk=user.pk).exists()
    assert Seat.objects.get(game=game, index=0).name == "anna"
    assert forget_accounts(NOW + GRACE) == 0
    assert forget_accounts(NOW + GRACE + RETRY) == 1
    assert Seat.objects.get(game=game, index=0).name == alias(user.pk)


def test_one_that_cannot_be_deleted_stops_no_other(monkeypatch):
    for name in ("anna", "bela"):
        ask_to_leave(account(name), NOW)
    silence = farewell._silence
    monkeypatch.setattr(
        farewell, "_silence", lambda user: 1 / 0 if user.username == "anna" else silence(user)
    )
    assert forget_accounts(NOW + GRACE) == 1
    assert [user.username for user in get_user_model().objects.all()] == ["anna"]


def test_what_was_said_is_erased_and_hidden():
    user, bela = account(), guest("Bela")
    game = game_of(user, bela)
    said = {"game": game, "room": ChatLine.Room.PLAYERS, "name": "anna"}
    mine = ChatLine.objects.create(user=user, text="I live at 5 Mill Lane", **said)
    phrase = ChatLine.objects.create(user=user, phrase="well-played", **said)
    theirs = ChatLine.objects.create(guest_id=bela.guest_id, text="Hello", **(said | {"name": "Bela"}))
    name = erase(user)
    for line in ChatLine.objects.filter(pk__in=[mine.pk, phrase.pk]):
        assert (line.text, line.phrase, line.name, line.user) == ("", "", name, None)
        assert line.hidden_at is not None
    theirs.refresh_from_db()
    assert (theirs.text, theirs.hidden_at) == ("Hello", None)


def test_what_was_said_as_a_guest_before_is_erased_too():
    user, was = account(), guest("Anni")
    game, _ = running()
    line = ChatLine.objects.create(game=game, room="players", guest_id=was.guest_id, name="Anni", text="Hm")
    claim(was.guest_id, user)
    name = erase(user)
    line.refresh_from_db()
    assert (line.text, line.name) == ("", name)
    assert not Guest.objects.filter(pk=was.guest_id).exists()


def test_everything_else_about_the_person_is_gone():
    user, friend = account(email="anna@example.org"), account("friend")
    game = game_of(user, viewer_for(friend))
    Relation.objects.create(owner=user, user=friend, kind="friend")
    Relation.objects.create(owner=friend, user=user, kind="friend")
    Rating.objects.create(user=user, slug="demo", mu=1, sigma=1, score=1)
    tell(viewer_for(user), "test", game)
    user.emailaddress_set.create(email="anna@example.org")
    erase(user)
    assert [model.objects.count() for model in (Relation, Rating, Notice)] == [0, 0, 0]
    assert [person.username for person in get_user_model().objects.all()] == ["friend"]
    assert not type(friend.emailaddress_set.create(email="f@example.org")).objects.filter(
        email__startswith="anna"
    )


def test_who_sits_down_in_the_last_moment_leaves_that_table_too(monkeypatch):
    user, leave = account(), farewell.vacate
    first, other = (open_table(guest(name), Plan("demo", 3, {}, listed=True)) for name in ("Bela", "Cleo"))
    sit(first.pk, viewer_for(user), "")

    def leave_and_sit_down(game, seat):
        leave(game, seat)
        if game == first:
            sit_down(other, viewer_for(user), "")

    monkeypatch.setattr(farewell, "vacate", leave_and_sit_down)
    erase(user)
    assert [game.seats.count() for game in (first, other)] == [1, 1]


def test_reports_keep_no_words_and_no_evidence_of_the_person():
    user, friend = account(), account("friend")
    made = Report.objects.create(kind="person", reason="rude", words="I am Anna", by_user=user, user=friend)
    about = Report.objects.create(
        kind="name", reason="rude", evidence={"name": "anna"}, user=user, by_user=friend
    )
    erase(user)
    made.refresh_from_db()
    about.refresh_from_db()
    assert (made.words, made.by_user, made.user) == ("", None, friend)
    assert (about.evidence, about.user, about.by_user) == ({}, None, friend)


def test_a_bystander_keeps_everything():
    user, friend = account(), account("friend")
    game = game_of(user, Viewer(user_id=friend.pk, name="friend"))
    erase(user)
    assert Seat.objects.get(game=game, index=1).user == friend
    assert profile_of(friend).name == "friend"


def test_an_account_that_was_closed_leaves_its_tables_and_goes():
    user, bela = account(), guest("Bela")
    game = game_of(user, bela)
    get_user_model().objects.filter(pk=user.pk).update(is_active=False)
    Profile.objects.filter(user=user).update(delete_at=NOW)
    assert forget_accounts(NOW) == 1
    assert game.seats.get(index=0).left


def test_who_was_made_the_owner_reads_the_invented_name():
    user, friend = account(), account("friend")
    tell(viewer_for(friend), "made_owner", by=user.get_username())
    name = erase(user)
    assert Notice.objects.get(kind="made_owner").data == {"by": name}
