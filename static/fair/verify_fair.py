#!/usr/bin/env python3
"""Check the fair.json of a Card City game.

    python verify_fair.py fair.json [--commitment HEX] [--start-digest HEX] [--head [PLY:]HEX]

Standard library only, and nothing shared with the site: every shuffle, every number and the whole
chain of the log are computed again from the revealed seed and the players' contributions. Prints
one line for each check, then the verdict, which is also the exit status:

    0  proved: all checks pass, and a value you kept while the game was played matches
    3  consistent, not proved: all checks pass, but you gave no value that you kept
    1  broken: at least one check fails

Games of version 1 have no chained log and know only 0 and 1.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from functools import partial

WORDS = 2**32
MOST = 2**31 - 1
HEX = "[0-9a-f]{64}"
ASCII = "[ -~]+"
UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
STATUS = "open|running|finished|aborted"
ACTOR = "person|bot|clock|referee|chance|staff"
MOMENT = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
VERSIONS = {"card-city-fair/1": 1, "card-city-fair/2": 2}
VERDICTS = {
    0: "PROVED: all checks pass, and what you kept matches.",
    1: "BROKEN: at least one check fails.",
    3: "CONSISTENT, NOT PROVED: all checks pass, but you gave no value that you kept.",
}


class Problem(Exception):
    """What is wrong with the file or with one check."""


def need(condition: bool, message: str) -> None:
    """Stop with the message unless the condition holds."""
    if not condition:
        raise Problem(message)


# Encoding and hashes


def u32(number: int) -> bytes:
    """Encode a number as four bytes, big-endian."""
    return number.to_bytes(4, "big")


def lp(part: bytes | str) -> bytes:
    """Encode bytes or text with its length in front."""
    raw = part.encode("ascii") if isinstance(part, str) else part
    return u32(len(raw)) + raw


def label(data: dict, purpose: str) -> bytes:
    """Encode the label of a purpose in the file's version."""
    return lp(f"card-city/fair/{VERSIONS[data['format']]}/{purpose}")


def digest(data: dict, purpose: str, *encoded: bytes) -> str:
    """Hash encoded parts under their own label, as hex."""
    return hashlib.sha256(label(data, purpose) + b"".join(encoded)).hexdigest()


def derive(data: dict, key: bytes, purpose: str, *encoded: bytes) -> bytes:
    """Derive from a key what encoded parts stand for."""
    return hmac.new(key, label(data, purpose) + b"".join(encoded), "sha256").digest()


def deal_id(data: dict) -> str:
    """Return what the seed belongs to: in version 1 the game itself."""
    return data["game_id"] if VERSIONS[data["format"]] == 1 else data["deal_id"]


def transcript(data: dict) -> bytes:
    """Encode all that is public about the start of the game."""
    parts = [lp(deal_id(data)), lp(data["ruleset_id"]), lp(bytes.fromhex(data["ruleset_digest"]))]
    if VERSIONS[data["format"]] > 1:
        parts.insert(0, lp(data["kind"]))
    parts.append(u32(len(data["seats"])))
    for seat in data["seats"]:
        parts += [lp(seat["kind"]), lp(bytes.fromhex(seat["client_seed_hex"]))]
    return b"".join(parts)


def game_key(data: dict) -> bytes:
    """Derive the key of all draws."""
    return derive(data, bytes.fromhex(data["server_seed"]), "key", lp(transcript(data)))


# Random numbers


