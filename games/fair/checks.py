"""Checks of an export, each independent of what the site's database says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from games.fair import chain, keys
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


@dataclass(frozen=True, slots=True)
class Kept:
    """What a player noted down while the game was played, each None if they did not."""

    commitment: str | None = None
    start_digest: str | None = None
    head: str | None = None

    def __bool__(self) -> bool:
        """Tell whether anything was kept."""
        return bool(self.commitment or self.start_digest or self.head)


NOTHING = Kept()


class Verdict(IntEnum):
    """What the checks come to together; also the exit status of every verifier."""

    PROVED = 0
    BROKEN = 1
    CONSISTENT = 3

    def words(self, kept: Kept) -> str:
        """Return the line that a command ends with; without a kept value not even version 1 is proved."""
        return _WORDS[self] if kept or self is not Verdict.PROVED else _PASSED


_PASSED = "PASSED: all checks pass, but no value that a player kept was given."
_WORDS = {
    Verdict.PROVED: "PROVED: all checks pass, and what was kept matches.",
    Verdict.CONSISTENT: "CONSISTENT, NOT PROVED: all checks pass, but no value that a player kept was given.",
    Verdict.BROKEN: "BROKEN: at least one check fails.",
}


def verdict_of(checks: Iterable[Check], version: int, kept: Kept) -> Verdict:
    """Return the verdict: without a value that a player kept, nothing is more than consistent."""
    if not all(check.ok for check in checks):
        return Verdict.BROKEN
    # Version 1 knew two verdicts only.
    return Verdict.PROVED if kept or version == 1 else Verdict.CONSISTENT


def verify(
    data: object, commitment: str | None = None, start_digest: str | None = None, head: str | None = None
) -> list[Check]:
    """Check an export, and the values a player kept, if given; one line for each check."""
    try:
        proof = load_proof(data)
    except Malformed as error:
        return [Check(0, "the file is a fair shuffle export", str(error))]
    return verify_proof(proof, Kept(commitment, start_digest, head))


def verify_proof(proof: Proof, kept: Kept = NOTHING) -> list[Check]:
    """Check what is known of a game against itself and what a player kept."""
    checks = [
        Check(1, "the commitment matches the seed", _commitment_problem(proof, kept.commitment)),
        Check(2, "the start digest matches seats and rules", _start_problem(proof, kept.start_digest)),
        Check(3, "the draws are numbered without gap or repeat", _numbering_problem(proof)),
        Check(4, "every shuffle is the recomputed one", _shuffle_problem(proof)),
        Check(5, "every drawn number is the recomputed one", _below_problem(proof)),
    ]
    if proof.version == 1:
        return checks
    return [
        *checks,
        Check(6, "the draws are those that were recorded", _draws_problem(proof)),
        Check(7, "the log is chained from the start to its head", _chain_problem(proof, kept.head)),
    ]


def _differs(given: str | None, found: str | None) -> bool:
    return given is not None and given.strip().lower() != found


def _commitment_problem(proof: Proof, given: str | None) -> str:
    if _differs(given, proof.commitment):
        return "it is not the one given by hand"
    if proof.server_seed is None:
        return HIDDEN
    start = proof.start
    if keys.commitment(start.deal_id, proof.server_seed, start.version) != proof.commitment:
        return "the seed has another commitment"
    return ""


def _start_problem(proof: Proof, given: str | None) -> str:
    if _differs(given, proof.start_digest):
        return "it is not the one given by hand"
    if proof.start_digest is None:
        # A table may be closed before it starts, and then nothing was drawn.
        return "" if proof.status == "aborted" else NEVER_STARTED
    if keys.start_digest(proof.commitment, proof.start) != proof.start_digest:
        return "seats, rules and commitment have another one"
    return ""


def _numbering_problem(proof: Proof) -> str:
    if proof.server_seed is None:
        return HIDDEN
    if sorted(record.draw_no for record in proof.draws) != list(range(len(proof.draws))):
        return "a number is missing or used twice"
    return _draws_problem(proof) if proof.version == 1 else ""


def _draws_problem(proof: Proof) -> str:
    if proof.server_seed is None:
        return HIDDEN
    # Optional in version 1, and absent from a game that never started; the shape requires it elsewhere.
    if proof.draws_digest not in {None, draws_digest(proof.draws, proof.version)}:
        return "the draws are not those the file was written with"
    return ""


def _chain_problem(proof: Proof, given: str | None) -> str:
    if proof.server_seed is None:
        return HIDDEN
    if proof.start_digest is None:
        return "the game never started, so it had no head" if given else ""
    if [entry.ply for entry in proof.log] != list(range(1, proof.plies + 1)):
        return "a ply is missing, added or out of order"
    heads = chain.heads(proof.start_digest, proof.log, keys.game_key(proof.server_seed, proof.start))
    computed = list(heads)
    if computed[-1] != proof.head:
        return "the plies lead to another head"
    return _kept_head_problem(computed, given) if given else ""


def _kept_head_problem(heads: Sequence[str], given: str) -> str:
    """Return what is wrong with a kept head, written as ``34:8e26…`` or without its ply."""
    ply, _, head = given.strip().lower().rpartition(":")
    if head not in heads or (ply and ply != str(heads.index(head))):
        return "the head given by hand is not in this log"
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


def _source(proof: Proof) -> Source:
    assert proof.server_seed is not None
    return Source(keys.game_key(proof.server_seed, proof.start), version=proof.start.version)


def _name(record: DrawRecord) -> str:
    return f"draw {record.draw_no} ({record.label})"


def _first(problems: Iterable[str]) -> str:
    return next(filter(None, problems), "")
