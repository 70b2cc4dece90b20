"""Who is asking, and what is read once for each of their requests."""

from django.http import HttpRequest

from games.selectors.players.own import count_turns
from games.selectors.viewers import Viewer, viewer_of


def viewer(request: HttpRequest) -> Viewer:
    """Return who is asking, read once for each request."""
    if not hasattr(request, "_viewer"):
        request._viewer = viewer_of(request.user, request.session)  # type: ignore[attr-defined]
    known: Viewer = request._viewer  # type: ignore[attr-defined]
    return known


def forget_viewer(request: HttpRequest) -> None:
    """Read who is asking anew the next time: their session has just changed."""
    request.__dict__.pop("_viewer", None)


def turns(request: HttpRequest) -> int:
    """Return how many games wait for the viewer, counted once for each request."""
    if not hasattr(request, "_turns"):
        request._turns = count_turns(viewer(request))  # type: ignore[attr-defined]
    known: int = request._turns  # type: ignore[attr-defined]
    return known
