"""The nine kinds of visitors of the access matrix, and two tables they look at."""

from itertools import count

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import Client

from games.models import Appeal, ChatLine, Guest, Relation, Report, Sanction
from games.selectors.viewers import Viewer
from games.services.rights.ranks import ADMINISTRATORS, MODERATORS
from games.services.rights.site_state import stored_state
from games.services.tables import decks
from games.services.tables.seating import Plan, open_table, sit
from tests.tables import guest
from tests.views.people import browser_of

ROLES = ("anonymous", "guest", "player", "other", "blocked", "banned", "moderator", "administrator", "owner")
_number = count(1)


def account(name, **rights):
    """Return a new account as a viewer and its browser."""
    user = get_user_model().objects.create_user(f"{name}{next(_number)}", **rights)
    client = Client()
    client.force_login(user)
    return Viewer(user_id=user.pk, name=user.username), client


class World:
    """A private running game, a listed open table and a deck of one host, and somebody of every role.

    Who is banned holds a seat in the game, so that it is the ban and not the lack of one that they meet.
    """

    def __init__(self):
        self.host, host_browser = account("host")
        banned, banned_browser = account("banned")
        self.running = open_table(self.host, Plan("demo", 3, {}))
        for viewer in (guest("Second"), banned):
            sit(self.running.pk, viewer, "")
        self.running.refresh_from_db()
        Sanction.objects.create(user_id=banned.user_id, kind=Sanction.Kind.SITE, reason="Spam")
        self.open = open_table(self.host, Plan("demo", 3, {}, listed=True))
        decks.create(self.host, "demo", "Mine", {})
        self.browsers = {
            "anonymous": Client(),
            "guest": browser_of(guest("Guest")),
            "player": host_browser,
            "other": self._other(),
            "blocked": self._blocked(),
            "banned": banned_browser,
            "moderator": self._staff("moderator", MODERATORS),
            "administrator": self._staff("admin", ADMINISTRATORS),
            "owner": account("owner", is_staff=True, is_superuser=True)[1],
        }
        self.rows = self._rows()

    def _other(self):
        viewer, browser = account("other")
        open_table(viewer, Plan("demo", 3, {}))
        return browser

    def _blocked(self):
        viewer, browser = account("blocked")
        Relation.objects.create(owner_id=self.host.user_id, kind=Relation.Kind.BLOCK, user_id=viewer.user_id)
        return browser

    def _staff(self, name, group):
        viewer, browser = account(name, is_staff=True)
        get_user_model().objects.get(pk=viewer.user_id).groups.add(Group.objects.get(name=group))
        return browser

    def _rows(self):
        """Return a row of each kind that the desk acts on: of a player, or at a table of players."""
        player = get_user_model().objects.get(username__startswith="other")
        speaker = {"game": self.open, "room": ChatLine.Room.PLAYERS, "name": "Host", "text": "Hello"}
        line = ChatLine.objects.create(user_id=self.host.user_id, **speaker)
        sanction = Sanction.objects.get()
        report = Report.objects.create(kind="line", reason="insult", user=player, line=line)
        rows = [player, Guest.objects.first(), self.open, line, sanction, report, stored_state()]
        rows.append(Appeal.objects.create(sanction=sanction, words="Please"))
        return {type(row): row for row in rows}
