"""The export of a game: everything needed to check its draws, once it is over."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.fair.draws import DrawRecord, ShuffleRecord, load_record
from games.fair.fields import DIGEST, GAME_ID, Data, Malformed, each, mapping, text, text_or_none
from games.fair.keys import CLIENT_SEED_BYTES, SeatInput, Secret, label, lp, u32

FORMAT = "card-city-fair/1"
STATUSES = r"open|running|finished|aborted"
OVER = ("finished", "aborted")
_CLIENT_SEED = rf"([0-9a-f]{{2}}){{0,{CLIENT_SEED_BYTES}}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What is known of a game's chance; ``draws_digest`` is what a file says of its draws."""

    game_id: str
    ruleset_id: str
    ruleset_digest: str
    status: str
    commitment: str
    start_digest: str | None
    seats: tuple[SeatInput, ...]
    server_seed: Secret | None = None
    draws: tuple[DrawRecord, ...] = ()
    draws_digest: str | None = None

    @property
    def is_over(self) -> bool:
        """True once the secrets are public."""
        return self.status in OVER


def draws_digest(draws: Sequence[DrawRecord]) -> str:
    """Return a hash of the records, which notices a change that leaves a result as it was."""
    return hashlib.sha256(label("draws") + b"".join(map(_record_bytes, draws))).hexdigest()


def _record_bytes(record: DrawRecord) -> bytes:
    head = u32(record.draw_no) + lp(record.label.encode("ascii")) + lp(record.op.encode("ascii"))
    if isinstance(record, ShuffleRecord):
        return head + _list_bytes(record.input) + _list_bytes(record.output)
    return head + _list_bytes((str(record.n), str(record.output)))


def _list_bytes(texts: Sequence[str]) -> bytes:
    return u32(len(texts)) + b"".join(lp(text.encode("ascii")) for text in texts)


def export(proof: Proof) -> dict[str, Any]:
    """Return the plain data of ``fair.json``, without what is not public yet."""
    return {
        "format": FORMAT,
        "game_id": proof.game_id,
        "ruleset_id": proof.ruleset_id,
        "ruleset_digest": proof.ruleset_digest,
        "status": proof.status,
        "commitment": proof.commitment,
        "start_digest": proof.start_digest,
        "server_seed": proof.server_seed.hex() if proof.is_over and proof.server_seed else None,
        "seats": [_seat_data(seat, started=proof.start_digest is not None) for seat in proof.seats],
        **(_draws_data(proof.draws) if proof.is_over else {}),
    }


def _seat_data(seat: SeatInput, *, started: bool) -> dict[str, str]:
    return {"kind": seat.kind, **({"client_seed_hex": seat.client_seed.hex()} if started else {})}


def _draws_data(draws: Sequence[DrawRecord]) -> dict[str, Any]:
    return {"draws": [record.to_json() for record in draws], "draws_digest": draws_digest(draws)}


def load_proof(value: object) -> Proof:
    """Return what an export says; ``Malformed`` names what is missing or wrong."""
    data = mapping(value)
    text(data, "format", FORMAT)
    seed = text_or_none(data, "server_seed", DIGEST)
    start_digest = text_or_none(data, "start_digest", DIGEST)
    proof = Proof(
        game_id=text(data, "game_id", GAME_ID),
        ruleset_id=text(data, "ruleset_id"),
        ruleset_digest=text(data, "ruleset_digest", DIGEST),
        status=text(data, "status", STATUSES),
        commitment=text(data, "commitment", DIGEST),
        start_digest=start_digest,
        seats=each(data, "seats", partial(_load_seat, started=start_digest is not None)),
        server_seed=Secret.fromhex(seed) if seed else None,
        draws=_load_draws(data),
        draws_digest=text_or_none(data, "draws_digest", DIGEST),
    )
    if not proof.is_over and (proof.server_seed or proof.draws):
        raise Malformed("the game is not over, yet its secrets are told")
    if proof.start_digest is None and proof.draws:
        raise Malformed("the game has not started, yet draws are told")
    return proof


def _load_seat(value: object, *, started: bool) -> SeatInput:
    data = mapping(value)
    kind = text(data, "kind", "human|bot")
    client_seed = text(data, "client_seed_hex", _CLIENT_SEED) if started else ""
    if kind == "bot" and client_seed:
        raise Malformed("a bot has contributed")
    return SeatInput(kind, bytes.fromhex(client_seed))


def _load_draws(data: Data) -> tuple[DrawRecord, ...]:
    if "draws" not in data and data["status"] not in OVER:
        return ()
    return each(data, "draws", load_record)
