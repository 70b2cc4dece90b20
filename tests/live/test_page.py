"""What live.js makes of a socket, of none, and of frames that come late; in a real browser."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.live.site import site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with site(tmp_path_factory.mktemp("site"), 26) as found:
        yield found


@pytest.fixture
def table(served):
    """A game nobody has touched: its id and the cookies of its players."""
    return served.games.pop()


@pytest.fixture
def page(chromium, served, table):
    """The table as its second player has it open, not yet loaded."""
    context = chromium.new_context(base_url=f"http://127.0.0.1:{served.port}")
    context.add_cookies([cookie(served, table[1][1])])
    found = context.new_page()
    found.errors = []
    found.on("pageerror", lambda error: found.errors.append(str(error)))
    yield found
    assert found.errors == []
    context.close()


def cookie(served, value):
    return {"name": "sessionid", "value": value, "url": f"http://127.0.0.1:{served.port}"}


def visit(page, table, state="live"):
    page.goto(f"/games/{table[0]}/")
    if state:
        expect_state(page, state)


def expect_state(page, state):
    expect(page.locator("#connection")).to_have_attribute("data-state", state)


def expect_ply(page, ply):
    expect(page.locator("#live-ply")).to_have_attribute("data-ply", str(ply))


def test_anothers_move_appears_and_the_title_says_whose_turn_it_is(served, page, table):
    game, (anna, ben) = table
    visit(page, table)
    expect(page).to_have_title(re.compile("^● "))
    assert served.move(game, anna, "boast", 0) == 200
    expect_ply(page, 1)
    expect(page.locator("#log")).to_contain_text("boasts")
    assert served.move(game, ben, "pick 2", 1) == 200
    expect_ply(page, 2)
    expect(page).to_have_title(re.compile("^[^●]"))


def test_a_frame_that_is_shown_is_not_asked_for_again(served, page, table):
    game, (anna, _) = table
    asked = []
    page.on("request", lambda request: "since=" in request.url and asked.append(request.url))
    visit(page, table)
    assert served.move(game, anna, "boast", 0) == 200
    expect_ply(page, 1)
    page.wait_for_timeout(300)
    assert asked == []


@pytest.mark.parametrize("is_away", [False, True], ids=["step", "whole"])
def test_focus_and_scroll_stay_where_they_were(served, page, table, is_away):
    game, (anna, _) = table
    visit(page, table)
    page.set_viewport_size({"width": 320, "height": 300})
    page.evaluate("document.body.style.minHeight = '5000px'; scrollTo(0, 1234)")
    held = page.locator("#board button:visible, #table a:visible").first.element_handle()
    held.evaluate("(button) => button.focus({preventScroll: true})")
    page.context.set_offline(is_away)
    expect_state(page, "lost" if is_away else "live")
    assert served.move(game, anna, "boast", 0) == 200
    page.context.set_offline(False)
    expect_ply(page, 1)
    assert held.evaluate("(button) => button === document.activeElement")
    assert page.evaluate("scrollY") == 1234


def test_a_drop_is_said_and_repaired(served, page, table):
    """While away the page says so; back again it shows the board as it is, each line once."""
    game, (anna, ben) = table
    visit(page, table)
    page.context.set_offline(True)
    expect_state(page, "lost")
    expect(page.locator("#connection")).to_be_visible()
    assert served.move(game, anna, "boast", 0) == 200
    assert served.move(game, anna, "pick 1", 1) == 200
    assert page.locator("#live-ply").get_attribute("data-ply") == "0"
    page.context.set_offline(False)
    expect_ply(page, 2)
    expect_state(page, "live")
    assert served.move(game, ben, "boast", 2) == 200
    expect_ply(page, 3)
    ids = page.locator("#log li[id^=log]").evaluate_all("lines => lines.map(line => line.id)")
    assert len(ids) == len(set(ids)) == 3


def test_a_restarted_server_is_found_again(chromium, tmp_path):
    with site(tmp_path) as first:
        game, (anna, ben) = first.games[0]
        context = chromium.new_context(base_url=f"http://127.0.0.1:{first.port}")
        context.add_cookies([cookie(first, ben)])
        page = context.new_page()
        visit(page, (game, None))
        first.process.kill()
        expect_state(page, "lost")
        first.process.wait()
        with site(tmp_path, 0, port=first.port) as second:
            assert second.move(game, anna, "boast", 0) == 200
            expect_ply(page, 1)
            expect_state(page, "live")
        context.close()


def test_without_sockets_the_page_asks_every_ten_seconds(served, page, table):
    game, (anna, _) = table
    asked = []
    page.on("request", lambda request: "since=" in request.url and asked.append(request))
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.clock.install()
    visit(page, table, "lost")
    assert served.move(game, anna, "boast", 0) == 200
    page.clock.run_for(10_000)
    expect_ply(page, 1)
    expect_state(page, "lost")
    with page.expect_response(re.compile("since=1")) as answer:
        page.clock.run_for(10_000)
    assert answer.value.status == 204


# The real one would not hear of the test's clock.
TIMEOUT = """AbortSignal.timeout = (wait) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), wait);
  return controller.signal;
}"""


def test_a_request_that_hangs_is_given_up_and_followed_by_another(served, page, table):
    game, (anna, _) = table
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.add_init_script(TIMEOUT)
    page.clock.install()
    visit(page, table, "lost")
    assert served.move(game, anna, "boast", 0) == 200
    # Nobody goes on with the first.
    asked = itertools.count()
    page.route(re.compile("since=0"), lambda route: route.fallback() if next(asked) else None)
    with page.expect_request(re.compile("since=0")):
        page.clock.run_for(10_000)
    page.clock.run_for(10_000)
    page.clock.run_for(10_000)
    expect_ply(page, 1)


def make_old(page):
    """Let the page be of an earlier release, and be known again."""
    page.evaluate(
        "document.querySelector('meta[name=release]').content = '0123abcd'; document.body.dataset.old = ''"
    )


def is_old(page):
    return page.locator("body[data-old]").count() == 1


def reconnect(page):
    page.context.set_offline(True)
    expect_state(page, "lost")
    page.context.set_offline(False)


def test_after_an_upgrade_a_page_loads_itself_anew(page, table):
    visit(page, table)
    reconnect(page)
    expect_state(page, "live")
    make_old(page)
    with page.expect_event("load"):
        reconnect(page)
    expect_state(page, "live")
    assert not is_old(page)


def test_a_page_that_has_just_come_anew_takes_what_another_release_sends(served, page, table):
    """Else two releases behind one proxy would make it load for ever."""
    game, (anna, _) = table
    visit(page, table)
    make_old(page)
    with page.expect_event("load"):
        reconnect(page)
    expect_state(page, "live")
    make_old(page)
    reconnect(page)
    expect_state(page, "live")
    assert served.move(game, anna, "boast", 0) == 200
    expect_ply(page, 1)
    assert is_old(page)


def test_after_an_upgrade_a_page_without_a_socket_loads_itself_anew(page, table):
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.clock.install()
    visit(page, table, "lost")
    make_old(page)
    with page.expect_event("load"):
        page.clock.run_for(10_000)
    assert not is_old(page)


@pytest.mark.parametrize("has_socket", [True, False])
def test_who_is_writing_is_not_interrupted_by_an_upgrade_and_sees_moves(served, page, table, has_socket):
    """Also with the focus elsewhere: a field of the chat is not filled again by the browser."""
    game, (anna, _) = table
    if not has_socket:
        page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.clock.install()
    visit(page, table, "live" if has_socket else "lost")
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), {id: 'writing'}))")
    field = page.locator("#writing")
    field.fill("Well play")
    field.blur()
    make_old(page)
    assert served.move(game, anna, "boast", 0) == 200
    if has_socket:
        reconnect(page)
        expect_state(page, "live")
    else:
        with page.expect_response(re.compile("release=0123abcd")) as answer:
            page.clock.run_for(10_000)
        assert answer.value.status == 205
        page.clock.run_for(10_000)
    expect_ply(page, 1)
    page.clock.run_for(10_000)
    expect(field).to_have_value("Well play")
    assert is_old(page)
    field.fill("")
    with page.expect_event("load"):
        page.clock.run_for(10_000)


def test_where_nothing_may_be_stored_an_old_page_goes_on(served, page, table):
    game, (anna, _) = table
    page.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('forbidden'); } })"
    )
    visit(page, table)
    make_old(page)
    reconnect(page)
    expect_state(page, "live")
    assert served.move(game, anna, "boast", 0) == 200
    expect_ply(page, 1)
    assert is_old(page)


class Wire:
    """The server's end of a page's socket, in the test's hands."""

    def __init__(self, page):
        self.opened = []
        page.route_web_socket(re.compile("/ws/"), self.take)

    def take(self, socket):
        self.opened.append(socket)

    def send(self, frame):
        self.opened[-1].send(frame)


