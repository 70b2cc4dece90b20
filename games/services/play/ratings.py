"""How a rated game changes what its players are thought to be worth, and how it is taken back.

The model is openskill's Plackett–Luce: a mean and an uncertainty for each account and title. Games of
the same people wait for each other at the rows of their ratings, so the changes' numbers are their order.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max, QuerySet
from openskill.models import PlackettLuce

from games.models import Game, Rating, RatingChange, Seat

MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Strength:
    """What somebody is thought to be worth: a mean and an uncertainty."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def score(self) -> float:
        """The cautious guess: three uncertainties below the mean."""
        return self.mu - 3 * self.sigma


NEW = Strength()


def after_game(before: Mapping[int, Strength], places: Mapping[int, int]) -> dict[int, Strength]:
    """Return the strengths by account after a game with these places; one player alone stays as before."""
    people = sorted(places)
    if len(people) < 2:
        return dict(before)
    teams = [[MODEL.rating(before[user].mu, before[user].sigma)] for user in people]
    rated = MODEL.rate(teams, ranks=[float(places[user]) for user in people])
    return {user: Strength(team[0].mu, team[0].sigma) for user, team in zip(people, rated, strict=True)}


def places_of(seats: Iterable[Seat]) -> dict[int, int]:
    """Return the places by account: all who left share the last; seats without one do not count."""
    keys = {
        seat.user_id: (seat.left, 0 if seat.left else seat.place or 0)
        for seat in seats
        if seat.user_id is not None
    }
    return {user: 1 + sum(other < key for other in keys.values()) for user, key in keys.items()}


def rate(game: Game) -> None:
    """Let a finished rated game count, inside the transaction that ends it."""
    places = places_of(game.seats.all())
    if not game.rated or len(places) < 2:
        return
    ratings = _locked(game.ruleset_slug, places)
    before = {user: Strength(row.mu, row.sigma) for user, row in ratings.items()}
    after = after_game(before, places)
    RatingChange.objects.bulk_create(
        _put(RatingChange(game=game, user_id=user, place=places[user]), before[user], after[user])
        for user in sorted(places)
    )
    for user, row in ratings.items():
        row.games += 1
        _set(row, after[user])
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "score", "games"])


def _locked(slug: str, people: Iterable[int]) -> dict[int, Rating]:
    """Return the ratings, new ones made first, locked in the order of the accounts."""
    order = sorted(people)
    fresh = [_set(Rating(user_id=user, slug=slug), NEW) for user in order]
    Rating.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(slug=slug, user_id__in=order).order_by("user_id")
    return {row.user_id: row for row in rows}


def _set(row: Rating, strength: Strength) -> Rating:
    row.mu, row.sigma, row.score = strength.mu, strength.sigma, strength.score
    return row


def _put(change: RatingChange, before: Strength, after: Strength) -> RatingChange:
    change.mu, change.sigma, change.gain = after.mu, after.sigma, after.score - before.score
    return change


@transaction.atomic
def annul(game_id: UUID) -> int:
    """Take back what a game did to the ratings, as if it had never been; return how many changes."""
    gone = list(RatingChange.objects.filter(game_id=game_id, annulled=False).select_related("game"))
    if not gone:
        return 0
    slug = gone[0].game.ruleset_slug
    _lock_title(slug)
    if not RatingChange.objects.filter(game_id=game_id, annulled=False).update(annulled=True):
        return 0
    changed = _replay(slug, gone)
    # Read only now: a game that ended while we waited for its people may have brought new ones.
    ratings = _locked(slug, changed)
    for change in gone:
        ratings[change.user_id].games -= 1
    for user, strength in changed.items():
        _set(ratings[user], strength)
    touched = [ratings[user] for user in changed]
    Rating.objects.bulk_update(touched, ["mu", "sigma", "score", "games"])
    Rating.objects.filter(slug=slug, games=0).delete()
    return len(gone)


def _lock_title(slug: str) -> None:
    """Lock all ratings of a title in the order of the accounts, as whatever ends a game does with its own."""
    list(Rating.objects.select_for_update().filter(slug=slug).order_by("user_id"))


def _standing(slug: str) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(game__ruleset_slug=slug, annulled=False)


def _replay(slug: str, gone: list[RatingChange]) -> dict[int, Strength]:
    """Rate again what came later and was touched by it; return the strengths that this may have changed."""
    first = min(change.pk for change in gone)
    now = _strengths_before(slug, first)
    then = now | _stored(gone)
    touched = {change.user_id for change in gone}
    rated: list[RatingChange] = []
    for changes in _games_after(slug, first):
        places, stored = {change.user_id: change.place for change in changes}, _stored(changes)
        if touched.isdisjoint(places):
            now.update(stored)
        else:
            touched.update(places)
            before = {user: now.get(user, NEW) for user in places}
            is_whole = len(places) == changes[0].seat_count
            now.update(after_game(before, places) if is_whole else _moved(before, then, stored))
            rated += [_put(change, before[change.user_id], now[change.user_id]) for change in changes]
        then.update(stored)
    RatingChange.objects.bulk_update(rated, ["mu", "sigma", "gain"], batch_size=500)
    return {user: now.get(user, NEW) for user in touched}


def _stored(changes: Iterable[RatingChange]) -> dict[int, Strength]:
    return {change.user_id: Strength(change.mu, change.sigma) for change in changes}


def _moved(
    before: Mapping[int, Strength], then: Mapping[int, Strength], after: Mapping[int, Strength]
) -> dict[int, Strength]:
    """Return strengths changed as a game changed them that cannot be rated again.

    With an account goes what its games did to its rating: without it the others would have met nobody.
    """
    was = {user: then.get(user, NEW) for user in before}
    return {
        user: Strength(
            base.mu + after[user].mu - was[user].mu, base.sigma * after[user].sigma / was[user].sigma
        )
        for user, base in before.items()
    }


def _strengths_before(slug: str, first: int) -> dict[int, Strength]:
    earlier = _standing(slug).filter(pk__lt=first)
    last = earlier.order_by().values("user_id").annotate(last=Max("pk")).values("last")
    return _stored(RatingChange.objects.filter(pk__in=last))


def _games_after(slug: str, first: int) -> Iterable[list[Any]]:
    """Return the changes game by game, each with how many sat there, which were all accounts."""
    games: dict[UUID, list[Any]] = {}
    later = _standing(slug).filter(pk__gt=first).annotate(seat_count=F("game__seat_count"))
    for change in later.order_by("pk"):
        games.setdefault(change.game_id, []).append(change)
    return games.values()
