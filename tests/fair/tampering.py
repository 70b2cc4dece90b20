"""Exports with exactly one hex digit, card, label, number or seat changed."""

from functools import partial

from tests.fair.vectors import FINISHED, changed

HEX = "0123456789abcdef"
TEXTS = [
    *[
        (name,)
        for name in ("game_id", "ruleset_digest", "commitment", "start_digest", "server_seed", "draws_digest")
    ],
    *[("seats", seat, "client_seed_hex") for seat in (0, 1)],
]
DRAWS = range(len(FINISHED["draws"]))
SHUFFLES = [draw for draw in DRAWS if FINISHED["draws"][draw]["op"] == "shuffle"]
NUMBERS = [("draws", draw, "draw_no") for draw in DRAWS] + [
    ("draws", draw, name) for draw in set(DRAWS) - set(SHUFFLES) for name in ("n", "output")
]


def _found(path):
    value = FINISHED
    for step in path:
        value = value[step]
    return value


def _hex_digit(rng):
    path = rng.choice(TEXTS)
    text = _found(path)
    place = rng.choice([at for at, char in enumerate(text) if char in HEX])
    digit = rng.choice(HEX.replace(text[place], ""))
    return changed(FINISHED, *path, to=text[:place] + digit + text[place + 1 :])


def _card(rng):
    path = ("draws", rng.choice(SHUFFLES), rng.choice(["input", "output"]))
    cards = _found(path)
    place = rng.randrange(len(cards))
    other = rng.choice([card for card in [*cards, "z99#1", cards[place] + "0"] if card != cards[place]])
    return changed(FINISHED, *path, place, to=other)


def _two_cards_swapped(rng):
    path = ("draws", rng.choice(SHUFFLES), rng.choice(["input", "output"]))
    cards = list(_found(path))
    one, other = rng.sample(range(len(cards)), 2)
    cards[one], cards[other] = cards[other], cards[one]
    return changed(FINISHED, *path, to=cards)


def _label(rng):
    path = ("draws", rng.choice(DRAWS), "label")
    label = _found(path)
    place = rng.randrange(len(label))
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz:".replace(label[place], ""))
    return changed(FINISHED, *path, to=label[:place] + letter + label[place + 1 :])


def _number(rng):
    path = rng.choice(NUMBERS)
    number = _found(path)
    return changed(FINISHED, *path, to=rng.choice([number - 1, number + 1, number + rng.randrange(1, 1000)]))


def _seat(rng):
    seats = FINISHED["seats"]
    seat = rng.randrange(len(seats))
    other = {"human": "bot", "bot": "human"}[seats[seat]["kind"]]
    changes = [
        partial(changed, FINISHED, "seats", to=seats[:seat] + seats[seat + 1 :]),
        partial(changed, FINISHED, "seats", to=[*seats, seats[seat]]),
        partial(changed, FINISHED, "seats", to=[*seats[1:], seats[0]]),
        partial(changed, FINISHED, "seats", seat, "kind", to=other),
    ]
    return rng.choice(changes)()


CHANGES = (_hex_digit, _card, _two_cards_swapped, _label, _number, _seat)


def tampered(rng):
    """Return the finished export with one change, each kind of change as likely."""
    return rng.choice(CHANGES)(rng)
