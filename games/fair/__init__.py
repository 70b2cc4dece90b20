"""The fair shuffle, versions 1 and 2: seeds, draws and proofs, as pure functions."""

from games.fair.chain import Entry, first_head, heads, next_head, nonce
from games.fair.checks import NOTHING, Check, Kept, Verdict, verdict_of, verify, verify_proof
from games.fair.draws import BelowRecord, DrawRecord, ShuffleRecord, Source, load_record
from games.fair.fields import Malformed
from games.fair.keys import (
    SHARED,
    TABLE,
    Deal,
    SeatInput,
    Secret,
    Start,
    clean_client_seed,
    commitment,
    game_key,
    new_deal,
    new_seed,
    start_digest,
    transcript,
)
from games.fair.offers import new_offered_deal, offered_deal
from games.fair.proof import Proof, draws_digest, export, load_proof
from games.fair.records import verify_file
from games.fair.replay import UNDO, Played, Replay, end_problem, load_rules, replay, replay_problem
from games.fair.results import NO_SCORE, PLAYED, STAFF, Result
from games.fair.shared import anchor, daily_deal, daily_id, is_of_chain, seed_before

__all__ = [
    "NOTHING",
    "NO_SCORE",
    "PLAYED",
    "SHARED",
    "STAFF",
    "TABLE",
    "UNDO",
    "BelowRecord",
    "Check",
    "Deal",
    "DrawRecord",
    "Entry",
    "Kept",
    "Malformed",
    "Played",
    "Proof",
    "Replay",
    "Result",
    "SeatInput",
    "Secret",
    "ShuffleRecord",
    "Source",
    "Start",
    "Verdict",
    "anchor",
    "clean_client_seed",
    "commitment",
    "daily_deal",
    "daily_id",
    "draws_digest",
    "end_problem",
    "export",
    "first_head",
    "game_key",
    "heads",
    "is_of_chain",
    "load_proof",
    "load_record",
    "load_rules",
    "new_deal",
    "new_offered_deal",
    "new_seed",
    "next_head",
    "nonce",
    "offered_deal",
    "replay",
    "replay_problem",
    "seed_before",
    "start_digest",
    "transcript",
    "verdict_of",
    "verify",
    "verify_file",
    "verify_proof",
]
