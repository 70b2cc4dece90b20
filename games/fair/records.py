"""Checks a file alone, with the rules and without a database: the proof, and what is recorded around it."""

import json
from dataclasses import replace
from typing import Any

from games.fair.chain import Entry
from games.fair.checks import NOTHING, Check, Kept, Verdict, verdict_of, verify_proof
from games.fair.draws import Source
from games.fair.fields import Data, Malformed, each, mapping, text, whole
from games.fair.keys import game_key
from games.fair.proof import Proof, load_proof
from games.fair.replay import Dealing, load_rules, replay, replay_problem
from games.fair.results import NO_SCORE, PLAYED, STAFF, Result, load_left

RECORD = "card-city-record/1"
NO_FILE = "the file is a record or a fair shuffle export"
REPLAY = "the rules lead from the deal by these moves to these draws and this result"
AROUND = "the record says what its proof says"


def verify_file(data: object, kept: Kept = NOTHING) -> tuple[Verdict, list[Check]]:
    """Check ``fair.json``, or a record with it inside; return the verdict and a line for each check."""
    try:
        record = mapping(data) if _is_record(data) else None
        proof = load_proof(record["fair"] if record else data)
        if record and proof.version == 1:
            proof = _with_log(proof, record)
    except (Malformed, LookupError) as error:
        return Verdict.BROKEN, [Check(0, NO_FILE, str(error))]
    checks = verify_proof(proof, kept)
    if proof.start_digest and (record or proof.version > 1):
        checks.append(Check(8, REPLAY, replay_problem(proof)))
    if record:
        checks.append(Check(9, AROUND, _record_problem(proof, record)))
    return verdict_of(checks, proof.version, kept), checks


def _is_record(data: object) -> bool:
    return isinstance(data, dict) and data.get("format") == RECORD


def _with_log(proof: Proof, record: Data) -> Proof:
    """Return a proof of version 1 with the log and the result, which only the record has."""
    scores, left = each(record, "seats", _load_score), load_left(record)
    options, log = dict(mapping(record.get("options"))), _moves(record)

    def ended(ending: str) -> Proof:
        return replace(proof, options=options, log=log, result=Result(ending, scores, left))

    if proof.status != "finished":
        return ended(STAFF)
    if record.get("ending"):
        return ended(text(record, "ending", f"{PLAYED}|{STAFF}"))
    # Older records do not say it: what is not over by the rules was ended by the staff.
    played, by_staff = ended(PLAYED), ended(STAFF)
    return by_staff if replay_problem(played) and not replay_problem(by_staff) else played


def _load_score(value: object) -> tuple[int | None, int | None]:
    data = mapping(value)
    if data.get("points") is None and data.get("place") is None:
        return NO_SCORE
    return whole(data, "points", -(2**31), 2**31), whole(data, "place", 1, 255)


def _moves(record: Data) -> tuple[Entry, ...]:
    return each(record, "moves", _load_move)


def _load_move(value: object) -> Entry:
    data = mapping(value)
    seat = whole(data, "seat", -1, 255)
    at = text(data, "at")[:19] + "Z"
    actor = "chance" if seat == -1 else "person"
    return Entry(whole(data, "ply", 1, 2**31), seat, actor, at, text(data, "move"))


def _record_problem(proof: Proof, record: Data) -> str:
    try:
        if _outline(proof, record) != _outline_of(proof):
            return "title, options, seats or status differ"
        stated = [(entry.ply, entry.seat, entry.at, entry.notation) for entry in _moves(record)]
    except (Malformed, LookupError) as error:
        return str(error)
    if stated != [(entry.ply, entry.seat, entry.at, entry.notation) for entry in proof.log]:
        return "the moves differ"
    return _deal_problem(proof, record.get("deal"))


def _outline(proof: Proof, record: Data) -> tuple[Any, ...]:
    seats = [mapping(seat) for seat in record["seats"]]
    return (
        f"{record.get('ruleset')}/{record.get('version')}",
        record.get("game_id"),
        record.get("status"),
        record.get("options"),
        tuple(seat.get("kind") for seat in seats),
        tuple((seat.get("points"), seat.get("place")) for seat in seats),
    )


def _outline_of(proof: Proof) -> tuple[Any, ...]:
    start = proof.start
    scores = proof.result.scores if proof.result else ()
    kinds = tuple(seat.kind for seat in start.seats)
    return start.ruleset_id, proof.game_id, proof.status, proof.options, kinds, scores


def _deal_problem(proof: Proof, deal: object) -> str:
    if proof.server_seed is None or proof.options is None:
        return "the game is not over"
    start = proof.start
    try:
        ruleset = load_rules(start.ruleset_id, start.ruleset_digest)
        chance = Source(game_key(proof.server_seed, start), version=start.version)
        dealt = replay(ruleset, Dealing(len(start.seats), proof.options), (), chance).deal
    except (ValueError, LookupError) as error:
        return str(error)
    drawn = json.loads(json.dumps(ruleset.dump(dealt)))
    return "" if drawn == deal else "the deal is not the one that was drawn"
