"""Builders for people who talk: accounts, seats, lines that were said some time ago."""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.utils import timezone

from games.models import ChatLine, Game, Profile, Seat
from games.selectors.viewers import Viewer
from games.services.company.talk import Saying, say


def account(name="Olga", **rights):
    """Return an account as a viewer."""
    user = get_user_model().objects.create_user(name.lower(), **rights)
    Profile.objects.filter(user=user).update(name=name)
    return Viewer(user_id=user.pk, name=name)


def seat(game, index, viewer):
    """Let an account take a seat over."""
    Seat.objects.filter(game=game, index=index).update(user_id=viewer.user_id, guest=None, name=viewer.name)


def tell(game, viewer, text="", phrase="", once=""):
    """Say something as a page does."""
    return say(game.pk, viewer, Saying(text, phrase, once))


def said(game, viewer, text, room="players", ago=3600):
    """Return a line that was said so many seconds ago."""
    line = ChatLine.objects.create(
        game=game, room=room, name=viewer.name, text=text, **viewer.person._asdict()
    )
    ChatLine.objects.filter(pk=line.pk).update(at=timezone.now() - timedelta(seconds=ago))
    return line


def end(game):
    """Let the game be over."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
