"""A played game: its row, seats, moves, and what stays secret until its end."""

import uuid
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.models.compact import PackedJSONField
from games.models.people import Guest
from games.rules import registry
from games.rules.protocol import Ruleset

LISTED = models.Q(listed=True)
TABLES_OWN = models.Q(deal_kind="table")
"""The games whose deal no other table plays."""
ACTS = models.Q(acts_since__isnull=False)
"""The seats whose turn it is, in running games."""
BOT_ACTS = models.Q(bot_at__isnull=False)
PLAYED_BY_PEOPLE = models.Q(left=False, bot=0)
"""The seats at which somebody sits."""


def held_by_account(user_id: Any) -> models.Q:
    """Return the filter for the seats of an account, unless it was closed."""
    return models.Q(user_id=user_id, user__is_active=True)


def held_by_guest(guest_id: Any) -> models.Q:
    """Return the filter for the seats of a guest who has not become an account."""
    return models.Q(guest_id=guest_id, guest__claimed_by=None)


def whole_second() -> datetime:
    """Return this moment without its fraction of a second."""
    return timezone.now().replace(microsecond=0)


class Game(models.Model):
    """One played game. The move records are the truth; ``state`` is their cache."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("state of a game", "Open")
        RUNNING = "running", pgettext_lazy("state of a game", "Running")
        FINISHED = "finished", pgettext_lazy("state of a game", "Finished")
        ABORTED = "aborted", pgettext_lazy("state of a game", "Aborted")

    class Pace(models.TextChoices):
        NONE = "none", pgettext_lazy("pace", "None")
        LIVE = "live", pgettext_lazy("pace", "Live")
        DAYS = "days", pgettext_lazy("pace", "Days")

    class Expiry(models.TextChoices):
        ASK = "ask", pgettext_lazy("when time is over", "Ask")
        DEFAULT = "default", pgettext_lazy("when time is over", "Default")

    class Ending(models.TextChoices):
        PLAYED = "", pgettext_lazy("how a game ended", "Played")
        LEFT = "left", pgettext_lazy("how a game ended", "Everyone left")
        EXPIRED = "expired", pgettext_lazy("how a game ended", "Expired")
        AGREED = "agreed", pgettext_lazy("how a game ended", "By agreement")
        STAFF = "staff", pgettext_lazy("how a game ended", "Ended by moderators")

    class BotPace(models.TextChoices):
        CALM = "calm", pgettext_lazy("pace of bots", "Calm")
        BRISK = "brisk", pgettext_lazy("pace of bots", "Brisk")
        ONCE = "once", pgettext_lazy("pace of bots", "Instant")

    class DealKind(models.TextChoices):
        TABLE = "table", pgettext_lazy("kind of deal", "Table")
        SHARED = "shared", pgettext_lazy("kind of deal", "Shared")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset_slug = models.SlugField()
    ruleset_version = models.PositiveSmallIntegerField()
    ruleset_digest = models.CharField(max_length=64, default="")
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    seat_count = models.PositiveSmallIntegerField()
    host_index = models.PositiveSmallIntegerField(default=0)
    invite_no = models.PositiveIntegerField(default=0)
    listed = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    pace = models.CharField(max_length=4, choices=Pace, default=Pace.NONE)
    base_seconds = models.PositiveIntegerField(default=0)
    increment_seconds = models.PositiveIntegerField(default=0)
    measure = models.CharField(max_length=8, default="", blank=True)
    on_expiry = models.CharField(max_length=7, choices=Expiry, default=Expiry.ASK)
    paused_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=7, choices=Ending, default=Ending.PLAYED, blank=True)
    ply = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, default="")
    """The last link of the chain of its log; empty before the start and in games of version 1."""
    talk_no = models.PositiveIntegerField(default=0)
    draw_no = models.PositiveIntegerField(default=0)
    deal = PackedJSONField(null=True)
    state = PackedJSONField(null=True, is_cache=True)
    state_digest = models.CharField(max_length=64, default="")
    fair_version = models.PositiveSmallIntegerField(default=2)
    deal_id = models.UUIDField(null=True, db_index=True, editable=False)
    """The deal its seed belongs to; null in games of version 1, where that is the game itself."""
    deal_kind = models.CharField(max_length=6, choices=DealKind, default=DealKind.TABLE)
    commitment = models.CharField(max_length=64)
    start_digest = models.CharField(max_length=64, default="")
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )
    imported_id = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True, db_index=True)
    bot_pace = models.CharField(max_length=5, choices=BotPace, default=BotPace.BRISK)
    newcomers_until = models.DateTimeField(null=True, blank=True)
    """Until when people may take the seats of bots that have not moved."""
    waits_at = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="meanwhile"
    )
    """The open table whose seat its player keeps, who plays bots here until people come there."""

    class Meta:
        indexes = [
            models.Index(fields=["status", "-created_at"], name="games_listed_new", condition=LISTED),
            models.Index(fields=["status", "-moved_at"], name="games_listed_moved", condition=LISTED),
            models.Index(fields=["ruleset_slug", "status", "seat_count"]),
            models.Index(fields=["-created_at"], name="games_newest"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["deal_id"], condition=TABLES_OWN, name="one_game_per_own_deal"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset_slug} {self.pk}"

    @property
    def ruleset_id(self) -> str:
        """Name and version of its rules, as its shuffle proof states them."""
        return f"{self.ruleset_slug}/{self.ruleset_version}"

    @property
    def title(self) -> str:
        """What is played, as its newest rules call it; translated where it is shown."""
        name: str = registry.get(self.ruleset_slug).name
        return name

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The rules it began with, in their version; ``KeyError`` if they are not known here."""
        return registry.get(self.ruleset_slug, self.ruleset_version)

    @property
    def is_open(self) -> bool:
        """True while people may still sit down."""
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        """True from the deal to the last move."""
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        """True once the game ended or was given up; its secrets are public then."""
        return self.status in {self.Status.FINISHED, self.Status.ABORTED}

    @property
    def is_revealed(self) -> bool:
        """True once its deal may be told: a shared one is played at other tables until its day is over."""
        is_shared = self.deal_kind == self.DealKind.SHARED
        return self.is_over and not (is_shared and self.created_at.date() >= timezone.now().date())


