"""Open, running and finished tables of invented people."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from django.utils import timezone

from games import fair
from games.models import Game, GameSecret, Seat
from games.services.clocks.timekeeping import IDLE_GAME_LIFE
from games.services.crowd.people import Player
from games.services.crowd.samples import Sample, play_samples, record_samples
from games.services.tables.seating import OPEN_TABLE_LIFE

OPEN, RUNNING, LISTED, RATED = 0.05, 0.07, 0.7, 0.6
"""Which part of the tables is open, runs, is shown to all, and counts if only accounts sit there."""
HISTORY = timedelta(days=400)
LUCK = 1.5
BATCH = 500


@dataclass(frozen=True, slots=True)
class Played:
    """A table and who sits there."""

    game: Game
    seats: tuple[Seat, ...]


def play_games(random: Random, people: list[Player], count: int) -> list[Played]:
    """Return new tables, the longest finished first, the running and open ones last."""
    samples = play_samples(random)
    over, cut = [s for s in samples if s.is_over], [s for s in samples if not s.is_over]
    numbers = {"open": int(count * OPEN), "running": int(count * RUNNING)}
    finished = count - sum(numbers.values())
    now = timezone.now()
    ends = [now - HISTORY * (1 - at / finished) for at in range(finished)]
    plans = [(random.choice(over), end) for end in ends]
    plans += [(random.choice(cut), now) for _ in range(numbers["running"])]
    tables = [_dealt(random, people, sample, end) for sample, end in plans]
    _write([played for played, _ in tables])
    record_samples([(played.game, sample) for played, sample in tables])
    waiting = [_waiting(random, people, random.choice(cut)) for _ in range(numbers["open"])]
    _write(waiting)
    return [played for played, _ in tables] + waiting


def _dealt(random: Random, people: list[Player], sample: Sample, end: datetime) -> tuple[Played, Sample]:
    players = _company(random, people, sample.seat_count)
    game = _table(random, sample, players)
    sample.fill(game)
    game.started_at, game.moved_at = end - timedelta(hours=random.randint(1, 60)), end
    if sample.is_over:
        game.status, game.ended_at = Game.Status.FINISHED, end
        players = _by_skill(random, players, sample)
    else:
        game.status, game.wake_at = Game.Status.RUNNING, end + IDLE_GAME_LIFE
    return Played(game, tuple(_seat(game, at, player, sample) for at, player in enumerate(players))), sample


def _waiting(random: Random, people: list[Player], sample: Sample) -> Played:
    players = _company(random, people, max(1, sample.seat_count - 1))
    game = _table(random, sample, players)
    game.seat_count = max(2, sample.seat_count)
    game.wake_at = timezone.now() + OPEN_TABLE_LIFE
    return Played(game, tuple(_seat(game, at, player, None) for at, player in enumerate(players)))


def _company(random: Random, people: list[Player], count: int) -> list[Player]:
    """Return different people, the keen ones more often than others."""
    weights = [player.keenness for player in people]
    company: dict[str, Player] = {}
    while len(company) < count:
        player = random.choices(people, weights)[0]
        company[player.viewer.actor] = player
    return list(company.values())


def _by_skill(random: Random, players: list[Player], sample: Sample) -> list[Player]:
    """Give the better places to the better players, with some luck."""
    ranked = sorted(players, key=lambda player: -player.skill - random.gauss(0, LUCK))
    seats = sorted(range(len(players)), key=lambda seat: sample.outcomes[seat].place)
    return [player for _, player in sorted(zip(seats, ranked, strict=True), key=lambda pair: pair[0])]


def _table(random: Random, sample: Sample, players: list[Player]) -> Game:
    accounts_only = all(player.viewer.user_id is not None for player in players)
    return Game(
        ruleset_slug=sample.ruleset.slug,
        ruleset_version=sample.ruleset.version,
        ruleset_digest=sample.ruleset.digest,
        options=sample.options,
        seat_count=sample.seat_count,
        listed=random.random() < LISTED,
        rated=accounts_only and sample.seat_count > 1 and random.random() < RATED,
    )


def _seat(game: Game, index: int, player: Player, sample: Sample | None) -> Seat:
    seat = Seat(
        game=game,
        index=index,
        user_id=player.viewer.user_id,
        guest_id=player.viewer.guest_id,
        name=player.viewer.name,
    )
    if sample and sample.is_over:
        outcome = sample.outcomes[index]
        seat.points, seat.place, seat.built = outcome.points, outcome.place, sample.built[index]
    return seat


def _write(tables: list[Played]) -> None:
    secrets = []
    for played in tables:
        deal = fair.new_deal()
        played.game.deal_id = UUID(deal.deal_id)
        played.game.commitment = fair.commitment(deal.deal_id, deal.server_seed)
        secrets.append(GameSecret(game=played.game, server_seed=deal.server_seed))
    Game.objects.bulk_create((played.game for played in tables), batch_size=BATCH)
    GameSecret.objects.bulk_create(secrets, batch_size=BATCH)
    Seat.objects.bulk_create((seat for played in tables for seat in played.seats), batch_size=BATCH)
