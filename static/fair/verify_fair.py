#!/usr/bin/env python3
"""Check the fair.json of a Card City game.

    python verify_fair.py fair.json [--commitment HEX] [--start-digest HEX]

Standard library only, and nothing shared with the site: every shuffle and every number
is computed again from the revealed seed and the players' contributions. Prints one line
for each check; the exit status is 0 only if all of them pass.
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
HEX = "[0-9a-f]{64}"
ASCII = "[ -~]+"
UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
STATUS = "open|running|finished|aborted"


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


def digest(purpose: str, *encoded: bytes) -> str:
    """Hash encoded parts under their own label, as hex."""
    return hashlib.sha256(lp("card-city/fair/1/" + purpose) + b"".join(encoded)).hexdigest()


def transcript(data: dict) -> bytes:
    """Encode all that is public about the start of the game."""
    parts = [lp(data["game_id"]), lp(data["ruleset_id"]), lp(bytes.fromhex(data["ruleset_digest"]))]
    parts.append(u32(len(data["seats"])))
    for seat in data["seats"]:
        parts += [lp(seat["kind"]), lp(bytes.fromhex(seat["client_seed_hex"]))]
    return b"".join(parts)


def game_key(data: dict) -> bytes:
    """Derive the key of all draws."""
    message = lp("card-city/fair/1/key") + lp(transcript(data))
    return hmac.new(bytes.fromhex(data["server_seed"]), message, "sha256").digest()


# Random numbers


class Stream:
    """The random words of one numbered and labelled draw."""

    def __init__(self, key: bytes, draw_no: int, label: str) -> None:
        """Start before the first word."""
        self.key = key
        self.prefix = lp("card-city/fair/1/draw") + u32(draw_no) + lp(label)
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
    need(isinstance(data, dict) and data.get("format") == "card-city-fair/1", "the format is unknown")
    check_head(data)
    check_lists(data)
    return data


def check_head(data: dict) -> None:
    """Refuse texts of another shape."""
    for name, pattern in {"game_id": UUID, "ruleset_id": ASCII, "status": STATUS}.items():
        need(is_text(data.get(name), pattern), f"{name} is missing or malformed")
    for name in ("ruleset_digest", "commitment"):
        need(is_text(data.get(name), HEX), f"{name} is missing or malformed")
    for name in ("start_digest", "server_seed", "draws_digest"):
        need(data.get(name) is None or is_text(data[name], HEX), f"{name} is malformed")


def check_lists(data: dict) -> None:
    """Refuse seats or draws of another shape, and secrets told too early."""
    over = data["status"] in ("finished", "aborted")
    need(over or data.get("server_seed") is None, "the game is not over, yet its seed is told")
    need(over or not data.get("draws"), "the game is not over, yet its draws are told")
    draws = data.get("draws") if over else []
    started = data.get("start_digest") is not None
    for name, values, fits in (("seats", data.get("seats"), is_seat), ("draws", draws, is_draw)):
        need(isinstance(values, list), f"{name} are missing")
        for place, value in enumerate(values):
            need(isinstance(value, dict) and fits(value, started), f"{name}[{place}] is malformed")


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


# The checks


def check_commitment(data: dict, given: str | None) -> None:
    """Check 1: the seed is the one that was fixed first."""
    need(given in (None, data["commitment"]), "it is not the one given by hand")
    need_seed(data)
    found = digest("commit", lp(data["game_id"]), lp(bytes.fromhex(data["server_seed"])))
    need(found == data["commitment"], f"the seed has the commitment {found}")


def check_start(data: dict, given: str | None) -> None:
    """Check 2: seats and rules are those of the start."""
    stated = data.get("start_digest")
    need(given in (None, stated), "it is not the one given by hand")
    if stated is None:
        # A table may be closed before it starts, and then nothing was drawn.
        need(data["status"] == "aborted", "the game has no start digest")
        return
    found = digest("start", lp(bytes.fromhex(data["commitment"])), lp(transcript(data)))
    need(found == stated, f"seats, rules and commitment have the start digest {found}")


def check_numbers(data: dict) -> None:
    """Check 3: no draw is left out or made twice."""
    need_seed(data)
    numbers = sorted(draw["draw_no"] for draw in data["draws"])
    need(numbers == list(range(len(numbers))), "a number is missing or used twice")
    stated = data.get("draws_digest")
    need(stated in (None, draws_digest(data["draws"])), "the draws are not those the file was written with")


def draws_digest(draws: list[dict]) -> str:
    """Hash all records; it notices a change that happens to leave a result as it was."""
    encoded = []
    for draw in draws:
        encoded += [u32(draw["draw_no"]), lp(draw["label"]), lp(draw["op"])]
        numbers = [[str(draw.get("n")), str(draw["output"])]]
        for texts in numbers if draw["op"] == "below" else [draw["input"], draw["output"]]:
            encoded += [u32(len(texts)), *map(lp, texts)]
    return digest("draws", *encoded)


def check_shuffles(data: dict) -> None:
    """Check 4: every shuffle starts sorted and ends as computed."""
    for name, draw, stream in draws_of(data, "shuffle"):
        need(draw["input"] == sorted(draw["input"]), f"{name}: the input is not sorted")
        same = sorted(draw["output"]) == draw["input"]
        need(same, f"{name}: the output has other cards than the input")
        again = stream.shuffle(draw["input"])
        need(again == draw["output"], f"{name}: the order is not the recomputed one")


def check_below(data: dict) -> None:
    """Check 5: every drawn number is as computed."""
    for name, draw, stream in draws_of(data, "below"):
        again = stream.below(draw["n"])
        need(again == draw["output"], f"{name}: the recomputed number is {again}")


def need_seed(data: dict) -> None:
    """Stop where the seed is still hidden."""
    need(data.get("server_seed") is not None, "the server seed is not revealed")


def draws_of(data: dict, op: str) -> list[tuple[str, dict, Stream]]:
    """Pick the draws of one kind, each with its name and its words."""
    need_seed(data)
    draws = [draw for draw in data["draws"] if draw["op"] == op]
    key = game_key(data) if draws else b""
    return [(f"draw {d['draw_no']} ({d['label']})", d, Stream(key, d["draw_no"], d["label"])) for d in draws]


def report(number: int, text: str, check: partial) -> bool:
    """Run one check, print its line and tell whether it passed."""
    try:
        check()
    except Problem as problem:
        print(f"FAILED  {number}  {text}: {problem}")
        return False
    print(f"ok      {number}  {text}")
    return True


def main(arguments: list[str] | None = None) -> int:
    """Check the file and return the exit status."""
    parser = argparse.ArgumentParser(description="Check the fair.json of a Card City game.")
    parser.add_argument("file", help="the downloaded fair.json")
    pasted = {"metavar": "HEX", "type": lambda text: text.strip().lower()}
    parser.add_argument("--commitment", help="the line you copied at the table", **pasted)
    parser.add_argument("--start-digest", help="the one you saw at the start", **pasted)
    options = parser.parse_args(arguments)
    try:
        data = load(options.file)
    except Problem as problem:
        print(f"FAILED  0  the file is a fair shuffle export: {problem}")
        return 1
    checks = {
        "the commitment matches the seed": partial(check_commitment, data, options.commitment),
        "the start digest matches seats and rules": partial(check_start, data, options.start_digest),
        "the draws are numbered without gap or repeat": partial(check_numbers, data),
        "every shuffle is the recomputed one": partial(check_shuffles, data),
        "every drawn number is the recomputed one": partial(check_below, data),
    }
    passed = [report(number, *check) for number, check in enumerate(checks.items(), 1)]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
