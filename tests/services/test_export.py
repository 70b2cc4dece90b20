"""What people take along: everything of theirs, and of the others only names."""

import json

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import (
    ChatLine,
    Delivery,
    Game,
    Guest,
    Rating,
    Relation,
    Report,
    Sanction,
    Seat,
    SignInLink,
    SignUpInvitation,
)  # fmt: skip
from games.services.notices.inbox import tell
from games.services.people.export import export_account, export_guest
from games.services.play.door import Order, play_move
from games.services.tables.claims import claim
from games.services.tables.invites import decline, invite
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import block
from tests.tables import guest, play, running
from tests.views.members import account, viewer_for

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LEFT_OUT = {LogEntry, SignInLink, SignUpInvitation}
"""What staff did at the desk concerns others; that a link was made for somebody is among their notices."""


def plain(found):
    """Return the export as its reader gets it."""
    return json.loads(json.dumps(found, cls=DjangoJSONEncoder))


def game_of(user, other):
    game = open_table(viewer_for(user), Plan("demo", 2, {}, client_seed="my part"))
    sit(game.pk, other, "bela's part")
    return Game.objects.get(pk=game.pk)


def test_an_account_finds_what_it_chose_and_where_it_can_be_reached():
    user = account(email="anna@example.org")
    user.emailaddress_set.create(email="anna@example.org", verified=True, primary=True)
    found = plain(export_account(user))
    assert found["format"] == "card-city-person/1"
    assert found["account"]["username"] == "anna"
    assert found["profile"]["name"] == "anna"
    assert {"language", "mails", "webhook", "delete_at"} <= found["profile"].keys()
    assert found["addresses"] == [{"email": "anna@example.org", "verified": True, "primary": True}]


def test_games_come_with_seats_results_and_own_moves():
    user, bela = account(), guest("Bela")
    game = game_of(user, bela)
    play_move(game.pk, viewer_for(user), Order("pick 4", 0, "k"))
    play(game, bela, "pick 5")
    found = plain(export_account(user))
    (played,) = found["games"]
    assert (played["id"], played["ruleset_slug"], played["status"]) == (str(game.pk), "demo", "running")
    assert played["players"] == ["anna", "Bela"]
    assert played["seat"] == {"index": 0, "name": "anna", "left": False, "points": None, "place": None}
    assert played["part_in_the_shuffle"] == "my part"
    assert [(move["ply"], move["notation"]) for move in found["moves"]] == [(1, "pick 4")]


def test_no_secret_of_a_running_game_is_in_it():
    user, bela = account(), guest("Bela")
    game = game_of(user, bela)
    play(game, bela, "pick 5")
    text = json.dumps(plain(export_account(user)))
    assert "pick 5" not in text
    assert "bela's part" not in text
    assert "picks" not in text
    assert str(bela.guest_id) not in text
    assert game.secret.server_seed.hex() not in text


def test_moves_that_others_made_for_the_seat_are_not_ones_own():
    user = account()
    game = game_of(user, guest("Bela"))
    game.records.create(ply=1, seat=0, notation="pick 1", actor="referee")
    assert plain(export_account(user))["moves"] == []


def test_neither_who_had_a_seat_before_nor_who_has_it_now_gets_the_others_part():
    user, later = account(), account("later")
    game = game_of(user, guest("Bela"))
    play_move(game.pk, viewer_for(user), Order("pick 4", 0, "k"))
    was = viewer_for(user).actor
    game.seats.filter(index=0).update(user=later, former=[was], deck="deck secret")
    for number, actor in enumerate(("clock", viewer_for(later).actor), 2):
        game.records.create(ply=number, seat=0, notation=f"pick {number}", actor=actor)
    mine, theirs = plain(export_account(user)), plain(export_account(later))
    assert [move["notation"] for move in mine["moves"]] == ["pick 4"]
    assert [move["notation"] for move in theirs["moves"]] == ["pick 3"]
    (played,) = theirs["games"]
    assert (played["part_in_the_shuffle"], played["deck"]) == ("", "")


