"""The log as a chain: each ply seals all before it, and what must stay secret is sealed unseen."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.fair.fields import Data, Malformed, mapping, text, whole
from games.fair.keys import Secret, hmac256, lp, sha256, u32

ACTORS = "person|bot|clock|referee|chance|staff"
MOMENT = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
MOST_PLIES = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One ply of the log: who did what, and when; chance is seat -1."""

    ply: int
    seat: int
    actor: str
    at: str
    notation: str
    veiled: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the entry as the export states it."""
        return {name: getattr(self, name) for name in ("ply", "seat", "actor", "at", "notation", "veiled")}


def load_entry(value: object) -> Entry:
    """Return an entry from its plain data; ``Malformed`` if it is none."""
    data = mapping(value)
    return Entry(
        ply=whole(data, "ply", 1, MOST_PLIES),
        seat=whole(data, "seat", -1, 255),
        actor=text(data, "actor", ACTORS),
        at=text(data, "at", MOMENT),
        notation=text(data, "notation"),
        veiled=_is_veiled(data),
    )


def _is_veiled(data: Data) -> bool:
    veiled = data.get("veiled")
    if not isinstance(veiled, bool):
        raise Malformed("veiled is missing or malformed")
    return veiled


def first_head(start_digest: str) -> str:
    """Return the head of a log without plies."""
    return sha256("log", lp(bytes.fromhex(start_digest)))


def nonce(key: bytes, ply: int) -> Secret:
    """Return what veils a ply until the reveal, when everybody can compute it."""
    return hmac256(key, "veil", u32(ply))


def next_head(head: str, entry: Entry, veil: bytes | None = None) -> str:
    """Return the head after one more ply; a veiled one needs its nonce."""
    where = u32(entry.ply) + lp(str(entry.seat).encode("ascii")) + lp(entry.at.encode("ascii"))
    return sha256("ply", lp(bytes.fromhex(head)), where, _body(entry, veil))


def _body(entry: Entry, veil: bytes | None) -> bytes:
    what = lp(entry.actor.encode("ascii")) + lp(entry.notation.encode("ascii"))
    if not entry.veiled:
        return lp(b"open") + what
    if veil is None:
        raise ValueError("a veiled ply needs its nonce")
    return lp(b"veiled") + lp(bytes.fromhex(veiled(veil, what)))


def veiled(veil: bytes, what: bytes) -> str:
    """Return what others see of an act until its nonce is known."""
    return sha256("veiled", lp(veil), what)


def heads(start_digest: str, log: Iterable[Entry], key: bytes) -> Iterator[str]:
    """Yield the head before the first ply and after each one."""
    head = first_head(start_digest)
    yield head
    for entry in log:
        head = next_head(head, entry, nonce(key, entry.ply) if entry.veiled else None)
        yield head
