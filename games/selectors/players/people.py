"""Friends, blocks and mutes as their owner sees them, people at a table, and invitations."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.digits import read_number
from games.models import Game, Guest, Invitation, Profile, Relation, Seat
from games.selectors.blocks import blocked_tables
from games.selectors.viewers import Viewer, holder_of, profile_of

Kind = Relation.Kind
MOST_INVITATIONS = 20
MOST_FRIENDS = 30


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody in a game: the name they bear there, and their account if they have one."""

    name: str
    user_id: int | None = None
    is_guest: bool = False
    bot: int = 0
    """The level of the bot that plays under the name, 0 without one."""


def named(seats: Iterable[Seat]) -> tuple[Named, ...]:
    """Return who holds these seats."""
    return tuple(Named(seat.name, seat.user_id, seat.guest_id is not None, seat.bot) for seat in seats)


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """Somebody as a list of people shows them, and how a form names them."""

    name: str
    user_id: int | None = None
    game_id: UUID | None = None
    seat: int | None = None
    relation_id: int | None = None
    is_mutual: bool = False
    is_guest: bool = False

    @property
    def key(self) -> str:
        """What the field ``person`` of a form says: an account, a seat, or one of one's own relations."""
        if self.user_id is not None:
            return f"user:{self.user_id}"
        return f"seat:{self.game_id}:{self.seat}" if self.game_id else f"relation:{self.relation_id}"


def relations_to(viewer: Viewer, user_id: int | None, guest_id: UUID | None = None) -> frozenset[str]:
    """Return what the viewer made of somebody: the kinds of relation that hold."""
    relations = Relation.objects.filter(owner_id=viewer.user_id, user_id=user_id, guest_id=guest_id)
    return frozenset(relations.values_list("kind", flat=True))


def related(viewer: Viewer) -> QuerySet[Relation]:
    """Return everybody the viewer has a relation to, by name; ``is_mutual`` are friends both ways."""
    back = Relation.objects.filter(owner=OuterRef("user"), kind=Kind.FRIEND, user_id=viewer.user_id)
    mine = Relation.objects.filter(owner_id=viewer.user_id).select_related("user__profile", "guest")
    return mine.annotate(is_mutual=Exists(back)).order_by("user__profile__name", "guest__name", "pk")


def person_of(relation: Relation) -> ListedPerson:
    """Return the person a relation read by ``related`` leads to."""
    mutual = relation.kind == Kind.FRIEND and getattr(relation, "is_mutual", False)
    whom: Profile | Guest = profile_of(relation.user) if relation.user else relation.guest
    return ListedPerson(whom.name, user_id=relation.user_id, relation_id=relation.pk, is_mutual=mutual)


def friends_to_invite(viewer: Viewer, game: Game) -> tuple[ListedPerson, ...]:
    """Return the viewer's friends who neither sit at the table nor were asked to it."""
    there = Seat.objects.filter(game=game, user__isnull=False).values("user_id")
    asked = Invitation.objects.filter(game=game).values("user_id")
    friends = related(viewer).filter(kind=Kind.FRIEND, user__is_active=True)
    free = friends.exclude(user_id__in=there).exclude(user_id__in=asked)
    return tuple(person_of(relation) for relation in free[:MOST_FRIENDS])


def people_at(viewer: Viewer, game: Game) -> list[tuple[ListedPerson, frozenset[str]]]:
    """Return who else sits at the table, each with what the viewer made of them."""
    kinds: dict[tuple[int | None, UUID | None], set[str]] = {}
    for relation in Relation.objects.filter(owner_id=viewer.user_id):
        kinds.setdefault((relation.user_id, relation.guest_id), set()).add(relation.kind)
    return [
        (
            ListedPerson(seat.name, seat.user_id, game.pk, seat.index, is_guest=seat.guest_id is not None),
            frozenset(kinds.get((seat.user_id, seat.guest_id), ())),
        )
        for seat in game.seats.all()
        if not viewer.holds(seat.user_id, seat.guest_id) and (seat.user_id or seat.guest_id)
    ]


def invitations_to(user_id: int | None) -> QuerySet[Invitation]:
    """Return the invitations that ever reached an account.

    One that a block kept from it would tell of the block: it was declined when made (``invites._ask``).
    """
    return Invitation.objects.filter(user_id=user_id).exclude(declined_at__lte=F("at"))


def invitations_for(viewer: Viewer) -> QuerySet[Invitation]:
    """Return the open tables the viewer was asked to by name, the newest first."""
    seated = Seat.objects.filter(viewer.owns()).values("game_id")
    asked = Invitation.objects.filter(user_id=viewer.user_id, declined_at=None, game__status=Game.Status.OPEN)
    light = asked.select_related("game").defer("game__state", "game__deal").exclude(game_id__in=seated)
    light = light.exclude(game_id__in=blocked_tables(viewer))
    return light.order_by("-at")


def somebody(viewer: Viewer, key: str, games: QuerySet[Game]) -> Viewer | None:
    """Return whom a form's ``person`` means, among those this viewer can have come upon."""
    kind, _, rest = key.partition(":")
    number = read_number(rest)
    if kind == "user" and number is not None:
        return _account(number)
    if kind == "relation" and number is not None:
        relation = Relation.objects.filter(owner_id=viewer.user_id, pk=number).first()
        return Viewer(user_id=relation.user_id, guest_id=relation.guest_id) if relation else None
    if kind == "seat":
        return _holder(rest, games)
    return None


def _account(user_id: int) -> Viewer | None:
    exists = get_user_model().objects.filter(pk=user_id, is_active=True).exists()
    return Viewer(user_id=user_id) if exists else None


def _holder(text: str, games: QuerySet[Game]) -> Viewer | None:
    game_id, _, index = text.partition(":")
    seat = read_number(index)
    try:
        where = Q(game__in=games.filter(pk=UUID(game_id)), index=-1 if seat is None else seat)
    except ValueError:
        return None
    seat = Seat.objects.filter(where).first()
    return holder_of(seat) if seat else None
