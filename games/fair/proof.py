"""The export of a game: everything needed to check it once it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.fair.chain import MOST_PLIES, Entry, load_entry
from games.fair.draws import DrawRecord, ShuffleRecord, load_record
from games.fair.fields import DIGEST, GAME_ID, Data, Malformed, each, mapping, text, text_or_none, whole
from games.fair.keys import CLIENT_SEED_BYTES, SHARED, TABLE, SeatInput, Secret, Start, lp, sha256, u32
from games.fair.results import Result, load_result

FORMATS = {"card-city-fair/1": 1, "card-city-fair/2": 2}
KINDS = "table|shared"
STATUSES = r"open|running|finished|aborted"
OVER = ("finished", "aborted")
_CLIENT_SEED = rf"([0-9a-f]{{2}}){{0,{CLIENT_SEED_BYTES}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What is known of a game; what follows the log is of version 2 alone."""

    game_id: str
    start: Start
    status: str
    commitment: str
    start_digest: str | None
    server_seed: Secret | None = None
    draws: tuple[DrawRecord, ...] = ()
    draws_digest: str | None = None
    head: str | None = None
    plies: int = 0
    options: dict[str, Any] | None = None
    log: tuple[Entry, ...] = ()
    result: Result | None = None

    @property
    def is_over(self) -> bool:
        """True once the secrets are public."""
        return self.status in OVER

    @property
    def version(self) -> int:
        """The version by which the game was dealt."""
        return self.start.version


def draws_digest(draws: Sequence[DrawRecord], version: int) -> str:
    """Return a hash of the records, which notices a change that leaves a result as it was."""
    return sha256("draws", *map(_record_bytes, draws), version=version)


def _record_bytes(record: DrawRecord) -> bytes:
    head = u32(record.draw_no) + lp(record.label.encode("ascii")) + lp(record.op.encode("ascii"))
    if isinstance(record, ShuffleRecord):
        return head + _list_bytes(record.input) + _list_bytes(record.output)
    return head + _list_bytes((str(record.n), str(record.output)))


def _list_bytes(texts: Sequence[str]) -> bytes:
    return u32(len(texts)) + b"".join(lp(text.encode("ascii")) for text in texts)


def export(proof: Proof) -> dict[str, Any]:
    """Return the plain data of ``fair.json``, without what is not public yet."""
    start, is_new = proof.start, proof.version > 1
    started = proof.start_digest is not None
    return {
        "format": f"card-city-fair/{start.version}",
        "game_id": proof.game_id,
        **({"deal_id": start.deal_id, "kind": start.kind} if is_new else {}),
        "ruleset_id": start.ruleset_id,
        "ruleset_digest": start.ruleset_digest,
        **({"options": proof.options} if is_new else {}),
        "status": proof.status,
        "commitment": proof.commitment,
        "start_digest": proof.start_digest,
        **({"head": proof.head, "plies": proof.plies} if is_new else {}),
        "server_seed": proof.server_seed.hex() if proof.is_over and proof.server_seed else None,
        "seats": [_seat_data(seat, started=started) for seat in start.seats],
        **(_revealed_data(proof) if proof.is_over and (started or not is_new) else {}),
    }


def _seat_data(seat: SeatInput, *, started: bool) -> dict[str, str]:
    return {"kind": seat.kind, **({"client_seed_hex": seat.client_seed.hex()} if started else {})}


def _revealed_data(proof: Proof) -> dict[str, Any]:
    draws = {
        "draws": [record.to_json() for record in proof.draws],
        "draws_digest": draws_digest(proof.draws, proof.version),
    }
    if proof.version == 1:
        return draws
    result = proof.result.to_json() if proof.result else None
    return {**draws, "log": [entry.to_json() for entry in proof.log], "result": result}


def load_proof(value: object) -> Proof:
    """Return what an export says; ``Malformed`` names what is missing or wrong."""
    data = mapping(value)
    version = FORMATS[text(data, "format", "|".join(FORMATS))]
    seed = text_or_none(data, "server_seed", DIGEST)
    start_digest = text_or_none(data, "start_digest", DIGEST)
    proof = Proof(
        game_id=text(data, "game_id", GAME_ID),
        start=_load_start(data, version, started=start_digest is not None),
        status=text(data, "status", STATUSES),
        commitment=text(data, "commitment", DIGEST),
        start_digest=start_digest,
        server_seed=Secret.fromhex(seed) if seed else None,
        **(_load_draws(data) if version == 1 else _load_log(data, started=start_digest is not None)),
    )
    if not proof.is_over and (proof.server_seed or proof.draws):
        raise Malformed("the game is not over, yet its secrets are told")
    if proof.start_digest is None and proof.draws:
        raise Malformed("the game has not started, yet draws are told")
    return proof


def _load_start(data: Data, version: int, *, started: bool) -> Start:
    start = Start(
        version=version,
        deal_id=text(data, "game_id" if version == 1 else "deal_id", GAME_ID),
        kind=TABLE if version == 1 else text(data, "kind", KINDS),
        ruleset_id=text(data, "ruleset_id"),
        ruleset_digest=text(data, "ruleset_digest", DIGEST),
        seats=each(data, "seats", partial(_load_seat, started=started)),
    )
    if start.kind == SHARED and any(seat.client_seed for seat in start.seats):
        raise Malformed("a shared deal has contributions")
    return start


def _load_seat(value: object, *, started: bool) -> SeatInput:
    data = mapping(value)
    kind = text(data, "kind", "human|bot")
    client_seed = text(data, "client_seed_hex", _CLIENT_SEED) if started else ""
    if kind == "bot" and client_seed:
        raise Malformed("a bot has contributed")
    return SeatInput(kind, bytes.fromhex(client_seed))


def _load_draws(data: Data) -> dict[str, Any]:
    stated = text_or_none(data, "draws_digest", DIGEST)
    if "draws" not in data and data["status"] not in OVER:
        return {"draws_digest": stated}
    return {"draws": each(data, "draws", load_record), "draws_digest": stated}


def _load_log(data: Data, *, started: bool) -> dict[str, Any]:
    """Return what version 2 requires: by the status each field must be there, or must not."""
    if not started:
        _absent(data, "head")
    head: dict[str, Any] = {
        "head": text(data, "head", DIGEST) if started else None,
        "plies": whole(data, "plies", 0, MOST_PLIES if started else 0),
        "options": None if data.get("options") is None else dict(mapping(data["options"])),
    }
    if data["status"] in OVER and data.get("server_seed") is None:
        raise Malformed("the game is over, yet its seed is missing")
    if started == (data["status"] == "open") and data["status"] != "aborted":
        raise Malformed("the start digest does not fit the status")
    if data["status"] not in OVER or not started:
        for name in ("draws", "draws_digest", "log", "result"):
            _absent(data, name)
        return head
    return {
        **head,
        "draws": each(data, "draws", load_record),
        "draws_digest": text(data, "draws_digest", DIGEST),
        "log": each(data, "log", load_entry),
        "result": load_result(data.get("result"), data["status"], len(data["seats"])),
    }


def _absent(data: Data, name: str) -> None:
    if data.get(name) is not None:
        raise Malformed(f"{name} is told too early")
