"""A few games of every title and number of players, played at random and kept as rows to copy."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any
from uuid import UUID

from django.db import connection

from games.bots.playouts import Ply, deal, random_playout
from games.models import Game, MoveRecord
from games.rules import registry
from games.rules.protocol import CHANCE, Outcome, Ruleset, event_data, option_infos
from games.selectors.stored.entries import CHANCE_ACTOR
from games.selectors.stored.position import digest

GAMES_EACH = 6


@dataclass(frozen=True, slots=True)
class Sample:
    """A game as it was played, but for who played it; ``copied`` is the first row made of it, if any."""

    ruleset: Ruleset[Any]
    seat_count: int
    options: dict[str, object]
    deal: Any
    plies: Sequence[Ply]
    outcomes: tuple[Outcome, ...]
    built: tuple[dict[str, int], ...]
    copied: list[UUID] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """True if it was played to its end."""
        return bool(self.outcomes)

    def fill(self, game: Game) -> None:
        """Put the position that was reached into a row."""
        last = self.plies[-1].step.state
        game.deal, game.ply = self.deal, len(self.plies)
        game.state = self.ruleset.dump(last)
        game.state_digest = digest(game.state)


def play_samples(random: Random) -> list[Sample]:
    """Return games of every kind: most to the end, one of each broken off half-way."""
    kinds = [(ruleset, seats) for ruleset in registry.rulesets() for seats in ruleset.seats]
    return [
        _play(random, ruleset, seats, is_over=number > 0)
        for ruleset, seats in kinds
        for number in range(GAMES_EACH)
    ]


def _play(random: Random, ruleset: Ruleset[Any], seats: int, *, is_over: bool) -> Sample:
    options = _options(random, ruleset)
    start = deal(ruleset, seats, random.randrange(10**6), options)
    plies = list(random_playout(ruleset, start, random.randrange(10**6)))
    if not is_over:
        plies = _up_to_a_choice(ruleset, plies)
    last = plies[-1].step.state
    return Sample(
        ruleset,
        seats,
        asdict(options),
        ruleset.dump(start),
        plies,
        ruleset.outcomes(last)[:seats] if is_over else (),
        tuple(dict(ruleset.built(last, seat)) for seat in range(seats)) if is_over else (),
    )


def _options(random: Random, ruleset: Ruleset[Any]) -> Any:
    infos = option_infos(ruleset.options).items()
    values = {name: [choice.value for choice in info.choices] or [False, True] for name, info in infos}
    return ruleset.options(**{name: random.choice(choices) for name, choices in values.items()})


def _up_to_a_choice(ruleset: Ruleset[Any], plies: list[Ply]) -> list[Ply]:
    """Return about half the game, up to where somebody is to act, not chance."""
    half = len(plies) // 2
    while CHANCE in ruleset.to_act(plies[half].step.state):
        half += 1
    return plies[: half + 1]


def record_samples(rows: Sequence[tuple[Game, Sample]]) -> None:
    """Write the log of every game: of a sample's first game move by move, of the others as its copy."""
    copies = []
    for game, sample in rows:
        if sample.copied:
            copies.append((game.pk, sample.copied[0]))
        else:
            sample.copied.append(game.pk)
            MoveRecord.objects.bulk_create(_records(game, sample))
    # In the order of the index that takes them.
    _copy(sorted(copies))


def _records(game: Game, sample: Sample) -> list[MoveRecord]:
    start = MoveRecord(game=game, ply=0, seat=CHANCE, notation="start", actor=CHANCE_ACTOR)
    return [start, *(_record(game, sample, number) for number in range(len(sample.plies)))]


def _record(game: Game, sample: Sample, number: int) -> MoveRecord:
    ply = sample.plies[number]
    return MoveRecord(
        game=game,
        ply=number + 1,
        seat=ply.seat,
        notation=str(ply.move),
        events=[event_data(event) for event in ply.step.events],
        actor=CHANCE_ACTOR if ply.seat == CHANCE else "crowd",
        alone=len(sample.ruleset.to_act(ply.before)) == 1,
        reveals=ply.step.reveals,
        secret=ply.move.secret,
    )


def _copy(pairs: Sequence[tuple[UUID, UUID]]) -> None:
    """Copy logs inside the database, which is many times faster than through Python."""
    meta, quote = MoveRecord._meta, connection.ops.quote_name
    names = [column.column for column in meta.concrete_fields if column.name not in {"id", "game"}]
    columns, table = ", ".join(map(quote, names)), quote(meta.db_table)
    key = Game._meta.pk
    values = [[key.get_db_prep_value(pk, connection) for pk in pair] for pair in pairs]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} (game_id, {columns}) SELECT %s, {columns} FROM {table} WHERE game_id = %s",  # noqa: S608
            values,
        )