def ply_part(ply):
    return f'<i id="live-ply" data-ply="{ply}" hx-swap-oob="true" hidden></i>'


def line(ply):
    return f'<div hx-swap-oob="afterbegin:#log"><li id="log-{ply}-0">line {ply}</li></div>'


def test_old_and_doubled_frames_change_nothing(page, table):
    wire = Wire(page)
    visit(page, table)
    for frame in ("1 0", "2 1"):
        wire.send(f"{frame}\n{ply_part(frame[0])}{line(frame[0])}")
    expect_ply(page, 2)
    for frame in ("1 0", "2 1", "2 0", "0", "1"):
        wire.send(f"{frame}\n{ply_part(frame[0])}{line(7)}")
    wire.send(f"3 2\n{ply_part(3)}{line(3)}")
    expect_ply(page, 3)
    assert page.locator("#log-7-0").count() == 0


def test_a_line_the_page_already_shows_is_not_added_twice(page, table):
    wire = Wire(page)
    visit(page, table)
    for _time in range(2):
        wire.send(f"0 0\n{line(1)}")
    wire.send(f"1 0\n{ply_part(1)}")
    expect_ply(page, 1)
    assert page.locator("#log-1-0").count() == 1


def test_a_page_that_missed_a_frame_asks_for_the_table(served, page, table):
    game, (anna, _) = table
    wire = Wire(page)
    visit(page, table)
    for ply, move in enumerate(("boast", "undo", "boast")):
        assert served.move(game, anna, move, ply) == 200
    wire.send(f"3 2\n{ply_part(3)}{line(3)}")
    expect_ply(page, 3)
    expect(page.locator("#log")).not_to_contain_text("line 3")


