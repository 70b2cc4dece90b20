"""Moves over the socket of a page: nothing is posted, nothing stays composed, and what goes wrong is posted once."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import sit_down
from tests.browser.test_card_city import decide

pytestmark = pytest.mark.browser


@pytest.fixture
def mover(couple):
    return couple[0]


def live(person):
    """Let a page be watched; return what it sends over its sockets and what it posts."""
    sent, posts = [], []

    def note(text):
        sent.append(text)

    person.page.on("websocket", lambda socket: socket.on("framesent", note))
    person.page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    reload(person)
    return sent, posts


def reload(person):
    person.page.reload()
    expect(person.page.locator("#connection")).to_have_attribute("data-state", "live")


def moves(sent):
    return [text for text in sent if text.startswith("move ")]


def expect_ply(page, ply):
    expect(page.locator("#live-ply")).to_have_attribute("data-ply", str(ply))


# What only this page knows is left out; the order of attributes does not count.
KEEP = """() => {
  const own = "#news, #since, [name=csrfmiddlewaretoken], [name=key]";
  const table = document.getElementById("table").cloneNode(true);
  table.querySelectorAll(own).forEach((part) => part.remove());
  table.querySelectorAll("[class='']").forEach((part) => part.removeAttribute("class"));
  return table.outerHTML.replace(/\\s+/g, " ");
}"""
IS_THE_SAME = f"""(before) => {{
  const [old, now] = [before, ({KEEP})()].map((html) => new DOMParser().parseFromString(html, "text/html").body);
  return old.isEqualNode(now);
}}"""


def test_a_turn_goes_over_the_socket_and_leaves_nothing_of_its_composing(couple):
    mover, waiter = couple
    sent, posts = live(mover)
    confirm = mover.compose()
    assert "?" in mover.page.url
    mover.press(confirm)
    expect_ply(mover.page, mover.ply)
    expect_ply(waiter.page, mover.ply)
    assert (len(moves(sent)), posts) == (1, [])
    assert mover.page.url == mover.table
    expect(mover.page.locator("[aria-pressed=true]")).to_have_count(0)
    before = mover.page.evaluate(KEEP)
    mover.page.reload()
    assert mover.page.evaluate(IS_THE_SAME, before)


def test_turn_after_turn_goes_over_the_socket(couple):
    lines = [live(person) for person in couple]
    for number in range(6):
        couple[number % 2].take_turn()
    assert all(len(moves(sent)) >= 3 and posts == [] for sent, posts in lines)


def test_what_is_refused_is_posted_and_says_why(couple):
    mover, waiter = couple
    sent, posts = live(mover)
    mover.compose()
    # As if the page were older than it is.
    mover.page.locator("#confirm-move").evaluate("(button) => { button.value = 'nonsense'; }")
    mover.press(mover.page.locator("#confirm-move"))
    expect(mover.page.locator("#alert")).to_be_visible()
    assert (len(moves(sent)), len(posts)) == (1, 1)
    mover.forgive("400", "422", "409")
    mover.take_turn()
    expect_ply(waiter.page, 1)


@pytest.mark.parametrize("is_made", [True, False], ids=["made", "not made"])
def test_a_move_whose_answer_never_comes_is_posted_and_made_once(couple, is_made):
    mover, waiter = couple
    posts = []

    def deaf_to_moves(socket):
        server = socket.connect_to_server()
        lost = []

        def pass_on(text):
            if text.startswith("move "):
                lost.append(text)
            if is_made or not lost:
                server.send(text)

        socket.on_message(pass_on)
        server.on_message(lambda text: lost or socket.send(text))

    mover.page.route_web_socket("**/ws/**", deaf_to_moves)
    mover.page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    reload(mover)
    mover.press(mover.compose())
    expect_ply(mover.page, 1)
    expect_ply(waiter.page, 1)
    assert len(posts) == 1
    waiter.take_turn()
    expect_ply(mover.page, 2)
    # The socket that is given up may just be opening.
    mover.forgive("closed before the connection is established")


def test_a_frame_that_comes_before_the_answer_waits_for_it(couple):
    mover, waiter = couple
    held = []

    def answer_last(socket):
        server = socket.connect_to_server()

        def back(text):
            if text.startswith("moved "):
                held.append((socket, text))
            else:
                socket.send(text)

        server.on_message(back)

    mover.page.route_web_socket("**/ws/**", answer_last)
    reload(mover)
    confirm = mover.compose()
    confirm.click()
    expect_ply(waiter.page, 1)
    mover.page.wait_for_timeout(200)
    assert mover.ply == 0
    expect(mover.page.locator("#confirm-move")).to_be_disabled()
    for socket, text in held:
        socket.send(text)
    expect_ply(mover.page, 1)
    expect(mover.page.locator("[aria-pressed=true]")).to_have_count(0)


def test_who_plays_by_keyboard_is_led_to_the_next_choice(enter):
    person = enter()
    person.open_solo()
    sent, posts = live(person)
    person.press(person.compose())
    assert (len(moves(sent)), posts) == (1, [])
    assert person.page.evaluate("() => document.activeElement.closest('#table') !== null")


def hold(page, pattern):
    """Keep requests back until they are let go; return those that came."""
    held = []

    def keep(route):
        held.append(route)

    page.route(pattern, keep)
    return held


def test_what_is_pressed_shows_it_until_the_answer_is_here(enter):
    person = enter()
    person.open_solo()
    page, marked = person.page, person.page.locator("[data-sending]")
    held = hold(page, "**/*slot=*")
    for count, card in enumerate(("#pick-5", "#pick-6"), 1):
        with page.expect_request("**/*slot=*"):
            page.locator(card).click()
        expect(marked).to_have_id(card[1:])
        expect(marked).to_have_css("outline-style", "dashed")
        held.pop().continue_()
        expect(page.locator("button[name=slot][aria-pressed=true]")).to_have_count(count)
        expect(marked).to_have_count(0)
    page.locator("#start-over").click()
    expect(page.locator("button[name=slot][aria-pressed=true]")).to_have_count(0)
    assert page.locator("[data-sending]").count() == 0


def test_what_was_chosen_before_is_not_confirmed_while_a_choice_is_on_its_way(enter):
    person = enter()
    person.open_solo()
    page, confirm = person.page, person.compose()
    expect(confirm).to_have_css("opacity", "1")
    sent, posts = live(person)
    held = hold(page, f"{person.table}*")
    page.locator("#start-over").click()
    expect(confirm).to_have_css("opacity", "0.5")
    confirm.click()
    held.pop().continue_()
    expect(confirm).to_have_count(0)
    assert (person.ply, moves(sent), posts) == (0, [], [])
    page.unroute_all()
    person.take_turn()
    assert person.ply > 0


def test_the_first_news_leaves_the_board_in_its_place(enter):
    ada, bela = enter(viewport={"width": 1440, "height": 900}), enter()
    ada.open_table()
    bela.join(ada.page.locator("#invite-link").input_value())
    expect(ada.page.locator("#turn")).to_be_visible()
    before = ada.page.locator("#board").bounding_box()["y"] + ada.page.evaluate("scrollY")
    (ada if ada.may_move else bela).take_turn()
    expect(ada.page.locator("#news li").first).to_be_visible()
    assert abs(ada.page.locator("#board").bounding_box()["y"] + ada.page.evaluate("scrollY") - before) < 1


PHONE, DESK = {"width": 320, "height": 640}, {"width": 1440, "height": 900}
# Where the parts are on the board, so that what stands above that does not count.
PLACES = """(parts) => {
  const missing = parts.split(", ").filter((part) => !document.querySelector(part));
  if (missing.length) throw new Error(`nothing is ${missing}`);
  const top = (part) => part.getBoundingClientRect().top;
  return [...document.querySelectorAll(parts)].map((part) => Math.round(top(part) - top(document.getElementById("board"))));
}"""


def table_of(enter, title, size):
    """Two people at a table of a title, the one to move first, each with a window of that size."""
    return sit_down(enter(viewport=size), enter(viewport=size), title)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize(
    ("title", "parts"),
    [("point-city", "#market, .pc-cities"), ("machi-koro-2", "#market, #chart, .mk-cities")],
)
def test_a_turn_that_comes_and_goes_moves_nothing(enter, title, parts, size):
    mover, waiter = table_of(enter, title, size)
    asked, waits = (person.page.evaluate(PLACES, parts) for person in (mover, waiter))
    assert asked == waits
    if title == "point-city":
        mover.take_turn()
    else:
        mover.press(mover.page.locator("#pass"))
    expect(waiter.page.locator("#turn[data-my-turn]")).to_have_count(1)
    assert [person.page.evaluate(PLACES, parts) for person in (waiter, mover)] == [asked, waits]


def test_beside_the_market_a_turn_is_composed_without_moving_the_cities(enter):
    mover, _ = table_of(enter, "point-city", DESK)
    places = [mover.page.evaluate(PLACES, ".pc-cities")]
    for card in ("#pick-5", "#pick-6"):
        mover.press(mover.page.locator(card))
        places.append(mover.page.evaluate(PLACES, ".pc-cities"))
    expect(mover.page.locator("#confirm-move")).to_be_visible()
    assert places == places[:1] * 3


def test_piles_come_and_go_beside_a_city_that_stays(enter):
    divider, chooser = table_of(enter, "card-city", DESK)
    before = [person.page.evaluate(PLACES, ".mine") for person in (divider, chooser)]
    decide(divider)
    expect(chooser.page.locator("#take-pair")).to_be_visible()
    assert [person.page.evaluate(PLACES, ".mine") for person in (divider, chooser)] == before


def test_news_of_more_lines_leave_the_board_under_the_finger(enter):
    mover, waiter = table_of(enter, "point-city", PHONE)
    market, news = waiter.page.locator("#market"), waiter.page.locator("#status")
    before = market.bounding_box()["y"], news.bounding_box()["height"]
    mover.take_turn()
    expect(news.locator("li").first).to_be_visible()
    assert news.bounding_box()["height"] > before[1]
    assert abs(market.bounding_box()["y"] - before[0]) < 1