def test_words_notices_reports_and_sanctions_come_along():
    user, rude = account(), account("rude")
    game = game_of(user, viewer_for(rude))
    ChatLine.objects.create(game=game, room="players", user=user, name="anna", text="Good luck")
    ChatLine.objects.create(game=game, room="players", user=rude, name="rude", text="Bad luck")
    tell(viewer_for(user), "your-turn", game)
    Report.objects.create(kind="person", reason="rude", words="He swears", by_user=user, user=rude)
    Report.objects.create(kind="person", reason="rude", words="She tells tales", by_user=rude, user=user)
    Sanction.objects.create(user=user, kind="warning", reason="Too many reports", by=rude)
    Delivery.objects.create(user=user, channel="mail", kind="your-turn", state="sent")
    Rating.objects.create(user=user, slug="demo", mu=25, sigma=8, score=1, games=1)
    Relation.objects.create(owner=user, user=rude, kind="block")
    Relation.objects.create(owner=rude, user=user, kind="mute")
    found = plain(export_account(user))
    assert [line["text"] for line in found["chat_lines"]] == ["Good luck"]
    assert [notice["kind"] for notice in found["notices"]] == ["your-turn"]
    assert [report["words"] for report in found["reports_made"]] == ["He swears"]
    assert [sanction["reason"] for sanction in found["sanctions"]] == ["Too many reports"]
    assert [delivery["channel"] for delivery in found["deliveries"]] == ["mail"]
    assert [rating["mu"] for rating in found["ratings"]] == [25]
    assert [(relation["kind"], relation["name"]) for relation in found["relations"]] == [("block", "rude")]
    for secret in ("She tells tales", "Bad luck", "mute"):
        assert secret not in json.dumps(found)


def test_what_was_done_as_a_guest_before_belongs_to_it():
    user, (game, (first, _)) = account(), running()
    play(game, first, "pick 3")
    claim(first.guest_id, user)
    found = plain(export_account(user))
    assert len(found["games"]) == 1
    assert [move["notation"] for move in found["moves"]] == ["pick 3"]
    assert [once["name"] for once in found["guests"]] == ["Player 0"]


def test_a_guest_takes_along_what_there_is():
    game, (first, second) = running()
    play(game, first, "pick 3")
    found = plain(export_guest(first))
    assert found["guest"]["name"] == "Player 0"
    assert [move["notation"] for move in found["moves"]] == ["pick 3"]
    assert plain(export_guest(second))["moves"] == []


def test_an_invitation_that_a_block_has_stopped_is_in_no_export():
    host, anna = account("hanna"), account()
    tables = [open_table(viewer_for(host), Plan("demo", 3, {})) for _ in range(3)]
    for table in tables[:2]:
        invite(table.pk, viewer_for(host), name=anna.username)
    decline(tables[1].pk, viewer_for(anna))
    block(viewer_for(host), viewer_for(anna))
    invite(tables[2].pk, viewer_for(host), name=anna.username)
    found = plain(export_account(anna))["invitations"]
    is_open = {row["game"]: row["declined_at"] is None for row in found}
    assert is_open == {str(tables[0].pk): True, str(tables[1].pk): False}


def test_whatever_belongs_to_a_person_is_asked_for():
    user = account(is_superuser=True)
    with CaptureQueriesContext(connection) as asked:
        export_account(user)
    questions = " ".join(query["sql"] for query in asked)
    people = {type(user), Guest}
    personal = {
        model
        for model in apps.get_models()
        if any(field.related_model in people for field in model._meta.concrete_fields)
    }
    assert Seat in personal
    assert {model for model in personal if f'"{model._meta.db_table}"' not in questions} == LEFT_OUT


def test_the_owner_takes_along_since_when_the_site_is_theirs():
    owner, other = account("root", is_superuser=True), account("other")
    assert len(plain(export_account(owner))["site_ownership"]) == 1
    assert plain(export_account(other))["site_ownership"] == []


def test_many_games_take_no_more_questions_than_one():
    user = account()
    counts = []
    for _ in range(2):
        for _ in range(3):
            leave(game_of(user, guest("Bela")).pk, viewer_for(user))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            export_account(user)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 20