class Stream:
    """The random words of one draw, whose prefix holds its label, number and name."""

    def __init__(self, key: bytes, prefix: bytes) -> None:
        """Start before the first word."""
        self.key = key
        self.prefix = prefix
        self.blocks = 0
        self.buffer = b""

    def word(self) -> int:
        """Take the next word."""
        if not self.buffer:
            self.buffer = hmac.new(self.key, self.prefix + u32(self.blocks), "sha256").digest()
            self.blocks += 1
        word, self.buffer = self.buffer[:4], self.buffer[4:]
        return int.from_bytes(word, "big")

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1, each equally likely."""
        if n == 1:
            return 0
        word = self.word()
        while word >= WORDS - WORDS % n:
            word = self.word()
        return word % n

    def shuffle(self, cards: list[str]) -> list[str]:
        """Put a list into random order."""
        deck = list(cards)
        for last in reversed(range(1, len(deck))):
            chosen = self.below(last + 1)
            deck[last], deck[chosen] = deck[chosen], deck[last]
        return deck


def stream(data: dict, key: bytes, draw_no: int, name: str) -> Stream:
    """Open the words of one numbered and named draw."""
    return Stream(key, label(data, "draw") + u32(draw_no) + lp(name))


# The shape of the file


def load(path: str) -> dict:
    """Read the file and make sure that the checks can rely on its shape."""
    try:
        with open(path, "rb") as file:
            data = json.loads(file.read().decode("utf-8-sig"))
    except OSError as error:
        raise Problem(f"cannot read it: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise Problem("it is not JSON") from None
    known = isinstance(data, dict) and isinstance(data.get("format"), str) and data["format"] in VERSIONS
    need(known, "the format is unknown")
    check_head(data)
    (check_lists if VERSIONS[data["format"]] == 1 else check_required)(data)
    return data


def check_head(data: dict) -> None:
    """Refuse texts of another shape."""
    patterns = {
        "game_id": UUID,
        "ruleset_id": ASCII,
        "status": STATUS,
        "ruleset_digest": HEX,
        "commitment": HEX,
    }
    if VERSIONS[data["format"]] > 1:
        patterns.update(deal_id=UUID, kind="table|shared")
    for name, pattern in patterns.items():
        need(is_text(data.get(name), pattern), f"{name} is missing or malformed")
    for name in ("start_digest", "server_seed", "draws_digest", "head"):
        need(data.get(name) is None or is_text(data[name], HEX), f"{name} is malformed")


def check_lists(data: dict) -> None:
    """Refuse seats or draws of another shape, and secrets told too early: version 1."""
    over = data["status"] in ("finished", "aborted")
    need(over or data.get("server_seed") is None, "the game is not over, yet its seed is told")
    need(over or not data.get("draws"), "the game is not over, yet its draws are told")
    started = data.get("start_digest") is not None
    check_each("seats", data.get("seats"), partial(is_seat, started=started))
    check_each("draws", data.get("draws") if over else [], partial(is_draw, started=started))


def check_required(data: dict) -> None:
    """Refuse what lacks a field its status requires, or tells one too early: version 2."""
    status, started = data["status"], data.get("start_digest") is not None
    over = status in ("finished", "aborted")
    need(status == "aborted" or started == (status != "open"), "the start digest does not fit the status")
    need((data.get("server_seed") is not None) == over, "the server seed does not fit the status")
    need((data.get("head") is not None) == started, "the head does not fit the status")
    need(is_number(data.get("plies"), 0, MOST if started else 0), "plies is missing or malformed")
    check_each("seats", data.get("seats"), partial(is_seat, started=started))
    shared = [seat for seat in data["seats"] if data["kind"] == "shared" and seat.get("client_seed_hex")]
    need(not (started and shared), "a shared deal has contributions")
    if not (over and started):
        for name in ("draws", "draws_digest", "log", "result"):
            need(data.get(name) is None, f"{name} is told too early")
        return
    need(data.get("draws_digest") is not None, "draws_digest is missing")
    check_each("draws", data.get("draws"), partial(is_draw, started=True))
    check_each("log", data.get("log"), is_entry)
    check_result(data.get("result"), status, len(data["seats"]))


def check_result(result: object, status: str, seats: int) -> None:
    """Refuse a result of another shape, or one that does not fit the status."""
    need(isinstance(result, dict) and isinstance(result.get("seats"), list), "result is missing or malformed")
    endings = "played|staff" if status == "finished" else "played|left|expired|agreed|staff"
    need(is_text(result.get("ending"), endings), "the ending does not fit the status")
    fits = is_score if status == "finished" else lambda score: score == {"points": None, "place": None}
    need(
        len(result["seats"]) == seats and all(map(fits, result["seats"])),
        "the result does not fit the status",
    )


def check_each(name: str, values: object, fits: object) -> None:
    """Refuse a list with anything in it that does not fit."""
    need(isinstance(values, list), f"{name} are missing")
    for place, value in enumerate(values):
        need(isinstance(value, dict) and fits(value), f"{name}[{place}] is malformed")


def is_text(value: object, pattern: str = ASCII) -> bool:
    """Tell whether the value is a text that the whole pattern fits."""
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def is_number(value: object, low: int, high: int) -> bool:
    """Tell whether the value is a whole number within the bounds."""
    return type(value) is int and low <= value <= high


def is_cards(value: object) -> bool:
    """Tell whether the value is a list of printable ASCII texts."""
    return isinstance(value, list) and all(map(is_text, value))


def is_seat(seat: dict, started: bool) -> bool:
    """Tell whether the object is a seat; contributions are public from the start on."""
    longest = 64 if seat.get("kind") == "human" else 0
    contribution = is_text(seat.get("client_seed_hex"), f"([0-9a-f]{{2}}){{0,{longest}}}")
    return seat.get("kind") in ("human", "bot") and (contribution or not started)


def is_draw(draw: dict, started: bool) -> bool:
    """Tell whether the object records a shuffle or a number; before the start there are none."""
    head = started and is_number(draw.get("draw_no"), 0, WORDS - 1) and is_text(draw.get("label"))
    if draw.get("op") == "shuffle":
        return head and is_cards(draw.get("input")) and is_cards(draw.get("output"))
    numbers = is_number(draw.get("n"), 1, WORDS) and is_number(draw.get("output"), 0, WORDS - 1)
    return head and numbers and draw.get("op") == "below"


def is_entry(entry: dict) -> bool:
    """Tell whether the object is one ply of the log."""
    place = is_number(entry.get("ply"), 1, MOST) and is_number(entry.get("seat"), -1, 255)
    act = is_text(entry.get("actor"), ACTOR) and is_text(entry.get("notation"))
    return place and act and is_text(entry.get("at"), MOMENT) and type(entry.get("veiled")) is bool


def is_score(score: object) -> bool:
    """Tell whether the value is a seat's points and place."""
    return (
        isinstance(score, dict)
        and is_number(score.get("points"), -MOST, MOST)
        and is_number(score.get("place"), 1, 255)
    )


