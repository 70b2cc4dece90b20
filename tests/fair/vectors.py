"""The published test vectors of the fair shuffle, version 1, and a whole game made of them."""

import hashlib
from copy import deepcopy

from games import fair

SEED = bytes(range(32))
GAME_ID = "00000000-0000-4000-8000-000000000001"
RULESET_ID = "demo-10/1"
RULESET_DIGEST = hashlib.sha256(b"demo ruleset file\n").digest()
CONTRIBUTIONS = ("alice", "Zoë ♣ 7")

TRANSCRIPT = (
    "0000002430303030303030302d303030302d343030302d383030302d30303030303030303030303100000009"
    "64656d6f2d31302f3100000020751dc6084647493ec80bd5d9ba4f92d3ae0154115563402a589aaff6acbe2182"
    "000000030000000568756d616e00000005616c6963650000000568756d616e0000000a5a6fc3ab20e299a32037"
    "00000003626f7400000000"
)
COMMITMENT = "337364158ea61b0ff6e65254e586d85d18d2dc88f8f1bc310f176669ecc93ea9"
START_DIGEST = "63f0fc5fe2a9d106e526a354f296442a656828abf0a92a384849317613c9251d"
GAME_KEY = "26b2738c361f4c83faa3419e6f78a40bf844ad46daa55751cd7c9c47090a7543"

TEN = tuple(f"c0{i}#1" for i in range(10))
FOUR = ("c01#1", "c03#1", "c04#1", "c08#1")
MANY = tuple(f"x{i:03}#1" for i in range(120))

FIRST_BLOCKS = {
    (0, "first-seat"): "8a6d2d1335790784a80425ed975e46775017b05a306a82ccf648dbf2eba9bc66",
    (1, "shuffle:main"): "29c71a37001f783f9b420bfdd7c878e9cffb87a9f9c269ec523c0501e2ea334e",
    (2, "shuffle:main"): "f601ec81174693bd4921249ab412c71b23837f72ded90b6e62896e7786f02427",
}
SHUFFLES = {
    (1, TEN): "c02#1 c00#1 c06#1 c09#1 c08#1 c03#1 c07#1 c05#1 c04#1 c01#1",
    (2, TEN): "c01#1 c04#1 c05#1 c06#1 c00#1 c09#1 c08#1 c02#1 c03#1 c07#1",
    (3, FOUR): "c08#1 c04#1 c03#1 c01#1",
}
OTHER_SEED_SHUFFLE = "c01#1 c02#1 c06#1 c08#1 c04#1 c05#1 c03#1 c07#1 c00#1 c09#1"
CHOSEN_PLACES = {1: [1, 4, 5, 5, 3, 4, 1, 1, 0], 2: [7, 3, 2, 3, 2, 0, 3, 2, 0]}
REJECTING = 2147483649
REJECTING_RESULTS = [1799099638, 1956769485, 1666810334, 137869816, 1545557832, 1602157698]
REJECTING_WORDS = 11
MANY_FIRST_FIVE = "x003#1 x038#1 x040#1 x053#1 x060#1"
MANY_DIGEST = "95add046ac02ae8770ffb65d8c1a2066c9cda2c08f5151e386dcb62648b88a8d"


def seats(*contributions):
    """Return a human seat for each contribution, and a bot."""
    humans = [fair.SeatInput("human", fair.clean_client_seed(text)) for text in contributions]
    return (*humans, fair.SeatInput("bot"))


def start(*contributions):
    """Return what the vectors' game starts with, or one with other contributions."""
    return fair.Start(
        version=1,
        deal_id=GAME_ID,
        ruleset_id=RULESET_ID,
        ruleset_digest=RULESET_DIGEST.hex(),
        seats=seats(*(contributions or CONTRIBUTIONS)),
    )


def transcript(*contributions):
    """Return its transcript."""
    return fair.transcript(start(*contributions))


def source(key=GAME_KEY, draw_no=0):
    """Return draws of version 1 from a key."""
    return fair.Source(bytes.fromhex(key), draw_no, version=1)


def draws():
    """Return the records of a game that makes every draw of the vectors."""
    chance = source()
    chance.below("first-seat", 3)
    chance.shuffle("shuffle:main", TEN)
    chance.shuffle("shuffle:main", TEN)
    chance.shuffle("shuffle:discard", FOUR)
    chance.below("reject-test", REJECTING)
    chance.shuffle("shuffle:big", MANY)
    return tuple(chance.records)


def proof(**changes):
    """Return what is known of the vectors' game once it is finished, with changes."""
    known = {
        "game_id": GAME_ID,
        "start": start(),
        "status": "finished",
        "commitment": COMMITMENT,
        "start_digest": START_DIGEST,
        "server_seed": fair.Secret(SEED),
        "draws": draws(),
    }
    return fair.Proof(**{**known, **changes})


