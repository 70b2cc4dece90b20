"""Everything the site knows about one person, as plain data for them to take along.

Of other people there are only the names they bear at shared tables and in lists of one's own.
"""

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F, Model, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat, Replace
from django.utils import timezone

from games.models import (
    Candidate,
    ChatLine,
    Deck,
    Delivery,
    Guest,
    MoveRecord,
    Notice,
    Profile,
    PushSubscription,
    Rating,
    RatingChange,
    Relation,
    Report,
    Sanction,
    Seat,
    SiteOwner,
    SoloRecord,
)
from games.selectors.players.people import invitations_to
from games.selectors.viewers import Viewer, profile_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

TEXT = TextField()
FORMAT = "card-city-person/1"
Rows = list[dict[str, Any]]
WHOLE: dict[str, type[Model]] = {
    "decks": Deck,
    "deliveries": Delivery,
    "rating_changes": RatingChange,
    "ratings": Rating,
    "solo_records": SoloRecord,
}
"""What belongs to an account row by row, with all its columns."""
OWNERS = frozenset({"id", "user", "guest", "named", "inviter", "name_key", "login_key"})
"""Columns that say whose row it is, whom else it names, or nothing to a person."""
GUEST_COLUMNS = ("name", "network", "created_at", "seen_at")


def export_account(user: "User") -> dict[str, Any]:
    """Return what there is about an account, and about the guests it once was."""
    return {
        **_head(),
        "account": _one(user, ("username", "email", "date_joined", "last_login", "is_staff", "is_superuser")),
        # The owner is a superuser: nobody else is worth the question.
        "site_ownership": _of(user, SiteOwner, "since") if user.is_superuser else [],
        "profile": _one(profile_of(user), _columns(Profile)),
        "addresses": _of(user, EmailAddress, "email", "verified", "primary"),
        "second_factors": _of(user, Authenticator, "type", "created_at", "last_used_at"),
        "sessions": _of(user, UserSession, "created_at", "last_seen_at", "ip", "user_agent"),
        "push_subscriptions": _of(user, PushSubscription, "endpoint", "created_at"),
        "guests": _rows(Guest.objects.filter(claimed_by=user), *GUEST_COLUMNS),
        **{name: _of(user, model) for name, model in WHOLE.items()},
        "invitations": _rows(invitations_to(user.pk)),
        "relations": _relations(user),
        **_played_and_said(Viewer(user_id=user.pk)),
    }


def export_guest(viewer: Viewer) -> dict[str, Any]:
    """Return what there is about a guest."""
    guest = Guest.objects.get(pk=viewer.guest_id)
    return {
        **_head(),
        "guest": _one(guest, GUEST_COLUMNS),
        **_played_and_said(viewer),
    }


def _head() -> dict[str, Any]:
    return {"format": FORMAT, "made_at": timezone.now()}


def _one(row: Model, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _columns(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.name for field in model._meta.concrete_fields if field.name not in OWNERS)


def _rows(found: QuerySet[Any], *names: str) -> Rows:
    return list(found.values(*(names or _columns(found.model))))


def _of(user: "User", model: type[Model], *names: str) -> Rows:
    return _rows(model._default_manager.filter(user=user), *names)


def _relations(user: "User") -> Rows:
    relations = Relation.objects.filter(owner=user)
    return list(
        relations.values("kind", "created_at", name=F("user__profile__name"), guest_name=F("guest__name"))
    )


def _whose(viewer: Viewer, prefix: str = "") -> Q:
    """Return the filter for what the viewer did, with an account also as the guest they were before."""
    user, guest = f"{prefix}user", f"{prefix}guest"
    if viewer.user_id is not None:
        # Named by their ids: a condition on two joined tables would read every row there is.
        once = Guest.objects.filter(claimed_by=viewer.user_id).values("pk")
        return Q(**{user: viewer.user_id}) | Q(**{f"{guest}__in": once})
    return Q(**{guest: viewer.guest_id})


def _played_and_said(viewer: Viewer) -> dict[str, Any]:
    mine = _whose(viewer)
    reports = Report.objects.filter(_whose(viewer, prefix="by_"))
    return {
        "games": [_game(seat) for seat in _seats(mine)],
        "moves": _rows(_moves(viewer), "game", "ply", "notation", "at"),
        "chat_lines": _rows(ChatLine.objects.filter(mine), "game", "room", "name", "text", "phrase", "at"),
        "candidacies": _rows(Candidate.objects.filter(mine), "game", "index", "at"),
        "notices": _rows(Notice.objects.filter(mine)),
        "reports_made": _rows(reports, "kind", "reason", "words", "game", "state", "answer", "created_at"),
        "sanctions": _rows(
            Sanction.objects.filter(mine),
            "kind", "reason", "starts_at", "until", "lifted_at", "appeal__words", "appeal__answer",
        ),
    }  # fmt: skip


def _seats(mine: Q) -> QuerySet[Seat]:
    seats = Seat.objects.filter(mine).select_related("game").defer("game__state", "game__deal")
    return seats.prefetch_related("game__seats").order_by("game__created_at")


def _game(seat: Seat) -> dict[str, Any]:
    game = seat.game
    return {
        **_one(game, ("id", "ruleset_slug", "options", "status", "created_at", "started_at", "ended_at")),
        "players": [other.name for other in game.seats.all()],
        "seat": _one(seat, ("index", "name", "left", "points", "place")),
        # Whoever sat there before chose these.
        "part_in_the_shuffle": "" if seat.former else bytes(seat.client_seed).decode(errors="replace"),
        "deck": "" if seat.former else seat.deck,
    }


def _moves(viewer: Viewer) -> QuerySet[MoveRecord]:
    """Return what the viewer did: nothing that another did at the same seat, before, after or meanwhile."""
    mine = Seat.objects.filter(_whose(viewer)).values("game")
    relieved = Seat.objects.exclude(former=[]).values("game")
    done = Q(actor=viewer.actor)
    if viewer.user_id is not None:
        once = Guest.objects.filter(claimed_by=viewer.user_id)
        done |= Q(bare_actor__in=once.values_list(Concat(Value("guest:", TEXT), _bare("pk"))))
    records = MoveRecord.objects.alias(bare_actor=_bare("actor"))
    return records.filter(Q(game__in=mine) | Q(game__in=relieved), done)


def _bare(text: str) -> Replace:
    """Return a text without its hyphens: databases differ in how they write the id of a guest."""
    return Replace(Cast(text, TEXT), Value("-", TEXT), Value("", TEXT))
