"""What every draw depends on: seed, commitment, contributions and game key, in both versions."""

import hashlib
import hmac
import secrets
import unicodedata
import uuid
from dataclasses import dataclass

from games.rules.words import gettext_noop

VERSION = 2
"""What new games are dealt by; games of version 1 keep theirs."""
SEED_BYTES = 32
CLIENT_SEED_BYTES = 64
TABLE = "table"
SHARED = "shared"
"""The two kinds of deals: one table's own, or one that many tables play alike."""


class Secret(bytes):
    """Bytes that do not show themselves in a log line, an error page or a debugger."""

    def __repr__(self) -> str:
        return "<hidden>"

    __str__ = __repr__


@dataclass(frozen=True, slots=True)
class SeatInput:
    """What a seat contributes: ``human`` or ``bot``, and the bytes its player sent."""

    kind: str
    client_seed: bytes = b""


@dataclass(frozen=True, slots=True)
class Deal:
    """A server seed and the deal it belongs to; in version 1 that was the game itself."""

    deal_id: str
    server_seed: Secret
    kind: str = TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Everything public that a game starts with, and that goes into its key."""

    deal_id: str
    ruleset_id: str
    ruleset_digest: str
    seats: tuple[SeatInput, ...]
    kind: str = TABLE
    version: int = VERSION


def u32(n: int) -> bytes:
    """Return the number as four bytes, big-endian."""
    return n.to_bytes(4, "big")


def lp(part: bytes) -> bytes:
    """Return the bytes after their length, so that joined inputs cannot be confused."""
    return u32(len(part)) + part


def label(purpose: str, version: int = VERSION) -> bytes:
    """Return the label that keeps each use of a hash apart from every other."""
    return lp(f"card-city/fair/{version}/{purpose}".encode("ascii"))


def sha256(purpose: str, *parts: bytes, version: int = VERSION) -> str:
    """Return the hash of encoded parts under the label of their purpose."""
    return hashlib.sha256(label(purpose, version) + b"".join(parts)).hexdigest()


def hmac256(key: bytes, purpose: str, *parts: bytes, version: int = VERSION) -> Secret:
    """Return what a key derives for a purpose."""
    return Secret(hmac.digest(key, label(purpose, version) + b"".join(parts), "sha256"))


def new_seed() -> Secret:
    """Return a fresh server seed."""
    return Secret(secrets.token_bytes(SEED_BYTES))


def new_deal() -> Deal:
    """Return a deal for one table, with a fresh seed."""
    return Deal(str(uuid.uuid4()), new_seed())


def clean_client_seed(text: str) -> bytes:
    """Return a player's contribution as bytes; ``ValueError`` says in English why not."""
    if any(unicodedata.category(char) in {"Cc", "Cs"} for char in text):
        raise ValueError(gettext_noop("Your seed can't contain control characters."))
    client_seed = text.encode()
    if len(client_seed) > CLIENT_SEED_BYTES:
        raise ValueError(
            gettext_noop("Your seed is too long. The limit is 64 characters, or fewer in some alphabets.")
        )
    return client_seed


def commitment(deal_id: str, seed: bytes, version: int = VERSION) -> str:
    """Return the hash that fixes the server seed before anybody contributes."""
    return sha256("commit", lp(deal_id.encode("ascii")), lp(seed), version=version)


def transcript(start: Start) -> bytes:
    """Return everything public that goes into the game key, encoded."""
    if start.kind == SHARED and any(seat.client_seed for seat in start.seats):
        raise ValueError("a shared deal takes no contributions")
    # Version 1 knew no kinds of deals.
    kind = b"" if start.version == 1 else lp(start.kind.encode("ascii"))
    head = kind + lp(start.deal_id.encode("ascii")) + lp(start.ruleset_id.encode("ascii"))
    parts = (lp(seat.kind.encode("ascii")) + lp(seat.client_seed) for seat in start.seats)
    return head + lp(bytes.fromhex(start.ruleset_digest)) + u32(len(start.seats)) + b"".join(parts)


def start_digest(commitment: str, start: Start) -> str:
    """Return the hash every seat sees when the game starts."""
    return sha256("start", lp(bytes.fromhex(commitment)), lp(transcript(start)), version=start.version)


def game_key(seed: bytes, start: Start) -> Secret:
    """Return the key of all draws of one game; never store it."""
    return hmac256(seed, "key", lp(transcript(start)), version=start.version)
