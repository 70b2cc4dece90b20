"""The published test vectors of the fair shuffle, version 2: the start, the chained log, shared deals."""

from games import fair
from tests.fair import vectors
from tests.fair.vectors import RULESET_DIGEST, RULESET_ID

DEAL_ID = "00000000-0000-4000-8000-000000000002"
TRANSCRIPT = (
    "000000057461626c650000002430303030303030302d303030302d343030302d383030302d3030303030303030303030320000000964656d6f2d31302f31"
    "00000020751dc6084647493ec80bd5d9ba4f92d3ae0154115563402a589aaff6acbe2182000000030000000568756d616e00000005616c6963650000000568"
    "756d616e0000000a5a6fc3ab20e299a3203700000003626f7400000000"
)
COMMITMENT = "af8b371ef684d315ee2458612ceba60f4080aa375d5a60535d524aa3be47bf0f"
START_DIGEST = "a27540b7665c5703b3159cf95087aec5a0d87c36b5b3a2cc926b6b518830c0c1"
GAME_KEY = "5c8a17ad3a42557ed9daea50fe0b700a27ae5fb0efaa380d20b7f1e9413702cd"
FIRST_BLOCK = "fdc4d0fd68143a3b902be934e626adb20f6200ed006179552650fdd17a564e9f"
SHARED_KEY = "10e2a08876e7c5c2eeb807db572b9b8334c7c738cd74f5a231f23a7e72a1dd05"

LOG = (
    fair.Entry(1, 0, "person", "2026-01-02T03:04:05Z", "roll 2"),
    fair.Entry(2, -1, "chance", "2026-01-02T03:04:05Z", "die 3 5"),
    fair.Entry(3, 1, "person", "2026-01-02T03:04:09Z", "deck secret-7", veiled=True),
    fair.Entry(4, 2, "bot", "2026-01-02T03:04:11Z", "build mill"),
)
HEADS = [
    "dbab1cebebb1ac6215a5db498c6c52ecb2210db27ccf31a5d25d639940cc0a3e",
    "b6252896267f01b6a62988e1f4ffb5763c36b004243c9ee215b3347218a42155",
    "caac46821282607f79b5dd113451d393466bdb611f26e345d1af9372b71cf35c",
    "c92112164fc5de2e2b191db3d8d6180fe0b317573d4f31665a59a3dda875fac7",
    "8e260f5f343285d53f8fb2e49973168b1d971bc402f9ab40314edc019952a0f0",
]
NONCE = "2e883db458b6b4e6897da329ff08444cd36307f12d061e624413d47f1730ac27"
CHAIN = [
    "3df61ae7b2f815eae3c5ad38f614717d75f03fa5819de073ff92a074290c8830",
    "ccf3c8c1a1074eb9926c18a495aa39faf509ceaeb32db3963dd46eb938af7b13",
    "949420913352b4f3cc20ca0611176a990df05b41ad83357ff2b55221ad3a6e51",
    "ff" * 32,
]
"""The seeds of days 0 (the anchor) to 3."""

SHARED_SEATS = (fair.SeatInput("human"), fair.SeatInput("bot"))


def start(**changes):
    """Return what the vectors' game starts with, with changes."""
    known = {
        "deal_id": DEAL_ID,
        "ruleset_id": RULESET_ID,
        "ruleset_digest": RULESET_DIGEST.hex(),
        "seats": vectors.seats(*vectors.CONTRIBUTIONS),
    }
    return fair.Start(**{**known, **changes})


def draws():
    """Return the records of a game that makes every draw of version 1's vectors, by the key of version 2."""
    chance = fair.Source(bytes.fromhex(GAME_KEY))
    chance.below("first-seat", 3)
    chance.shuffle("shuffle:main", vectors.TEN)
    chance.shuffle("shuffle:main", vectors.TEN)
    chance.shuffle("shuffle:discard", vectors.FOUR)
    chance.below("reject-test", vectors.REJECTING)
    chance.shuffle("shuffle:big", vectors.MANY)
    return tuple(chance.records)


def proof(**changes):
    """Return what is known of the vectors' game once it is finished, with changes."""
    known = {
        "game_id": vectors.GAME_ID,
        "start": start(),
        "status": "finished",
        "commitment": COMMITMENT,
        "start_digest": START_DIGEST,
        "server_seed": fair.Secret(vectors.SEED),
        "draws": draws(),
        "head": HEADS[-1],
        "plies": len(LOG),
        "options": {"tokens": True},
        "log": LOG,
        "result": fair.Result("played", ((12, 1), (7, 3), (9, 2))),
    }
    return fair.Proof(**{**known, **changes})


def shared(day):
    """Return the export of a deal of a day, given up before the first move."""
    begun = start(kind=fair.SHARED, seats=SHARED_SEATS)
    seed = fair.Secret.fromhex(CHAIN[day])
    commitment = fair.commitment(DEAL_ID, seed)
    digest = fair.start_digest(commitment, begun)
    return fair.export(
        proof(
            start=begun,
            server_seed=seed,
            commitment=commitment,
            start_digest=digest,
            head=fair.first_head(digest),
            draws=(),
            log=(),
            plies=0,
            status="aborted",
            result=fair.Result("left", (fair.NO_SCORE,) * 2),
        )
    )


