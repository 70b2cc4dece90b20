"""What the desk does to games, names and chat lines."""

from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from games.models import PLAYED_BY_PEOPLE, Candidate, ChatLine, Game, Guest, Profile, RatingChange, Seat
from games.rules.protocol import Outcome, are_places
from games.rules.words import gettext_noop
from games.selectors.stored.position import load_state, outcomes_of
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer, holder_of
from games.services.company import talk
from games.services.moderation.looks import require_seen
from games.services.notices.inbox import tell
from games.services.people.names import distinct_name
from games.services.people.told_names import rename_where_told, selves
from games.services.play.ratings import annul
from games.services.play.turns import finish
from games.services.rights.audit import note
from games.services.rights.ranks import RANK_OF_GROUP
from games.services.rights.staff import (
    DeskError,
    Staff,
    held_still,
    require_neutral,
    require_power_over,
    require_right,
)
from games.services.storage.news import announce_on_commit
from games.services.tables.leaving import abort, vacate

GAME_RIGHT = "games.change_game"
NO_PLACES = gettext_noop("Ranks start at 1, and a tie skips the next rank: 1, 2, 2, 4.")


def _game(staff: Staff, game_id: UUID, *, right: str = GAME_RIGHT) -> Game:
    require_right(staff, right)
    game = locked_game(game_id)
    require_neutral(staff, game)
    return game


def _require_going(game: Game) -> None:
    if game.is_over:
        raise DeskError(gettext_noop("This game is over."))


@transaction.atomic
def end_game(staff: Staff, game_id: UUID, reason: str) -> None:
    """End a game without a result."""
    game = _game(staff, game_id)
    _require_going(game)
    before = {"status": game.status}
    abort(game, Game.Ending.STAFF)
    _ended(staff, game, "end-game", reason, before)


@transaction.atomic
def adjudicate(staff: Staff, game_id: UUID, places: list[int], reason: str) -> None:
    """End a running game with these places in seat order; the points are those of the moment."""
    game = _game(staff, game_id)
    if not game.is_running:
        raise DeskError(gettext_noop("This game isn't in progress."))
    if len(places) != game.seats.count() or not are_places(places):
        raise DeskError(NO_PLACES)
    ruleset, state = game.ruleset, load_state(game)
    outcomes = [Outcome(*each) for each in zip(ruleset.scores(state), places, strict=True)]
    finish(game, state, outcomes, timezone.now())
    game.ending = Game.Ending.STAFF
    game.save(update_fields=["status", "ending", "ended_at", "wake_at"])
    _ended(staff, game, "adjudicate", reason, {"status": Game.Status.RUNNING, "places": places})


def standing_of(game: Game) -> list[Outcome]:
    """Return the points and places that a running game would end with now, in seat order."""
    return list(outcomes_of(game, load_state(game)))


def _ended(staff: Staff, game: Game, act: str, reason: str, facts: dict[str, object]) -> None:
    """Log the end and tell everybody who sat there."""
    before = {"status": facts.pop("status")}
    note(staff, act, f"game:{game.pk}", reason, (before, {"status": game.status, **facts}))
    for seat in game.seats.all():
        tell(holder_of(seat), "staff_ended", game, reason=reason)
    announce_on_commit(game.pk, game.ply)


@transaction.atomic
def free_seat(staff: Staff, game_id: UUID, index: int, reason: str) -> None:
    """Take a seat from its holder: a bot or default moves play on, or before the start it is free again."""
    game = _game(staff, game_id)
    _require_going(game)
    seat = game.seats.filter(PLAYED_BY_PEOPLE, index=index).first()
    if seat is None:
        raise DeskError(gettext_noop("That seat is empty."))
    holder = holder_of(seat)
    vacate(game, seat)
    note(staff, "free-seat", f"game:{game.pk}", reason, ({"seat": index}, {}))
    tell(holder, "staff_freed", game, reason=reason)


@transaction.atomic
def annul_ratings(staff: Staff, game_id: UUID, reason: str) -> int:
    """Take back what a game did to ratings; return how many changed."""
    game = _game(staff, game_id, right="games.change_ratingchange")
    annulled = annul(game.pk)
    if not annulled:
        raise DeskError(_nothing_to_annul(game))
    note(staff, "annul-ratings", f"game:{game.pk}", reason, ({}, {"annulled": annulled}))
    return annulled


def _nothing_to_annul(game: Game) -> str:
    if RatingChange.objects.filter(game=game).exists():
        return gettext_noop("This game's rating changes have already been reverted.")
    return gettext_noop("This game didn't change any ratings.")


@transaction.atomic
def rename(staff: Staff, person: Viewer, name: str, reason: str) -> None:
    """Give an account or a guest another name, at their unfinished tables too; the name is clean already."""
    person = held_still(person)
    require_right(staff, "games.change_guest" if person.user_id is None else "games.change_profile")
    require_power_over(staff, person)
    old = _set_name(person, name)
    going = Seat.objects.filter(person.owns(), game__status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    for seat in going.select_related("game"):
        others = seat.game.seats.exclude(pk=seat.pk).values_list("name", flat=True)
        Seat.objects.filter(pk=seat.pk).update(name=distinct_name(name, others))
        announce_on_commit(seat.game.pk, seat.game.ply)
    rename_where_told(selves(person.user_id) if person.user_id else [person], name)
    for wish in Candidate.objects.filter(user=person.user_id, guest=person.guest_id).select_related("game"):
        Candidate.objects.filter(pk=wish.pk).update(name=name)
        announce_on_commit(wish.game.pk, wish.game.ply)
    note(staff, "rename", person.actor, reason, ({"name": old}, {"name": name}))
    tell(person, "renamed", name=name, reason=reason)


def _set_name(person: Viewer, name: str) -> str:
    if person.user_id is None:
        guest = Guest.objects.get(pk=person.guest_id)
        old, guest.name = guest.name, name
        guest.save(update_fields=["name"])
        return old
    profile = Profile.objects.select_for_update().get(pk=person.user_id)
    old, profile.name = profile.name, name
    profile.save(update_fields=["name"])
    return old


@transaction.atomic
def hide_line(staff: Staff, line_id: int, reason: str) -> None:
    """Let nobody read a chat line any more."""
    require_right(staff, "games.change_chatline")
    line = ChatLine.objects.select_related("game").get(pk=line_id)
    require_neutral(staff, line.game)
    require_seen(staff, line)
    if not talk.hide_line(line):
        raise DeskError(gettext_noop("This message is already hidden."))
    note(staff, "hide-line", f"line:{line.pk}", reason, ({"hidden": False}, {"hidden": True}))


@transaction.atomic
def appoint(staff: Staff, user_id: int, group: str, reason: str) -> None:
    """Make an account one of the staff with the rights of that group, or with no group an ordinary one."""
    require_right(staff, "auth.change_user")
    require_power_over(staff, Viewer(user_id=user_id))
    if RANK_OF_GROUP[group] >= staff.rank:
        raise DeskError(gettext_noop("You can only give roles below your own."))
    user = get_user_model().objects.get(pk=user_id)
    before = list(user.groups.values_list("name", flat=True))
    user.is_staff, user.is_superuser = bool(group), False
    user.save(update_fields=["is_staff", "is_superuser"])
    user.groups.set(Group.objects.filter(name=group))
    user.user_permissions.clear()
    after = [group] if group else []
    note(staff, "appoint", f"user:{user_id}", reason, ({"groups": before}, {"groups": after}))
