"""The fair shuffle, version 1: seeds, draws and proofs, as pure functions."""

from games.fair.checks import Check, verify
from games.fair.draws import BelowRecord, DrawRecord, ShuffleRecord, Source, load_record
from games.fair.fields import Malformed
from games.fair.keys import (
    SeatInput,
    Secret,
    clean_client_seed,
    commitment,
    game_key,
    new_seed,
    start_digest,
    transcript,
)
from games.fair.proof import Proof, export, load_proof

__all__ = [
    "BelowRecord",
    "Check",
    "DrawRecord",
    "Malformed",
    "Proof",
    "SeatInput",
    "Secret",
    "ShuffleRecord",
    "Source",
    "clean_client_seed",
    "commitment",
    "export",
    "game_key",
    "load_proof",
    "load_record",
    "new_seed",
    "start_digest",
    "transcript",
    "verify",
]