NO_RESULT = fair.Result("left", (fair.NO_SCORE,) * 3)
FINISHED = fair.export(proof())
RUNNING = fair.export(proof(status="running"))
ABORTED = fair.export(proof(status="aborted", result=NO_RESULT))
NEVER_STARTED = fair.export(
    proof(status="aborted", start_digest=None, head=None, plies=0, draws=(), log=(), result=None)
)
OPEN = fair.export(proof(status="open", start_digest=None, head=None, plies=0, draws=(), log=(), result=None))


def change(*path, to):
    """Return the finished export with one value replaced."""
    return vectors.changed(FINISHED, *path, to=to)


def without(*path):
    """Return the finished export without one of its values."""
    copy = change(*path, to=None)
    place = copy
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return copy


def _again(data):
    """Return the export with the digest of its draws written anew, as a forger would."""
    records = [fair.load_record(draw) for draw in data["draws"]]
    return {**data, "draws_digest": fair.draws_digest(records, 2)}


BIG = FINISHED["draws"][5]["output"]
WRONG = {
    "another seed": (change("server_seed", to="11" * 32), {1, 4, 5, 7}),
    "another commitment": (change("commitment", to="11" * 32), {1, 2}),
    "another deal": (change("deal_id", to=vectors.GAME_ID), {1, 2, 4, 5, 7}),
    "other rules": (change("ruleset_digest", to="11" * 32), {2, 4, 5, 7}),
    "another contribution": (change("seats", 0, "client_seed_hex", to="11"), {2, 4, 5, 7}),
    "another kind of seat": (change("seats", 2, "kind", to="human"), {2, 4, 5, 7}),
    "another start": (change("start_digest", to="11" * 32), {2, 7}),
    "a draw left out": (change("draws", to=FINISHED["draws"][1:]), {3, 6}),
    "the last draw left out": (change("draws", to=FINISHED["draws"][:-1]), {6}),
    "no draw left": (change("draws", to=[]), {6}),
    "another digest of the draws": (change("draws_digest", to="11" * 32), {6}),
    "another order": (_again(change("draws", 5, "output", to=[BIG[1], BIG[0], *BIG[2:]])), {4}),
    "another number": (_again(change("draws", 4, "output", to=7)), {5}),
    "another notation": (change("log", 0, "notation", to="roll 1"), {7}),
    "another veiled notation": (change("log", 2, "notation", to="deck secret-8"), {7}),
    "another seat": (change("log", 0, "seat", to=1), {7}),
    "another actor": (change("log", 0, "actor", to="clock"), {7}),
    "another moment": (change("log", 0, "at", to="2026-01-02T03:04:06Z"), {7}),
    "a veil that was none": (change("log", 0, "veiled", to=True), {7}),
    "no veil": (change("log", 2, "veiled", to=False), {7}),
    "two plies swapped": (change("log", to=[FINISHED["log"][at] for at in (1, 0, 2, 3)]), {7}),
    "a ply missing": (change("log", to=FINISHED["log"][:-1]), {7}),
    "a ply added": (change("log", to=[*FINISHED["log"], {**FINISHED["log"][3], "ply": 5}]), {7}),
    "fewer plies": (change("plies", to=3), {7}),
    "another head": (change("head", to="11" * 32), {7}),
}
"""Exports with one thing wrong, and the checks that must fail."""

REQUIRED = (
    "deal_id", "game_id", "kind", "ruleset_id", "ruleset_digest", "status", "commitment", "start_digest",
    "seats", "head", "plies", "server_seed", "draws", "draws_digest", "log", "result",
)  # fmt: skip
MALFORMED = {
    **{f"no {name}": without(name) for name in ("format", *REQUIRED)},
    "an unknown kind of deal": change("kind", to="daily"),
    "a shared deal with contributions": change("kind", to="shared"),
    "another status": change("status", to="aborted"),
    "running, yet all is told": change("status", to="running"),
    "open, yet started": {**RUNNING, "status": "open"},
    "running, yet not started": {**OPEN, "status": "running"},
    "finished, yet not started": {**NEVER_STARTED, "status": "finished"},
    "never started, yet with draws": {**NEVER_STARTED, "draws": FINISHED["draws"]},
    "never started, yet with a head": {**NEVER_STARTED, "head": HEADS[0]},
    "a log told too early": {**RUNNING, "log": FINISHED["log"]},
    "an actor nobody knows": change("log", 0, "actor", to="god"),
    "a moment too exact": change("log", 0, "at", to="2026-01-02T03:04:05.5Z"),
    "a moment in other digits": change("log", 0, "at", to="٢٠٢٦-01-02T03:04:05Z"),
    "a moment elsewhere": change("log", 0, "at", to="2026-01-02T03:04:05+01:00"),
    "a ply that is no number": change("log", 0, "ply", to="1"),
    "a seat that is no number": change("log", 0, "seat", to=True),
    "a veil that is no truth": change("log", 0, "veiled", to=1),
    "an entry that is no object": change("log", 0, to=[]),
    "no ending": without("result", "ending"),
    "an unknown ending": change("result", "ending", to="won"),
    "finished, yet given up": change("result", "ending", to="left"),
    "finished without points": change("result", "seats", 0, to={"points": None, "place": None}),
    "a seat without a result": change("result", "seats", to=FINISHED["result"]["seats"][:2]),
    "half a result": change("result", "seats", 0, to={"points": 1, "place": None}),
}
"""Values that are no export of version 2 at all."""