# The checks


def check_commitment(data: dict, given: str | None) -> None:
    """Check 1: the seed is the one that was fixed first."""
    need(given in (None, data["commitment"]), "it is not the one given by hand")
    need_seed(data)
    found = digest(data, "commit", lp(deal_id(data)), lp(bytes.fromhex(data["server_seed"])))
    need(found == data["commitment"], f"the seed has the commitment {found}")


def check_start(data: dict, given: str | None) -> None:
    """Check 2: seats and rules are those of the start."""
    stated = data.get("start_digest")
    need(given in (None, stated), "it is not the one given by hand")
    if stated is None:
        # A table may be closed before it starts, and then nothing was drawn.
        need(data["status"] == "aborted", "the game has no start digest")
        return
    found = digest(data, "start", lp(bytes.fromhex(data["commitment"])), lp(transcript(data)))
    need(found == stated, f"seats, rules and commitment have the start digest {found}")


def check_numbers(data: dict) -> None:
    """Check 3: no draw is left out or made twice."""
    need_seed(data)
    numbers = sorted(draw["draw_no"] for draw in data.get("draws") or [])
    need(numbers == list(range(len(numbers))), "a number is missing or used twice")
    if VERSIONS[data["format"]] == 1:
        check_draws(data)


def check_draws(data: dict) -> None:
    """Check 6: the draws are those of which the digest was made; optional in version 1."""
    need_seed(data)
    stated = data.get("draws_digest")
    if stated is not None:
        need(stated == draws_digest(data), "the draws are not those the file was written with")


def draws_digest(data: dict) -> str:
    """Hash all records; it notices a change that happens to leave a result as it was."""
    encoded = []
    for draw in data["draws"]:
        encoded += [u32(draw["draw_no"]), lp(draw["label"]), lp(draw["op"])]
        numbers = [[str(draw.get("n")), str(draw["output"])]]
        for texts in numbers if draw["op"] == "below" else [draw["input"], draw["output"]]:
            encoded += [u32(len(texts)), *map(lp, texts)]
    return digest(data, "draws", *encoded)


def check_shuffles(data: dict) -> None:
    """Check 4: every shuffle starts sorted and ends as computed."""
    for name, draw, words in draws_of(data, "shuffle"):
        need(draw["input"] == sorted(draw["input"]), f"{name}: the input is not sorted")
        same = sorted(draw["output"]) == draw["input"]
        need(same, f"{name}: the output has other cards than the input")
        again = words.shuffle(draw["input"])
        need(again == draw["output"], f"{name}: the order is not the recomputed one")


def check_below(data: dict) -> None:
    """Check 5: every drawn number is as computed."""
    for name, draw, words in draws_of(data, "below"):
        again = words.below(draw["n"])
        need(again == draw["output"], f"{name}: the recomputed number is {again}")


def check_chain(data: dict, given: str | None) -> None:
    """Check 7: every ply of the log follows from all before it, up to the head."""
    need_seed(data)
    if data.get("start_digest") is None:
        need(given is None, "the game never started, so it had no head")
        return
    numbers = [entry["ply"] for entry in data["log"]]
    need(numbers == list(range(1, data["plies"] + 1)), "a ply is missing, added or out of order")
    heads = heads_of(data)
    need(heads[-1] == data["head"], f"the plies lead to the head {heads[-1]}")
    if given is not None:
        ply, _, head = given.rpartition(":")
        found = head in heads and ply in ("", str(heads.index(head)))
        need(found, "the head given by hand is not in this log")