class Seat(models.Model):
    """A numbered place at a table and who holds it."""

    class Kind(models.TextChoices):
        HUMAN = "human", pgettext_lazy("who sits", "Human")
        BOT = "bot", pgettext_lazy("who sits", "Bot")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=Kind, default=Kind.HUMAN)
    """Who sat there at the deal, as its proof states it; who plays now is told by ``bot``."""
    bot = models.PositiveSmallIntegerField(default=0)
    """The level of the bot that plays this seat, from the start or for who left it; 0 without one."""
    bot_at = models.DateTimeField(null=True, blank=True)
    """When the bot's next move is due, drawn before anybody looked at what it could do."""
    bot_lease = models.DateTimeField(null=True, blank=True)
    """Until when somebody thinks about that move."""
    bot_missed = models.BooleanField(default=False)
    """Whether the referee had to make the bot's last move."""
    former = models.JSONField(default=list, blank=True)
    """Who played this seat before a substitute took it, as the log names them."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")
    name = models.CharField(max_length=40)
    client_seed = models.BinaryField(max_length=64, default=b"")
    left = models.BooleanField(default=False)
    acts_since = models.DateTimeField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    built = models.JSONField(default=dict, blank=True)
    time_left = models.DurationField(null=True, blank=True)
    turn_left = models.DurationField(null=True, blank=True)
    late_turns = models.PositiveSmallIntegerField(default=0)
    clock_from = models.DateTimeField(null=True, blank=True)
    expired_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    wait_share = models.FloatField(default=0.0)
    """How much of its time passes before a seat without a choice does, 0 to 1; drawn before that is known."""
    spared_until = models.DateTimeField(null=True, blank=True)
    """Until when the others, who chose to wait for it, are not asked about its silence again."""
    wants_news = models.BooleanField(default=False)
    """Whether its holder asked to be told when somebody joins or comes back."""
    wants_pause = models.BooleanField(default=False)
    wants_end = models.BooleanField(default=False)
    deck = models.CharField(max_length=400, default="", blank=True)
    """The move that chooses the deck its holder sat down with; as secret as the move."""
    offer = models.UUIDField(null=True, blank=True, unique=True, editable=False)
    """The deal offered on the page its holder came from, which leads to no second seat."""

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="one_seat_per_place"),
            # Where there is no user, or no guest, NULL equals no other.
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_per_account"),
            models.UniqueConstraint(fields=["game", "guest"], name="one_seat_per_guest"),
        ]
        indexes = [
            models.Index(fields=["user", "acts_since"], name="games_waiting_for_user", condition=ACTS),
            models.Index(fields=["guest", "acts_since"], name="games_waiting_for_guest", condition=ACTS),
            models.Index(fields=["bot_at"], name="games_waiting_for_bot", condition=BOT_ACTS),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.index})"

    @property
    def is_person(self) -> bool:
        """True while somebody sits there."""
        return not (self.left or self.bot)


class MoveRecord(models.Model):
    """One committed ply. Ply 0 is the start; its notation carries the start digest."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="records")
    ply = models.PositiveIntegerField()
    seat = models.SmallIntegerField()
    notation = models.CharField(max_length=400)
    events = PackedJSONField(default=list)
    actor = models.CharField(max_length=60)
    key = models.CharField(max_length=80, null=True)
    alone = models.BooleanField(default=True)
    reveals = models.BooleanField(default=True)
    secret = models.BooleanField(default=False)
    veiled = models.BooleanField(default=False)
    """True if the chain of the log hides what was done and who did it until the end."""
    at = models.DateTimeField(default=whole_second)
    """To the second: what people know of when a move was made, and what the chain holds."""

    class Meta:
        ordering = ["ply"]
        constraints = [
            models.UniqueConstraint(fields=["game", "ply"], name="one_move_per_ply"),
            models.UniqueConstraint(fields=["game", "key"], name="one_move_per_key"),
        ]

    def __str__(self) -> str:
        return f"ply {self.ply}"
