"""A recognisable seed, and the names of hidden cards, are searched for in everything that leaves the server."""

import base64
import logging
import sys
from dataclasses import replace
from html import unescape
from random import Random

import pytest
from django.core import mail
from django.core.signals import got_request_exception
from django.views.debug import ExceptionReporter

from games import fair
from games.models import Game
from games.rules import registry
from games.selectors.stored.position import load_state
from games.services.storage import seeds
from tests.security.seen import Looker, address_of
from tests.security.worlds import Onlookers, Table, hidden_in
from tests.tables import play
from tests.thorough import THOROUGH, of_the_day

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_logs")]
CANARY = b"canary:the seed of the server :)"
TITLES = [*registry.SLUGS, "demo"]
SEATS = {slug: registry.get(slug).seats for slug in registry.SLUGS} | {"demo": (2, 3, 4)}
STRIDE = 3 if THOROUGH else 6
"""Of the title of the tests, which is over after some dozen plies."""


def writings(secret):
    """Return the secret as it could be written anywhere."""
    urlsafe = base64.urlsafe_b64encode(secret).decode()
    plain = base64.b64encode(secret).decode()
    # Without the last characters, which depend on what follows.
    return {
        secret.hex(),
        secret.hex().upper(),
        plain[:40],
        urlsafe[:40],
        repr(bytes(secret))[2:-1],
        secret[:12].decode("latin1"),
    }


@pytest.fixture(autouse=True)
def canary(monkeypatch, caplog):
    """Plant the seed in every game and listen to every log line."""
    assert len(CANARY) == fair.keys.SEED_BYTES
    monkeypatch.setattr(fair.keys, "new_seed", lambda: fair.Secret(CANARY))
    caplog.set_level(logging.DEBUG)
    return CANARY


def forbidden(game):
    """Return what may not be found anywhere while the game runs."""
    game = Game.objects.get(pk=game.pk)
    key = fair.game_key(CANARY, seeds.start_of(game))
    return writings(CANARY) | writings(key) | set(hidden_in(game.ruleset_slug).names(load_state(game)))


def found_in(text, needles):
    """Return the needles in the text, however it is escaped and broken into lines."""
    flat = _flat(text)
    return sorted(needle for needle in needles if _flat(needle) in flat)


def _flat(text):
    return "".join(unescape(text).split())


def answers(looker):
    """Return what a browser was answered, without what it had asked."""
    return str([note[1:] for note in looker.notes])


def lines(caplog):
    """Return what was logged since the last call, tracebacks included."""
    text = caplog.text
    caplog.clear()
    return text


def some_game(slug, seats):
    table = Table.of(slug, seats)
    moves = table.play_at_random(Random(slug), 3)
    return table, moves


@pytest.mark.parametrize("slug", TITLES)
def test_the_canary_would_be_found(slug, caplog):
    """After the end the seed is public: the search finds it where it belongs."""
    table, _ = some_game(slug, registry.get(slug).seats[0])
    needles = forbidden(table.game)
    Game.objects.filter(pk=table.game.pk).update(status=Game.Status.ABORTED)
    looker = Looker()
    looker.look_around(table.game)
    assert CANARY.hex() in found_in(answers(looker), needles)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(
    ("slug", "seats"),
    [(slug, seats) for slug in TITLES for seats in of_the_day(n for n in (1, 2) if n in SEATS[slug])],
)
def test_nothing_hidden_leaves_the_server_over_a_whole_game(slug, seats, caplog):
    table = Table.of(slug, seats)
    random = Random(slug)
    hidden = hidden_in(slug)
    lookers = {name: Looker(key) for name, key in table.sessions.items()}
    onlookers = Onlookers(table.game.pk, table.viewers)
    table.game.refresh_from_db()
    while table.game.is_running:
        for looker in lookers.values():
            looker.look_around(table.game)
            looker.try_things(table.game, hidden.drafts(random, 1), hidden.wrong_moves(random, 1))
        lookers["staff"].look_at_the_desk(table.game)
        onlookers.look()
        told = "".join([*map(answers, lookers.values()), str(onlookers.frames), lines(caplog)])
        assert found_in(told, forbidden(table.game)) == []
        for looker in lookers.values():
            looker.notes.clear()
        onlookers.frames.clear()
        play_on(table, random)


def play_on(table, random):
    """Play until the next look; the longer a game goes on the fewer there are, unless there is time."""
    ply = table.game.ply
    usual = 12 if THOROUGH else max(32, ply // 3)
    stride = STRIDE if table.game.ruleset_slug == "demo" else usual
    for _ in range(stride):
        if table.game.is_running:
            seat, notation = table.some_move(random)
            play(table.game, table.viewers[seat], notation, key=f"k{table.game.ply}")


@pytest.fixture(params=[False, True], ids=["in production", "in development"])
def reports(request, settings, client):
    """Collect what is written about errors: the mail, and the page with every detail."""
    settings.DEBUG, settings.ADMINS = request.param, [("Operator", "operator@example.com")]
    found = []

    def report(sender, request, **_):
        found.append(ExceptionReporter(request, *sys.exc_info(), is_email=True).get_traceback_html())

    got_request_exception.connect(report)
    yield found
    got_request_exception.disconnect(report)


def break_down(*_):
    raise RuntimeError("Something broke")


@pytest.mark.parametrize("broken", ["apply", "to_act", "view_for", "compose"])
@pytest.mark.parametrize("slug", TITLES)
def test_an_error_tells_nothing_hidden(slug, broken, reports, monkeypatch, caplog):
    table, _ = some_game(slug, registry.get(slug).seats[0])
    state = load_state(table.game)
    seat, notation = table.some_move(Random(1))
    ruleset = registry.get(slug)
    needles = forbidden(table.game) | {repr(value)[:60] for value in (state, table.deal, table.game.deal)}
    monkeypatch.setattr(registry, "get", lambda *_: replace(ruleset, **{broken: break_down}))
    looker = Looker(table.sessions[f"seat {seat}"])
    statuses = {
        looker.get(address_of(table.game, "table")).status_code,
        looker.get(f"{address_of(table.game, 'replay')}0/").status_code,
        looker.move(table.game, notation, table.game.ply, "key").status_code,
    }
    assert 500 in statuses
    assert "Something broke" in "".join(reports)
    told = answers(looker) + lines(caplog) + "".join(reports) + "".join(sent.body for sent in mail.outbox)
    assert found_in(told, needles) == []