def heads_of(data: dict) -> list[str]:
    """Compute the head before the first ply and after each one."""
    key, heads = game_key(data), [digest(data, "log", lp(bytes.fromhex(data["start_digest"])))]
    for entry in data["log"]:
        what = lp(entry["actor"]) + lp(entry["notation"])
        body = lp("open") + what
        if entry["veiled"]:
            nonce = derive(data, key, "veil", u32(entry["ply"]))
            body = lp("veiled") + lp(bytes.fromhex(digest(data, "veiled", lp(nonce), what)))
        where = u32(entry["ply"]) + lp(str(entry["seat"])) + lp(entry["at"])
        heads.append(digest(data, "ply", lp(bytes.fromhex(heads[-1])), where, body))
    return heads


def check_anchor(data: dict, given: str) -> None:
    """Check 8, of shared deals: hashing the seed of day k so many times gives the anchor."""
    need_seed(data)
    day, _, published = given.rpartition(":")
    need(is_text(day, "[1-9][0-9]{0,5}") and is_text(published, HEX), "write the anchor as DAY:HEX")
    need(data["kind"] == "shared", "the deal is not a shared one")
    need(anchor(data["server_seed"], int(day)) == published, f"the seed is not that of day {day}")


def anchor(seed: str, days: int) -> str:
    """Compute the seed of so many days before."""
    for _ in range(days):
        seed = hashlib.sha256(lp("card-city/fair/2/chain") + lp(bytes.fromhex(seed))).hexdigest()
    return seed


def need_seed(data: dict) -> None:
    """Stop where the seed is still hidden."""
    need(data.get("server_seed") is not None, "the server seed is not revealed")


def draws_of(data: dict, op: str) -> list[tuple[str, dict, Stream]]:
    """Pick the draws of one kind, each with its name and its words."""
    need_seed(data)
    draws = [draw for draw in data.get("draws") or [] if draw["op"] == op]
    key = game_key(data) if draws else b""
    named = [(f"draw {draw['draw_no']} ({draw['label']})", draw) for draw in draws]
    return [(name, draw, stream(data, key, draw["draw_no"], draw["label"])) for name, draw in named]


def report(number: int, text: str, check: partial) -> bool:
    """Run one check, print its line and tell whether it passed."""
    try:
        check()
    except Problem as problem:
        print(f"FAILED  {number}  {text}: {problem}")
        return False
    print(f"ok      {number}  {text}")
    return True


def checks_of(data: dict, kept: argparse.Namespace) -> dict[str, partial]:
    """List the checks of the file's version."""
    checks = {
        "the commitment matches the seed": partial(check_commitment, data, kept.commitment),
        "the start digest matches seats and rules": partial(check_start, data, kept.start_digest),
        "the draws are numbered without gap or repeat": partial(check_numbers, data),
        "every shuffle is the recomputed one": partial(check_shuffles, data),
        "every drawn number is the recomputed one": partial(check_below, data),
    }
    if VERSIONS[data["format"]] > 1:
        checks["the draws are those that were recorded"] = partial(check_draws, data)
        checks["the log is chained from the start to its head"] = partial(check_chain, data, kept.head)
        if kept.anchor:
            checks["the seed of the day leads to the anchor"] = partial(check_anchor, data, kept.anchor)
    return checks


def main(arguments: list[str] | None = None) -> int:
    """Check the file and return the exit status."""
    parser = argparse.ArgumentParser(description="Check the fair.json of a Card City game.")
    parser.add_argument("file", help="the downloaded fair.json")
    pasted = {"type": lambda text: text.strip().lower() or None}
    parser.add_argument("--commitment", metavar="HEX", help="the line you copied at the table", **pasted)
    parser.add_argument("--start-digest", metavar="HEX", help="the one you saw at the start", **pasted)
    parser.add_argument("--head", metavar="[PLY:]HEX", help="a head of the log you copied", **pasted)
    parser.add_argument("--anchor", metavar="DAY:HEX", help="of a shared deal: the published one", **pasted)
    options = parser.parse_args(arguments)
    try:
        data = load(options.file)
    except Problem as problem:
        print(f"FAILED  0  the file is a fair shuffle export: {problem}")
        return 1
    checks = checks_of(data, options)
    passed = [report(number, *check) for number, check in enumerate(checks.items(), 1)]
    if VERSIONS[data["format"]] == 1:
        return 0 if all(passed) else 1
    kept = options.commitment or options.start_digest or options.head
    status = 1 if not all(passed) else 0 if kept else 3
    print(VERDICTS[status])
    return status


if __name__ == "__main__":
    sys.exit(main())
