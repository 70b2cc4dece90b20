"""What the games of invented people come to: ratings and solo records, worked out in memory."""

from collections import Counter

from games.models import Rating, RatingChange, SoloRecord
from games.selectors.players.leaders import variant
from games.services.crowd.games import Played
from games.services.play.ratings import NEW, Strength, after_game, places_of

BATCH = 500
Key = tuple[str, int]
"""A title and an account."""


def count_results(tables: list[Played]) -> None:
    """Let the finished games count, in their order."""
    over = [played for played in tables if played.game.ended_at]
    _rate([played for played in over if played.game.rated])
    _keep_records([played for played in over if played.game.seat_count == 1 and played.game.listed])


def _rate(tables: list[Played]) -> None:
    now: dict[Key, Strength] = {}
    games: Counter[Key] = Counter()
    changes = [change for played in tables for change in _changes(played, now)]
    games.update((change.game.ruleset_slug, change.user_id) for change in changes)
    RatingChange.objects.bulk_create(changes, batch_size=BATCH)
    Rating.objects.bulk_create(
        (_rating(key, strength, games[key]) for key, strength in now.items()), batch_size=BATCH
    )


def _rating(key: Key, strength: Strength, games: int) -> Rating:
    slug, user = key
    return Rating(
        slug=slug, user_id=user, mu=strength.mu, sigma=strength.sigma, score=strength.score, games=games
    )


def _changes(played: Played, now: dict[Key, Strength]) -> list[RatingChange]:
    slug, places = played.game.ruleset_slug, places_of(played.seats)
    before = {user: now.get((slug, user), NEW) for user in places}
    after = after_game(before, places)
    now.update(((slug, user), strength) for user, strength in after.items())
    return [
        RatingChange(
            game=played.game,
            user_id=user,
            place=places[user],
            mu=after[user].mu,
            sigma=after[user].sigma,
            gain=after[user].score - before[user].score,
        )
        for user in sorted(places)
    ]


def _keep_records(tables: list[Played]) -> None:
    best: dict[tuple[str, int, str], Played] = {}
    for played in tables:
        (seat,), game = played.seats, played.game
        if seat.user_id is None:
            continue
        key = (game.ruleset_slug, seat.user_id, variant(game.ruleset_slug, game.options))
        if key not in best or seat.points > best[key].seats[0].points:
            best[key] = played
    SoloRecord.objects.bulk_create(
        SoloRecord(
            slug=slug,
            user_id=user,
            variant=text,
            game=played.game,
            points=played.seats[0].points,
            at=played.game.ended_at,
        )
        for (slug, user, text), played in best.items()
    )