def test_an_answer_overtaken_by_frames_is_followed_by_the_newest(served, page, table):
    """A slow answer shows an old table; the page has heard of a newer one and fetches it."""
    game, (anna, _) = table
    visit(page, table)
    old = page.evaluate("document.getElementById('table').outerHTML")
    assert served.move(game, anna, "boast", 0) == 200
    expect_ply(page, 1)
    page.evaluate("html => htmx.swap('#table', html, {swapStyle: 'outerHTML'})", old)
    expect_ply(page, 1)


def test_a_socket_that_falls_silent_is_given_up(page, table):
    # The next try comes at random within a second: here not so soon that the loss cannot be seen.
    page.add_init_script("Math.random = () => 0.5")
    wire = Wire(page)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    visit(page, table)
    page.clock.run_for(55_000)
    expect_state(page, "live")
    page.clock.run_for(5_100)
    expect_state(page, "lost")
    page.clock.run_for(2_000)
    expect_state(page, "live")
    assert len(wire.opened) == 2
    # Where a clock counts seconds nobody waits so long.
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<i id=clock-pause></i>')")
    wire.send("pong")
    page.clock.run_for(25_000)
    expect_state(page, "live")
    page.clock.run_for(5_100)
    expect_state(page, "lost")


def test_tries_are_spread_out_and_never_further_apart_than_a_minute(page, table):
    """With the longest chance each time: 1, 5, 10, 20, 40, 60, 60 seconds."""
    page.add_init_script("Math.random = () => 0.999")
    opened = []
    page.route_web_socket(re.compile("/ws/"), lambda socket: (opened.append(1), socket.close()))
    page.clock.install(time=0)
    page.clock.pause_at(1)
    visit(page, table, "lost")
    for count, seconds in enumerate((1, 5, 10, 20, 40, 60, 60), start=1):
        page.wait_for_timeout(50)
        assert len(opened) == count
        page.clock.run_for(seconds * 700)
        page.wait_for_timeout(50)
        assert len(opened) == count
        page.clock.run_for(seconds * 400)


def test_a_changed_identity_loads_the_page_anew(served, page, table):
    visit(page, table)
    page.context.clear_cookies()
    page.evaluate("window.mark = 1")
    with page.expect_navigation():
        forget_sessions(served)
    assert page.evaluate("window.mark") is None


def forget_sessions(served):
    import contextlib
    import sqlite3

    with contextlib.closing(sqlite3.connect(served.folder / "cardcity.sqlite3")) as database, database:
        database.execute("DELETE FROM django_session")
