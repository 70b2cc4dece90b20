"""What is played at a measured site, and what was measured."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Load:
    """What is played."""

    tables: int = 20
    seats: int = 4
    seconds: float = 30.0
    rate: float | None = 20.0
    """Moves a second at all tables together; none if each table moves again once all have seen its move."""
    watchers: int = 500
    watched_moves: int = 10
    bots: int = 0
    """How many bots of level 4 play each other meanwhile, two at a table, without a pause."""
    idle_games: int = 0
    """Tables with a page for each seat at which nobody moves, measured alone and for as long, before."""
    scattered: bool = False
    """Whether the seats of a table come to different processes, as behind a proxy that knows no tables."""

    def __str__(self) -> str:
        pace = "as fast as it goes" if self.rate is None else f"at up to {self.rate:g} moves/s"
        rest = f"then {self.watchers} watchers of one table; {self.bots} bots think meanwhile"
        rest += f"; before that {self.idle_games} idle ones" if self.idle_games else ""
        return f"{self.tables} tables of {self.seats} {pace} for {self.seconds:g} s, {rest}"


@dataclass(slots=True)
class Found:
    """What was measured; times in milliseconds."""

    answered: list[float] = field(default_factory=list)
    to_others: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0
    heard: int = 0
    """Bytes of all the frames that players got."""
    memory: float = 0.0
    calibration: float = 0.0
    to_last_watcher: list[float] = field(default_factory=list)
    at_rest: float | None = None
    """Milliseconds of CPU that idle games cost in a second."""
    shares: dict[str, float] = field(default_factory=dict)
    """What part of the CPU went into what, if the site was profiled."""

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return len(self.answered)

    @property
    def loops(self) -> float:
        """How many calibration loops take as much CPU as a move."""
        return self.cpu / self.moves / self.calibration

    def figures(self, seats: int) -> dict[str, float]:
        """Return each figure by its name: the same names for every run of a load."""
        cuts = dict(zip(range(1, 100), quantiles(self.to_others, n=100, method="inclusive"), strict=True))
        return {
            "CPU ms a move": self.cpu / self.moves,
            "CPU of a move by the calibration loop's": self.loops,
            "p50 ms to others": cuts[50],
            "p95 ms to others": cuts[95],
            "p99 ms to others": cuts[99],
            "moves/s": self.moves / self.seconds,
            "bytes a move and seat": self.heard / self.moves / seats,
            "RSS MB": self.memory,
            "calibration ms": self.calibration,
            **({"p50 ms to the last watcher": median(last)} if (last := self.to_last_watcher) else {}),
            **({} if self.at_rest is None else {"CPU ms a second at rest": self.at_rest}),
        }

    def lines(self, seats: int) -> Iterator[str]:
        """Return the figures in words."""
        figures = self.figures(seats)
        yield f"{self.moves} moves in {self.seconds:.1f} s, {figures['moves/s']:.1f} a second"
        yield f"a move was answered: {percentiles(self.answered)}"
        yield f"{len(self.to_others)} times a move reached another seat: {percentiles(self.to_others)}"
        yield f"server CPU per move: {figures['CPU ms a move']:.1f} ms"
        yield f"frames: {figures['bytes a move and seat']:.0f} bytes a move and seat"
        yield f"server RSS: {self.memory:.0f} MB; calibration loop: {self.calibration:.0f} ms of CPU"
        if self.to_last_watcher:
            yield f"last of the watchers: {percentiles(self.to_last_watcher)}"
        if self.at_rest is not None:
            yield f"idle games: {self.at_rest:.1f} ms of CPU a second"
        yield from self._by_group()

    def _by_group(self) -> Iterator[str]:
        for name, share in sorted(self.shares.items(), key=lambda each: -each[1]):
            yield f"  {name}: {share:.0%}"


def percentiles(values: list[float]) -> str:
    """Return p50, p95 and p99 in words."""
    cuts = quantiles(values, n=100, method="inclusive")
    return ", ".join(f"p{rank} {cuts[rank - 1]:.1f} ms" for rank in (50, 95, 99))
