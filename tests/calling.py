"""Builders for people who are called back to their tables: accounts, games between them, time that passes."""

from datetime import UTC, datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail

from games.models import Delivery, Game, Profile
from games.selectors.viewers import Viewer
from games.services.delivery.outbox import send_due
from games.services.play.door import Order, play_move
from games.services.tables.seating import Plan, open_table, sit
from tests.tables import basis_now

NOW = datetime(2031, 5, 7, 12, 0, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def account(name, *, confirmed=True, **chosen):
    """Return an account with a main address, and what its profile says."""
    user = get_user_model().objects.create_user(name, f"{name}@example.org", "seven grey bridges")
    EmailAddress.objects.create(user=user, email=user.email, verified=confirmed, primary=True)
    Profile.objects.update_or_create(user=user, defaults={"name": name, **chosen})
    return get_user_model().objects.select_related("profile").get(pk=user.pk)


def viewer(user):
    return Viewer(user_id=user.pk, name=user.profile.name)


def game_between(*users, pace=Game.Pace.NONE, base=0, slug="demo"):
    """Return a started game, if nothing else is said of the invented title: everybody in it is to pick."""
    game = open_table(viewer(users[0]), Plan(slug, len(users), {}))
    Game.objects.filter(pk=game.pk).update(pace=pace, base_seconds=base)
    for user in users[1:]:
        sit(game.pk, viewer(user), "")
    return Game.objects.get(pk=game.pk)


def pick(game, user, notation="pick 1"):
    seat = game.seats.get(user=user).index
    game.refresh_from_db()
    play_move(game.pk, viewer(user), Order(notation, basis_now(game, seat), f"k{game.ply}"))


def saw(user, at):
    Profile.objects.filter(user=user).update(seen_at=at)


def queue(channel=None):
    found = Delivery.objects.filter(state=Delivery.State.WAITING)
    return list((found.filter(channel=channel) if channel else found).order_by("user_id", "channel", "pk"))


def make_due(at=NOW):
    """Let everything that waits in the outbox be due."""
    Delivery.objects.filter(state=Delivery.State.WAITING).update(due_at=at)


def send_all(at=NOW):
    make_due(at)
    return send_due(at)


def mails_to(user):
    return [message for message in mail.outbox if message.to == [user.email]]
