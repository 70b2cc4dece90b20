"""People of these tests: members, the staff in its groups, and what they do."""

from itertools import count

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import Client

from games.models import ChatLine, Game, Profile, Seat
from games.selectors.desk.evidence import Target
from games.selectors.players.sanctions import Kind as Penalties
from games.selectors.viewers import Viewer
from games.services.moderation.penalties import Penalty, impose
from games.services.moderation.reports import Complaint, Kind, file_report
from games.services.rights.staff import ADMINISTRATORS, MODERATORS, Staff
from tests.tables import running

_numbers = count(1)


def account(name="Member", **rights):
    user = get_user_model().objects.create_user(f"{name.lower()}{next(_numbers)}", **rights)
    Profile.objects.update_or_create(user=user, defaults={"name": name})
    return get_user_model().objects.get(pk=user.pk)


def staff(group=MODERATORS, name="Moderator"):
    user = account(name, is_staff=True)
    if group:
        user.groups.add(Group.objects.get(name=group))
    return user


def moderator():
    return Staff(staff(), "203.0.113.77")


def administrator():
    return Staff(staff(ADMINISTRATORS, "Administrator"), "2001:db8:1:2::3")


def viewer(user):
    return Viewer(user_id=user.pk, name=user.profile.name)


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def game_with(user, index=0, **options):
    """Return a running game in which the account has a seat, and the viewers of the seats."""
    game, viewers = running(**options)
    Seat.objects.filter(game=game, index=index).update(user=user, guest=None, name=user.profile.name)
    viewers[index] = viewer(user)
    return Game.objects.get(pk=game.pk), viewers


def said(game, by, text, room=ChatLine.Room.PLAYERS):
    return ChatLine.objects.create(
        game=game, room=room, user_id=by.user_id, guest_id=by.guest_id, name=by.name, text=text
    )


def reported(by, about, reason="insult", game=None, words=""):
    target = Target(Kind.PERSON, about.name, about.user_id, about.guest_id, game)
    return file_report(by, target, Complaint(reason, words, {"name": about.name}))


def banned(by, person, kind=Penalties.SITE, until=None, reason="Insults, again and again"):
    return impose(by, person, Penalty(kind, reason, until))
