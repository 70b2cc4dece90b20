"""What every draw hangs on: seed, commitment, contributions, game key."""

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.words import gettext_noop

SEED_BYTES = 32
CLIENT_SEED_BYTES = 64


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


def u32(n: int) -> bytes:
    """Return the number as four bytes, big-endian."""
    return n.to_bytes(4, "big")


def lp(part: bytes) -> bytes:
    """Return the bytes after their length, so that joined inputs cannot be confused."""
    return u32(len(part)) + part


def label(purpose: str) -> bytes:
    """Return the label that keeps each use of a hash apart from every other."""
    return lp(f"card-city/fair/1/{purpose}".encode("ascii"))


def new_seed() -> Secret:
    """Return a fresh server seed."""
    return Secret(secrets.token_bytes(SEED_BYTES))


def clean_client_seed(text: str) -> bytes:
    """Return a player's contribution as bytes; ``ValueError`` says in English why not."""
    if any(unicodedata.category(char) in {"Cc", "Cs"} for char in text):
        raise ValueError(gettext_noop("Your contribution must not contain control characters."))
    client_seed = text.encode()
    if len(client_seed) > CLIENT_SEED_BYTES:
        raise ValueError(gettext_noop("Your contribution is too long: it may take 64 bytes at most."))
    return client_seed


def commitment(game_id: str, seed: bytes) -> str:
    """Return the hash that fixes the server seed before anybody contributes."""
    return hashlib.sha256(label("commit") + lp(game_id.encode("ascii")) + lp(seed)).hexdigest()


def transcript(game_id: str, ruleset_id: str, ruleset_digest: bytes, seats: Sequence[SeatInput]) -> bytes:
    """Return everything public that goes into the game key."""
    game = lp(game_id.encode("ascii")) + lp(ruleset_id.encode("ascii")) + lp(ruleset_digest)
    parts = (lp(seat.kind.encode("ascii")) + lp(seat.client_seed) for seat in seats)
    return game + u32(len(seats)) + b"".join(parts)


def start_digest(commitment: str, transcript: bytes) -> str:
    """Return the hash every seat sees when the game starts."""
    return hashlib.sha256(label("start") + lp(bytes.fromhex(commitment)) + lp(transcript)).hexdigest()


def game_key(seed: bytes, transcript: bytes) -> Secret:
    """Return the key of all draws of one game; never store it."""
    return Secret(hmac.digest(seed, label("key") + lp(transcript), "sha256"))
