"""What the site adds when allauth says that something happened to an account."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.http import HttpRequest

from games.services.people.networks import neighbourhood
from games.services.people.sessions import end_sessions, silence
from games.services.rights.sign_in_links import forget_links


def on_new_password(request: HttpRequest, user: Any, **_: Any) -> None:
    """End all sessions that the old password opened, but for the one that changed it, and all links."""
    forget_links(user)
    end_sessions(user, but=request.session)


def on_signed_out(request: HttpRequest, **_: Any) -> None:
    """Send the browser no more messages for the account that signs out."""
    silence(request.session)


def on_session_noted(instance: UserSession, **_: Any) -> None:
    """Store no more of an internet address than its network."""
    instance.ip = neighbourhood(instance.ip)
