"""What a page, a move and a look at the table may cost; the figures are printed."""

import re
from collections import Counter
from math import inf
from random import Random
from statistics import median, quantiles

import pytest
from django.db import connection
from django.template.loader import get_template
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cardcity_site import compression
from games import parts
from games.live.rooms.scene import look, step, whole
from games.live.serving.deflate import deflated
from games.models import MoveRecord
from games.rules import registry
from games.selectors.stored.position import load_state
from games.services.play.door import Order, play_move
from tests.tables import LIVE, NO_CLOCK, basis_now, play, running, skip
from tests.thorough import THOROUGH
from tests.views.people import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_logs")]
TITLES = tuple(registry.SLUGS)
KB = 1024
FIRST_LOAD = {
    "point_city": 53 * KB,
    "card_city": 46 * KB,
    "machi_koro_2": 51 * KB,
    "karciane_miasto": 60 * KB,
}
MOVE_ANSWER, RECONNECT, MOVE_FRAME = 10 * KB, 8 * KB, 950
CLOCKS = 150
PLY, STATE = {"point_city": 330}, {"karciane_miasto": 950, "point_city": 640}
USUAL_PLY, USUAL_STATE = 250, 400
"""Bytes stored of a ply, on average, and of a position, at the median; deals differ by a tenth."""
MOVE_QUERIES, USUAL_QUERIES, TABLE_QUERIES = 22, 15, 12
STATEMENTS, RENDERS = 8, 30
"""Of a move over a socket, and what is rendered anew to show it to four seats: both at the median."""
WHOLE, STRETCH = 60, (15, 60)
"""Of how many plies a game is looked at whole, and of a longer one then so many of so many."""
FRAMES = 1000 if THOROUGH else 200
"""How many frames are enough for a median."""
HTMX = {"HX-Request": "true", "Accept-Encoding": "gzip"}
_LINKS = re.compile(r'<(?:link|script|img|use)\b[^>]*?\b(?:href|src)="/static/([^"#?]+)')
_CLOCK = re.compile(r"<time .*?</time>|<[^>]*clock[^>]*>")
_CSS_LINKS = re.compile(r'url\(["\']?([^"\')#]+)|@import ["\']([^"\']+)')


def files_of(page, static):
    """Return every file in the folder of static files that the page makes a browser load."""
    found = {static / name for name in _LINKS.findall(page)}
    for sheet in [path for path in found if path.suffix == ".css"]:
        links = ["".join(pair) for pair in _CSS_LINKS.findall(sheet.read_text())]
        found |= {(sheet.parent / link).resolve() for link in links if not link.startswith("data:")}
    return found


def size_as_sent(path):
    """Return how many bytes of a static file go over HTTPS: in Brotli, if that is shorter."""
    packed = path.with_name(f"{path.name}.br")
    return (packed if packed.exists() else path).stat().st_size


def some_way_on(slug, seats, plies):
    """Return a game some plies on, and its viewers."""
    game, viewers = running(slug, seats)
    random = Random(plies)
    for _ in range(plies):
        play(game, viewers[acting(game)], some_move(game, random), key=f"k{game.ply}")
    return game, viewers


def acting(game):
    return min(registry.get(game.ruleset_slug).to_act(load_state(game)))


def go_on(game, viewers, random):
    """Tell whether a game runs; of a very long one most is skipped, unless there is time."""
    game.refresh_from_db()
    if not THOROUGH and game.ply > WHOLE and game.ply % STRETCH[1] >= STRETCH[0]:
        skip(game, viewers, STRETCH[1] - game.ply % STRETCH[1], random)
    return game.is_running


def some_move(game, random):
    state = load_state(game)
    return str(random.choice(registry.get(game.ruleset_slug).legal_moves(state, acting(game))))


