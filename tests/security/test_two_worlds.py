"""Two worlds that differ only in what is hidden look the same, byte for byte, to those who may not know."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace

import pytest

from games.rules import registry
from tests.security.worlds import Table
from tests.thorough import ends, of_the_day

pytestmark = pytest.mark.django_db
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
# Filled in while tests are collected, when the demo is not yet in the registry.
TITLES = [*registry.SLUGS, "demo"]
SEATS = {slug: registry.get(slug).seats for slug in registry.SLUGS} | {"demo": (2, 3, 4)}
LONGEST = {"demo": 7}


@pytest.fixture(autouse=True)
def no_clock_and_no_suggestions(monkeypatch):
    """Take away what differs from one request to the next by itself."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOON)
    plain = SimpleNamespace(choice=lambda options: options[0], randbelow=lambda _: 7)
    monkeypatch.setattr("games.forms.names.secrets", plain)


@pytest.fixture(autouse=True)
def nothing_behind_a_veil(monkeypatch):
    """Let all veils look the same: their key is unknown, and nothing else of a hidden act may reach the chain."""
    monkeypatch.setattr("games.fair.chain.veiled", lambda veil, what: "00" * 32)


def two_worlds(slug, seats, seed):
    """Return what everybody is shown in each of two worlds, and who may tell them apart."""
    random = Random(f"{slug} {seats} {seed}")
    plies = random.randrange(1, LONGEST.get(slug, 15 * seats))
    moves = []
    while not moves:  # a game may end before so many plies
        table = Table.of(slug, seats)
        moves = table.play_at_random(random, plies)
    deal, other_moves, knowers = table.twin(moves, random)
    shown = table.play_and_look(table.deal, moves, seed)
    other = table.play_and_look(deal, other_moves, seed)
    return shown, other, {f"seat {seat}" for seat in knowers}


def differences(shown, other):
    """Yield what was asked, and the first places where the answers differ."""
    for one, two in zip(shown, other, strict=True):
        if one != two:
            yield one[0], [difference(a, b) for a, b in zip(one, two, strict=True) if a != b]


def difference(one, two):
    at = next((n for n, pair in enumerate(zip(str(one), str(two), strict=False)) if len(set(pair)) > 1), 0)
    return tuple(str(text)[max(at - 40, 0) : at + 60] for text in (one, two))


@pytest.mark.in_turn(4)
@pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug in TITLES for seats in of_the_day(ends(SEATS[slug]))]
)
def test_nobody_can_tell_the_worlds_apart(slug, seats):
    shown, other, knowers = two_worlds(slug, seats, seed=1)
    assert {"anonymous", "observer", "staff"} < shown.keys()
    for name in shown.keys() - knowers:
        assert len(shown[name]) >= 15
        assert list(differences(shown[name], other[name])) == [], name
    assert all(shown[name] != other[name] for name in knowers)


@pytest.mark.in_turn(4)
def test_a_leak_is_noticed(monkeypatch):
    demo = registry.get("demo")

    def leaky(state, seat):
        return replace(demo.view_for(state, seat), own_pick=max(state.picks))

    monkeypatch.setattr(registry, "get", lambda *_: replace(demo, view_for=leaky))
    shown, other, _ = two_worlds("demo", 2, 1)
    assert shown["anonymous"] != other["anonymous"]
