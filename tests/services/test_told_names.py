"""Names of which others were told change with whom they mean, wherever that person sits by then."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import Candidate, ChatLine, Game, Guest, Invitation, Notice, Report, Seat
from games.selectors.desk.evidence import evidence, find_target, game_target
from games.services.moderation import desk
from games.services.moderation.reports import Complaint, file_report
from games.services.notices.inbox import tell
from games.services.tables.invites import invite
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from games.services.tables.substitutes import answer_candidate, ask_for_bot_seat
from games.services.upkeep.farewell import erase
from tests import botting
from tests.moderation.people import account, moderator, viewer
from tests.tables import DAYS, guest

brainy = botting.brainy
pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def anna():
    return account("Annamaria")


def table(host, *others, **plan):
    """Return an open table, or with as many people as seats a running one."""
    game = open_table(host, Plan("demo", 3, {}, listed=True, **plan))
    for who in others:
        sit(game.pk, who, "")
    return Game.objects.get(pk=game.pk)


def report(by, game, **query):
    target = (
        find_target(by, {key: str(value) for key, value in query.items()}) if query else game_target(game)
    )
    return file_report(by, target, Complaint("other", "", evidence(by, target)))


def told():
    """Return all that others were told of anybody, as one text."""
    rows = (Notice.objects.values("data"), Invitation.objects.values("by"), Report.objects.values("evidence"))
    return str([list(each) for each in rows])


def test_who_was_invited_and_who_was_joined_read_the_other_name(anna):
    ben = account("Ben")
    game = table(viewer(anna), guest("Cleo"))
    invite(game.pk, viewer(anna), name=ben.username)
    assert told().count("Annamaria") == 2
    name = erase(anna)
    assert (told().count("Annamaria"), told().count(name)) == (0, 2)


def test_so_they_do_once_the_person_has_left_the_table(anna):
    host, ben = account("Host"), account("Ben")
    game = table(viewer(anna), viewer(host))
    Seat.objects.filter(user=host).update(wants_news=True, seen_at=timezone.now() - 2 * HOUR)
    invite(game.pk, viewer(anna), name=ben.username)
    leave(game.pk, viewer(anna))
    sit(game.pk, viewer(anna), "")
    report(guest("Dora"), Game.objects.get(pk=game.pk))
    leave(game.pk, viewer(anna))
    assert told().count("Annamaria") == 4
    name = erase(anna)
    assert (told().count("Annamaria"), told().count(name)) == (0, 4)


def test_so_they_do_once_somebody_else_has_the_seat(brainy, anna):
    ben, cleo, dora = account("Ben"), guest("Cleo"), guest("Dora")
    game = table(viewer(anna), viewer(ben), cleo, pace=DAYS)
    tell(viewer(ben), "time_over", game, viewer(anna), name="Annamaria")
    report(cleo, game)
    leave(game.pk, viewer(anna))
    wish = ask_for_bot_seat(game.pk, dora, 0)
    for who in (viewer(ben), cleo):
        answer_candidate(game.pk, who, wish.pk, agrees=True)
    erase(anna)
    assert Seat.objects.get(game=game, index=0).guest_id == dora.guest_id
    assert "Annamaria" not in told()


def test_evidence_keeps_what_was_said_and_whom_else_it_names(anna):
    """Somebody else at the table is called alike: theirs stays."""
    cleo = guest("Cleo")
    game = table(guest("Annamaria"), viewer(anna), cleo)
    lines = [
        ChatLine.objects.create(game=game, room="players", name=seat.name, user_id=seat.user_id,
                                guest_id=seat.guest_id, text="Hello")
        for seat in game.seats.all()
    ]  # fmt: skip
    made = report(cleo, game, line=lines[0].pk)
    name = erase(anna)
    made.refresh_from_db()
    assert made.evidence["game"]["seats"] == ["Annamaria", name, "Cleo"]
    assert [(line["name"], line["text"]) for line in made.evidence["lines"]] == [
        ("Annamaria", "Hello"), (name, "Hello"), ("Cleo", "Hello"),
    ]  # fmt: skip


def test_a_guest_who_signed_up_is_the_account(anna):
    was, ben = guest("Annamaria"), account("Ben")
    tell(viewer(ben), "joined", table(was), was, name="Annamaria")
    Guest.objects.filter(pk=was.guest_id).update(claimed_by=anna)
    erase(anna)
    assert "Annamaria" not in told()


def test_a_name_that_the_staff_changed_is_changed_there_too(anna):
    ben, game = account("Ben"), table(viewer(anna), guest("Bela"))
    invite(game.pk, viewer(anna), name=ben.username)
    desk.rename(moderator(), viewer(anna), "Bela", "Offensive")
    assert "Annamaria" not in told()
    assert list(game.seats.values_list("name", flat=True)) == ["Bela (2)", "Bela"]


def test_so_is_that_of_who_would_like_a_bots_seat(brainy, anna):
    game, owner = botting.against_bots(1, 1)
    wish = ask_for_bot_seat(game.pk, viewer(anna), 1)
    desk.rename(moderator(), viewer(anna), "Eve", "Offensive")
    assert Candidate.objects.get().name == "Eve"
    answer_candidate(game.pk, owner, wish.pk, agrees=True)
    assert game.seats.get(index=1).name == "Eve"


@pytest.mark.django_db(transaction=True)
def test_what_was_told_before_is_found_by_the_names_at_the_table(anna):
    ben, cleo = account("Ben"), guest("Cleo")
    game = table(viewer(anna), cleo)
    report(cleo, game)
    executor = MigrationExecutor(connection)
    try:
        executor.migrate([("games", "0024_one_seat_each")])
        old = executor.loader.project_state([("games", "0024_one_seat_each")]).apps
        old.get_model("games", "Invitation").objects.create(game_id=game.pk, user_id=ben.pk, by="Annamaria")
        old.get_model("games", "Notice").objects.create(
            game_id=game.pk, user_id=ben.pk, kind="invited", data={"by": "Annamaria"}
        )
        stored = old.get_model("games", "Report").objects.get()
        del stored.evidence["game"]["holders"]
        stored.save()
    finally:
        executor.loader.build_graph()
        executor.migrate(executor.loader.graph.leaf_nodes("games"))
    assert Invitation.objects.get().inviter == anna
    assert Notice.objects.get().named == f"user:{anna.pk}"
    assert Report.objects.get().evidence["game"]["holders"] == [f"user:{anna.pk}", f"guest:{cleo.guest_id}"]