@pytest.mark.parametrize("slug", TITLES)
def test_the_first_load_of_a_table(slug, say, collected, monkeypatch):
    # A page is sent with a padding of random length: with the usual one here, so that luck decides nothing.
    monkeypatch.setattr(compression.secrets, "randbelow", lambda most: most // 2)
    game, viewers = some_way_on(slug, 4, 40)
    browser = browser_of(viewers[acting(game)])
    address = reverse("games:table", args=[game.pk])
    page = browser.get(address)
    # As browsers are sent them over HTTPS; without it they take gzip, which is a tenth more.
    files = files_of(page.content.decode(), collected)
    sizes = {path.name: size_as_sent(path) for path in files}
    sizes["page"] = len(browser.get(address, headers={"Accept-Encoding": "br"}).content)
    listed = ", ".join(f"{name} {size}" for name, size in sorted(sizes.items(), key=lambda item: -item[1]))
    say(f"{slug}, first load: {sum(sizes.values())} bytes compressed ({listed})")
    assert len(sizes) > 5
    assert sum(sizes.values()) <= FIRST_LOAD[slug]


@pytest.mark.parametrize("slug", TITLES)
def test_what_a_page_is_sent_that_comes_back(slug, say):
    """The whole table; it hardly grows with the game."""
    sizes = []
    for plies in (10, 60):
        game, viewers = some_way_on(slug, 4, plies)
        scene = look(game.pk, {(viewers[0], "en")}, None)
        sizes += [len(deflated(whole(scene.ply, tree).encode())) for tree in scene.trees.values()]
    say(f"{slug}: a page that comes back is sent {sizes} bytes")
    assert max(sizes) <= RECONNECT


def frame_sizes(slug, seats, random):
    """Return the sizes of the frames of a random game, as they are sent."""
    return [len(deflated(frame.encode())) for frame in frames(slug, seats, random)]


def frames(slug, seats, random, pace=NO_CLOCK, enough=inf):
    """Play a random game, or enough of it; return the frames that lead from each ply looked at to the next."""
    game, viewers = running(slug, seats, pace)
    people, found = {(viewer, "en") for viewer in viewers}, []
    scene = look(game.pk, people, None)
    while len(found) < enough and go_on(game, viewers, random):
        if scene.ply < game.ply:
            scene = look(game.pk, people, scene)
        play(game, viewers[acting(game)], some_move(game, random), key=f"k{game.ply}")
        last, scene = scene, look(game.pk, people, scene)
        found += [step(last.ply, last.trees[seat], scene.ply, tree) for seat, tree in scene.trees.items()]
    return found


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("slug", TITLES)
def test_what_a_move_sends_to_each_seat(slug, seats, say):
    sizes = []
    for seed in range(3):
        if THOROUGH or len(sizes) < FRAMES:
            sizes += frame_sizes(slug, seats, Random(seed))
    say(
        f"{slug}, {seats} seats: a move sends {median(sizes):.0f} bytes to a seat at the median, "
        f"95th percentile {quantiles(sizes, n=20)[-1]:.0f}, most {max(sizes)} ({len(sizes)} frames)"
    )
    assert min(sizes) > 0
    assert median(sizes) <= MOVE_FRAME


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("slug", TITLES)
def test_clocks_add_little_to_what_a_move_sends(slug, say):
    enough = inf if THOROUGH else FRAMES
    clocks = [sum(map(len, _CLOCK.findall(frame))) for frame in frames(slug, 2, Random(0), LIVE, enough)]
    say(f"{slug}: clocks add {median(clocks):.0f} bytes to what a move sends to a seat, most {max(clocks)}")
    assert max(clocks) > 0
    assert median(clocks) <= CLOCKS


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("slug", TITLES)
def test_the_answer_to_a_move_and_the_queries_it_takes(slug, say):
    """A random game over HTTP; neither grows with the game."""
    game, viewers = running(slug, 4)
    browsers, random = list(map(browser_of, viewers)), Random(4)
    sizes, queries = [], []
    while go_on(game, viewers, random):
        seat, notation = acting(game), some_move(game, random)
        data = {"move": notation, "ply": basis_now(game, seat), "key": f"k{game.ply}"}
        with CaptureQueriesContext(connection) as captured:
            answer = browsers[seat].post(reverse("games:move", args=[game.pk]), data, headers=HTMX)
        assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip")
        sizes.append(len(answer.content))
        queries.append(len(captured))
        game.refresh_from_db()
    say(
        f"{slug}: the answer to a move is {median(sizes):.0f} bytes compressed at the median, most {max(sizes)}; "
        f"{median(queries):.0f} queries at the median, most {max(queries)}"
    )
    assert max(sizes) <= MOVE_ANSWER
    assert max(queries) <= MOVE_QUERIES
    assert median(queries) <= USUAL_QUERIES


@pytest.mark.parametrize("slug", TITLES)
def test_the_statements_of_a_move_and_what_is_rendered_to_show_it(slug, say, monkeypatch):
    """As over a socket, where a look for all seats follows the move."""
    game, viewers = running(slug, 4)
    people, random = {(viewer, "en") for viewer in viewers}, Random(7)
    rendered, statements, renders, reads = Counter(), [], [], []
    monkeypatch.setattr(parts, "get_template", lambda name: rendered.update([name]) or get_template(name))
    scene = look(game.pk, people, None)
    while len(statements) < WHOLE and game.is_running:
        seat, notation = acting(game), some_move(game, random)
        order = Order(notation, basis_now(game, seat), f"k{game.ply}")
        with CaptureQueriesContext(connection) as made:
            play_move(game.pk, viewers[seat], order)
        rendered.clear()
        with CaptureQueriesContext(connection) as looked:
            scene = look(game.pk, people, scene)
        # A test is one transaction already, and what was committed in it is read again each time.
        statements.append(sum("SAVEPOINT" not in query["sql"] for query in made))
        reads.append(len(looked))
        renders.append(rendered.total())
        game.refresh_from_db()
    say(
        f"{slug}: a move takes {median(statements):.0f} statements at the median, showing it to four seats "
        f"{median(reads):.0f}, for which {median(renders):.0f} templates are rendered"
    )
    assert median(statements) <= STATEMENTS
    assert median(renders) <= RENDERS
    assert max(reads) <= 3


@pytest.mark.skipif(connection.vendor != "sqlite", reason="another database has a form of its own")
@pytest.mark.parametrize("slug", TITLES)
def test_what_is_stored_of_a_game(slug, say):
    game, viewers = running(slug, 4)
    random, states = Random(2), []
    columns = [field.column for field in MoveRecord._meta.concrete_fields]
    row = " + ".join(f"COALESCE(LENGTH({column}), 0)" for column in columns)
    with connection.cursor() as cursor:
        while game.ply < WHOLE and game.is_running:
            play(game, viewers[acting(game)], some_move(game, random), key=f"k{game.ply}")
            states += cursor.execute("SELECT LENGTH(state) FROM games_game").fetchone()
            game.refresh_from_db()
        (ply,) = cursor.execute(f"SELECT AVG({row}) FROM games_moverecord").fetchone()
    say(
        f"{slug}: of a ply {ply:.0f} bytes are stored, of a position {median(states):.0f}, most {max(states)}"
    )
    assert ply <= PLY.get(slug, USUAL_PLY)
    assert median(states) <= STATE.get(slug, USUAL_STATE)


@pytest.mark.parametrize("slug", TITLES)
def test_queries_of_a_look_at_the_table(slug, say, django_assert_max_num_queries):
    game, viewers = some_way_on(slug, 4, 40)
    browser, address = browser_of(viewers[acting(game)]), reverse("games:table", args=[game.pk])
    with django_assert_max_num_queries(TABLE_QUERIES) as captured:
        browser.get(address)
    with django_assert_max_num_queries(5):
        assert browser.get(address, {"since": game.ply}, headers=HTMX).status_code == 204
    say(f"{slug}: {len(captured)} queries to look at a table")
