"""What tests of the whole site ask of a title: what lies hidden, and what a page may be asked."""


def twin(deal, line, moves, random):
    """Return the same deal, moves with other secret picks of one seat, and that seat."""
    hidden = _still_secret(moves, len(deal.scores))
    knower = random.choice(sorted({moves[at][0] for at in hidden}))
    other = [
        _another(notation) if seat == knower and at in hidden else notation
        for at, (seat, notation) in enumerate(moves)
    ]
    return deal, [(seat, text) for (seat, _), text in zip(moves, other, strict=True)], frozenset({knower})


def _still_secret(moves, seats):
    """Return where picks stand that no die has shown: the last round's, and those taken back."""
    line, taken_back = [], []
    for at, (_, notation) in enumerate(moves):
        if notation == "undo":
            taken_back.append(line.pop())
        else:
            line.append(at)
    picks = [at for at in line if moves[at][1].startswith("pick")]
    shown = len(picks) // seats * seats
    return {at for at in (*picks[shown:], *taken_back) if moves[at][1].startswith("pick")}


def _another(notation):
    number = int(notation.split()[1])
    return f"pick {number % 6 + 1}"


def names(state):
    """Return the names of everything that nobody may know: picks have none."""
    return []


def drafts(random, count):
    """Return fields of moves being composed."""
    return [{"choice": random.choice(["pick 1", "pick 6", "boast", "pick 7", ""])} for _ in range(count)]


def wrong_moves(random, count):
    """Return moves that are illegal, or none at all."""
    wrong = ["", "pick", "pick 0", "pick 7", "rolled 1", "rolled 6", "boast 3", "pick 1 2", "x", "boost"]
    return random.choices(wrong, k=count)
