"""A site full enough that every list is as long as it ever gets: for people, and at the moderators' desk."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.models import (
    Appeal,
    ChatLine,
    Delivery,
    Game,
    Guest,
    Invitation,
    Notice,
    Rating,
    Relation,
    Report,
    Sanction,
    Seat,
)
from games.services.crowd import games, populate, talk
from games.services.rights.audit import note
from tests.moderation.people import browser

PEOPLE_TOLD = 20
NOTICES_EACH, DELIVERIES_EACH = 35, 55
OWN_GAMES, FRIENDS, INVITATIONS = 60, 60, 25
NOTES_PER_PERSON = 0.6
User = get_user_model()


@dataclass
class Known:
    """Whom and what addresses are about, and who looks."""

    me: int
    keenest: int
    finished: Any
    running: Any
    person: int
    guest: Any
    report: int
    sanction: int
    appeal: int
    line: int
    player: Client
    staff: Client
    title: str = "demo"


def longer_lists(monkeypatch):
    """Let crowds have more open tables, reports and sanctions than one page of a list shows."""
    monkeypatch.setattr(games, "OPEN", 0.15)
    monkeypatch.setattr(games, "RUNNING", 0.15)
    monkeypatch.setattr(talk, "PEOPLE_PER_REPORT", 1)
    monkeypatch.setattr(talk, "PEOPLE_PER_SANCTION", 1)


def fill(size, by):
    """Add a crowd, with what only some of its people are told, object to and are looked at for."""
    populate(size)
    people = list(User.objects.filter(is_staff=False).order_by("-pk")[: size.people])
    tell([user.pk for user in people[:PEOPLE_TOLD]])
    sanctions = Sanction.objects.filter(appeal=None)
    Appeal.objects.bulk_create(Appeal(sanction=made, words="Please") for made in sanctions)
    Guest.objects.bulk_create(Guest(name=f"Guest {number}") for number in range(size.people))
    for number in range(int(size.people * NOTES_PER_PERSON)):
        note(by, "look", f"game:{number}")
    with connection.cursor() as cursor:
        # As autovacuum does on a site: without figures of the tables PostgreSQL plans for empty ones.
        cursor.execute("ANALYZE")


def known_values(by):
    """Return who looks at what: somebody below the leader board, with long lists of their own, and the staff."""
    rated = Rating.objects.filter(games__gte=5).order_by("score")
    assert rated.count() > 50
    me = rated[0].user_id
    give_long_lists(me)
    games_by_status = {
        status: Game.objects.filter(status=status, listed=True)[0].pk for status in ("finished", "running")
    }
    return Known(
        me=me,
        keenest=Rating.objects.order_by("-games").first().user_id,
        **games_by_status,
        person=me,
        guest=Guest.objects.first().pk,
        report=Report.objects.filter(folded_into=None).first().pk,
        sanction=Sanction.objects.first().pk,
        appeal=Appeal.objects.first().pk,
        line=ChatLine.objects.first().pk,
        player=browser(User.objects.get(pk=me)),
        staff=browser(by.user),
    )


def give_long_lists(me):
    """Let an account have unfinished and finished games, friends, invitations and messages by the page."""
    Seat.objects.filter(user=me, game__status__in=["open", "running"]).delete()
    for status in (Game.Status.OPEN, Game.Status.RUNNING, Game.Status.FINISHED):
        others = Game.objects.filter(status=status, seats__index=0, rated=False).exclude(seats__user=me)
        tables = list(others.order_by("pk").values_list("pk", flat=True)[:OWN_GAMES])
        assert len(tables) > 25, status
        Seat.objects.filter(game__in=tables, index=0).update(user=me, guest=None)
    Seat.objects.filter(user=me, game__status="running").update(acts_since=timezone.now())
    strangers = User.objects.filter(is_staff=False).exclude(pk=me).exclude(related_by__owner=me)
    Relation.objects.bulk_create(
        Relation(owner_id=me, user=user, kind="friend") for user in strangers.order_by("pk")[:FRIENDS]
    )
    asked = Game.objects.filter(status="open", listed=True).exclude(seats__user=me).order_by("-pk")
    Invitation.objects.bulk_create(
        Invitation(game=game, user_id=me, by="Ada") for game in asked[:INVITATIONS]
    )
    tell([me])


def tell(people):
    """Leave a page of notices and messages, and more, for each of these accounts."""
    tables = list(Game.objects.order_by("-pk").values_list("pk", flat=True)[:NOTICES_EACH])
    Notice.objects.bulk_create(
        Notice(user_id=user, kind="time_over", game_id=table, data={"name": "Ada"})
        for user in people
        for table in tables
    )
    Delivery.objects.bulk_create(
        Delivery(user_id=user, channel="push", kind="test", state="sent")
        for user in people
        for _ in range(DELIVERIES_EACH)
    )
