"""Uniform numbers and orders from a game key, and the record of each."""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from struct import Struct
from typing import Any, ClassVar

from games.fair.chain import nonce
from games.fair.fields import Malformed, mapping, text, texts, whole
from games.fair.keys import VERSION, Secret, lp, u32
from games.fair.keys import label as hash_label

WORDS = 2**32
_BLOCK = Struct(">8I")


@dataclass(frozen=True, slots=True)
class ShuffleRecord:
    """A list that was put in random order, top first."""

    op: ClassVar[str] = "shuffle"
    draw_no: int
    label: str
    input: tuple[str, ...]
    output: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the record as the export states it."""
        lists = {"input": list(self.input), "output": list(self.output)}
        return {"draw_no": self.draw_no, "label": self.label, "op": self.op, **lists}


@dataclass(frozen=True, slots=True)
class BelowRecord:
    """A number that was drawn from 0 to ``n`` - 1."""

    op: ClassVar[str] = "below"
    draw_no: int
    label: str
    n: int
    output: int

    def to_json(self) -> dict[str, Any]:
        """Return the record as the export states it."""
        return {"op": self.op, **asdict(self)}


DrawRecord = ShuffleRecord | BelowRecord


def load_record(value: object) -> DrawRecord:
    """Return a record from its plain data; ``Malformed`` if it is none."""
    data = mapping(value)
    draw_no, label = whole(data, "draw_no", 0, WORDS - 1), text(data, "label")
    match data.get("op"):
        case ShuffleRecord.op:
            return ShuffleRecord(draw_no, label, texts(data, "input"), texts(data, "output"))
        case BelowRecord.op:
            n = whole(data, "n", 1, WORDS)
            return BelowRecord(draw_no, label, n, whole(data, "output", 0, n - 1))
    raise Malformed("op is missing or malformed")


def words(key: bytes, draw_no: int, label: str, version: int = VERSION) -> Iterator[int]:
    """Yield the 32-bit numbers of one draw, without end."""
    prefix = hash_label("draw", version) + u32(draw_no) + lp(label.encode("ascii"))
    for block in count():
        yield from _BLOCK.unpack(hmac.digest(key, prefix + u32(block), "sha256"))


def below(stream: Iterator[int], n: int) -> int:
    """Return a uniform number from 0 to n - 1."""
    if not 1 <= n <= WORDS:
        raise ValueError("n must be from 1 to 2**32")
    if n == 1:
        return 0
    # Words past the last whole multiple of n are skipped: they would favour small results.
    limit = WORDS - WORDS % n
    return next(word for word in stream if word < limit) % n


def shuffled(stream: Iterator[int], items: Sequence[str]) -> tuple[str, ...]:
    """Return the items in a uniform random order (Fisher-Yates, from the end)."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(stream, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


class Source:
    """A game's numbered draws: a ``Draw`` for rules that keeps a record of every use."""

    __slots__ = ("_key", "_version", "draw_no", "records")

    def __init__(self, key: bytes, draw_no: int = 0, version: int = VERSION) -> None:
        """Take the game key, the first unused number and the version of the shuffle."""
        self._key = key
        self._version = version
        self.draw_no = draw_no
        self.records: list[DrawRecord] = []

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """Return the items in random order; only which they are matters, not how they came."""
        before = tuple(sorted(items, key=_bytes))
        after = shuffled(self._words(label), before)
        self._keep(ShuffleRecord(self.draw_no, label, before, after))
        return after

    def below(self, label: str, n: int) -> int:
        """Return a uniform number from 0 to n - 1."""
        result = below(self._words(label), n)
        self._keep(BelowRecord(self.draw_no, label, n, result))
        return result

    def nonce(self, ply: int) -> Secret:
        """Return what veils a ply of the log until the reveal (fair shuffle 2, section 4)."""
        return nonce(self._key, ply)

    def _words(self, label: str) -> Iterator[int]:
        return words(self._key, self.draw_no, label, self._version)

    def _keep(self, record: DrawRecord) -> None:
        self.records.append(record)
        self.draw_no += 1


def _bytes(item: str) -> bytes:
    return item.encode("ascii")