def changed(data, *path, to):
    """Return a copy of the export with one value replaced, the path leading there."""
    copy = deepcopy(data)
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return copy


FINISHED = fair.export(proof())
RUNNING = fair.export(proof(status="running"))
NEVER_STARTED = fair.export(proof(status="aborted", start_digest=None, draws=()))


def _without_draws_digest(data):
    return {name: value for name, value in data.items() if name != "draws_digest"}


def draw_change(draw, name, to):
    """Return the finished export with one value of a draw replaced, and no hash of all draws to notice it."""
    return _without_draws_digest(changed(FINISHED, "draws", draw, name, to=to))


BIG = FINISHED["draws"][5]["output"]

WRONG = {
    "another seed": (changed(FINISHED, "server_seed", to="11" * 32), {1, 4, 5}),
    "another commitment": (changed(FINISHED, "commitment", to="11" * 32), {1, 2}),
    "another game": (changed(FINISHED, "game_id", to=GAME_ID[:-1] + "2"), {1, 2, 4, 5}),
    "other rules": (changed(FINISHED, "ruleset_digest", to="11" * 32), {2, 4, 5}),
    "another contribution": (changed(FINISHED, "seats", 0, "client_seed_hex", to="11"), {2, 4, 5}),
    "another kind of seat": (changed(FINISHED, "seats", 2, "kind", to="human"), {2, 4, 5}),
    "seats swapped": (changed(FINISHED, "seats", to=FINISHED["seats"][::-1]), {2, 4, 5}),
    "a draw left out": (_without_draws_digest(changed(FINISHED, "draws", to=FINISHED["draws"][1:])), {3}),
    "a number used twice": (draw_change(3, "draw_no", 2), {3, 4}),
    "the last draw left out": (changed(FINISHED, "draws", to=FINISHED["draws"][:-1]), {3}),
    "unsorted input": (draw_change(5, "input", list(MANY[::-1])), {4}),
    "another card": (draw_change(5, "output", ["x999#1", *BIG[1:]]), {4}),
    "a card twice": (draw_change(5, "output", [BIG[1], *BIG[1:]]), {4}),
    "another order": (draw_change(5, "output", [BIG[1], BIG[0], *BIG[2:]]), {4}),
    "another label": (draw_change(5, "label", "shuffle:bag"), {4}),
    "another number": (draw_change(4, "output", 7), {5}),
    "another bound": (draw_change(4, "n", REJECTING - 1), {5}),
}
"""Exports with one thing wrong, and the checks that must fail."""

MALFORMED = {
    "nothing": None,
    "a list": [],
    "a text": "fair",
    "another format": changed(FINISHED, "format", to="card-city-fair/3"),
    "no game": {name: value for name, value in FINISHED.items() if name != "game_id"},
    "seats missing": changed(FINISHED, "seats", to=None),
    "a seat that is no object": changed(FINISHED, "seats", 0, to="human"),
    "an unknown kind": changed(FINISHED, "seats", 0, "kind", to="ghost"),
    "a bot that contributes": changed(FINISHED, "seats", 2, "client_seed_hex", to="11"),
    "a contribution too long": changed(FINISHED, "seats", 0, "client_seed_hex", to="11" * 65),
    "half a byte": changed(FINISHED, "seats", 0, "client_seed_hex", to="1"),
    "upper case": changed(FINISHED, "commitment", to=COMMITMENT.upper()),
    "a line end": changed(FINISHED, "commitment", to=COMMITMENT + "\n"),
    "draws missing": changed(FINISHED, "draws", to=None),
    "a draw that is no object": changed(FINISHED, "draws", 0, to=[]),
    "an unknown draw": changed(FINISHED, "draws", 0, "op", to="coin"),
    "a number as text": changed(FINISHED, "draws", 0, "n", to="3"),
    "a truth as number": changed(FINISHED, "draws", 1, "draw_no", to=True),
    "a fraction": changed(FINISHED, "draws", 0, "n", to=2.5),
    "no number below it": changed(FINISHED, "draws", 0, "n", to=0),
    "a number too large": changed(FINISHED, "draws", 0, "n", to=2**32 + 1),
    "a negative number": changed(FINISHED, "draws", 0, "draw_no", to=-1),
    "cards that are numbers": changed(FINISHED, "draws", 1, "input", to=[1, 2]),
    "a card beyond ASCII": changed(FINISHED, "draws", 1, "input", 0, to="café#1"),
    "half a character": changed(FINISHED, "draws", 1, "label", to="\ud800"),
    "draws before the start": changed(FINISHED, "start_digest", to=None),
    "a secret too early": changed(FINISHED, "status", to="running"),
}
"""Values that are no export at all."""
