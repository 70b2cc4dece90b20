"""Checks of an export, each independent of what the site's database says."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.fair import keys
from games.fair.draws import BelowRecord, DrawRecord, ShuffleRecord, Source
from games.fair.fields import Malformed
from games.fair.proof import Proof, draws_digest, load_proof

HIDDEN = "the server seed is not revealed"
NEVER_STARTED = "the game has no start digest"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, and what is wrong with it, if anything."""

    number: int
    text: str
    problem: str = ""

    @property
    def ok(self) -> bool:
        """True if nothing is wrong."""
        return not self.problem

    def __str__(self) -> str:
        if self.ok:
            return f"ok      {self.number}  {self.text}"
        return f"FAILED  {self.number}  {self.text}: {self.problem}"


def verify(data: object, commitment: str | None = None, start_digest: str | None = None) -> list[Check]:
    """Check an export, and the two values a player kept, if given; one line for each check."""
    try:
        proof = load_proof(data)
    except Malformed as error:
        return [Check(0, "the file is a fair shuffle export", str(error))]
    return [
        Check(1, "the commitment matches the seed", _commitment_problem(proof, commitment)),
        Check(2, "the start digest matches seats and rules", _start_problem(proof, start_digest)),
        Check(3, "the draws are numbered without gap or repeat", _numbering_problem(proof)),
        Check(4, "every shuffle is the recomputed one", _shuffle_problem(proof)),
        Check(5, "every drawn number is the recomputed one", _below_problem(proof)),
    ]


def _differs(given: str | None, found: str | None) -> bool:
    return given is not None and given.strip().lower() != found


def _commitment_problem(proof: Proof, given: str | None) -> str:
    if _differs(given, proof.commitment):
        return "it is not the one given by hand"
    if proof.server_seed is None:
        return HIDDEN
    if keys.commitment(proof.game_id, proof.server_seed) != proof.commitment:
        return "the seed has another commitment"
    return ""


def _start_problem(proof: Proof, given: str | None) -> str:
    if _differs(given, proof.start_digest):
        return "it is not the one given by hand"
    if proof.start_digest is None:
        # A table may be closed before it starts, and then nothing was drawn.
        return "" if proof.status == "aborted" else NEVER_STARTED
    if keys.start_digest(proof.commitment, _transcript(proof)) != proof.start_digest:
        return "seats, rules and commitment have another one"
    return ""


def _numbering_problem(proof: Proof) -> str:
    if proof.server_seed is None:
        return HIDDEN
    if sorted(record.draw_no for record in proof.draws) != list(range(len(proof.draws))):
        return "a number is missing or used twice"
    if proof.draws_digest not in {None, draws_digest(proof.draws)}:
        return "the draws are not those the file was written with"
    return ""


def _shuffle_problem(proof: Proof) -> str:
    if proof.server_seed is None:
        return HIDDEN
    source = _source(proof)
    problems = (
        _problem_of_shuffle(source, record) for record in proof.draws if isinstance(record, ShuffleRecord)
    )
    return _first(problems)


def _problem_of_shuffle(source: Source, record: ShuffleRecord) -> str:
    if list(record.input) != sorted(record.input):
        return f"{_name(record)}: the input is not sorted"
    if sorted(record.output) != list(record.input):
        return f"{_name(record)}: the output has other cards than the input"
    source.draw_no = record.draw_no
    if source.shuffle(record.label, record.input) != record.output:
        return f"{_name(record)}: the order is not the recomputed one"
    return ""


def _below_problem(proof: Proof) -> str:
    if proof.server_seed is None:
        return HIDDEN
    source = _source(proof)
    problems = (
        _problem_of_below(source, record) for record in proof.draws if isinstance(record, BelowRecord)
    )
    return _first(problems)


def _problem_of_below(source: Source, record: BelowRecord) -> str:
    source.draw_no = record.draw_no
    if source.below(record.label, record.n) != record.output:
        return f"{_name(record)}: the number is not the recomputed one"
    return ""


def _transcript(proof: Proof) -> bytes:
    digest = bytes.fromhex(proof.ruleset_digest)
    return keys.transcript(proof.game_id, proof.ruleset_id, digest, proof.seats)


def _source(proof: Proof) -> Source:
    assert proof.server_seed is not None
    return Source(keys.game_key(proof.server_seed, _transcript(proof)))


def _name(record: DrawRecord) -> str:
    return f"draw {record.draw_no} ({record.label})"


def _first(problems: Iterable[str]) -> str:
    return next(filter(None, problems), "")
