"""Lost connections, stale tabs, impatient fingers and the back button: the board is right, a move is made once."""

from time import monotonic

import pytest
from playwright.sync_api import expect

from tests.thorough import PATIENCE

pytestmark = pytest.mark.browser

TWO_SECONDS = 2_000
NO_SOCKETS = """window.WebSocket = class {
  static OPEN = 1;
  constructor() { setTimeout(() => this.onclose({ code: 1006 })); }
  close() {}
};"""


def expect_ply(page, ply, **options):
    expect(page.locator("#live-ply")).to_have_attribute("data-ply", str(ply), **options)


def go_offline(person):
    """Take a person's network away, and wait until their page has heard of it: until then its socket may carry a move."""
    person.context.set_offline(True)
    expect(person.page.locator("#connection")).to_contain_text("reconnecting")


def log(page):
    return page.locator("#log li").all_inner_texts()


def test_a_dropped_connection_is_said_and_the_board_is_right_soon_after_its_return(couple):
    mover, waiter = couple
    go_offline(waiter)
    mover.take_turn()
    waiter.page.wait_for_timeout(TWO_SECONDS)
    assert waiter.ply == 0
    waiter.context.set_offline(False)
    expect_ply(waiter.page, 1)
    expect(waiter.page.locator("#connection")).to_be_hidden()
    assert log(waiter.page) == log(mover.page)
    waiter.take_turn()
    expect_ply(mover.page, 2)
    assert log(waiter.page) == log(mover.page)
    waiter.forgive(
        "Failed to load resource: net::ERR_INTERNET_DISCONNECTED", "WebSocket connection", "failed:"
    )


def test_a_move_sent_while_offline_is_not_lost_without_a_word(couple):
    mover, waiter = couple
    confirm = mover.compose()
    go_offline(mover)
    confirm.click()
    # What is pressed may still be on its way out when the network is back, and be made.
    expect(mover.page.locator("#unsent")).to_contain_text("Not sent")
    mover.context.set_offline(False)
    expect(mover.page.locator("#connection")).to_be_hidden()
    assert mover.ply == 0
    mover.press(confirm)
    expect_ply(waiter.page, 1)
    mover.forgive("htmx:sendError", "htmx:afterRequest", "Failed to load", "WebSocket connection", "failed:")


def test_a_press_without_a_connection_is_said_and_sent_once_the_person_wants_it(couple):
    mover, waiter = couple
    confirm = mover.compose()
    go_offline(mover)
    unsent = mover.page.locator("#unsent")
    expect(unsent).to_be_hidden()
    confirm.click()
    expect(unsent).to_contain_text("Not sent")
    expect(unsent.locator("button")).to_be_hidden()
    mover.context.set_offline(False)
    expect(unsent).to_contain_text("Your last action wasn't sent.")
    assert mover.ply == 0
    mover.press(unsent.get_by_role("button", name="Send it now"))
    expect_ply(waiter.page, 1)
    expect(unsent).to_be_hidden()
    mover.forgive("htmx:sendError", "htmx:afterRequest", "Failed to load", "WebSocket connection", "failed:")


def test_a_press_without_a_connection_can_be_sent_after_an_upgrade_too(couple):
    mover, waiter = couple
    confirm = mover.compose()
    mover.page.evaluate("document.querySelector('meta[name=release]').content = '0123abcd'")
    go_offline(mover)
    confirm.click()
    unsent = mover.page.locator("#unsent")
    expect(unsent).to_contain_text("Not sent")
    mover.context.set_offline(False)
    expect(mover.page.locator("#connection")).to_be_hidden()
    expect(unsent).to_contain_text("Your last action wasn't sent.")
    mover.press(unsent.get_by_role("button", name="Send it now"))
    expect_ply(waiter.page, 1)
    mover.forgive("htmx:sendError", "htmx:afterRequest", "Failed to load", "WebSocket connection", "failed:")


def test_an_error_for_an_answer_is_said_and_the_press_can_be_repeated(couple):
    mover, _ = couple

    def restarting(route):
        if "hx-request" in route.request.headers:
            route.fulfill(status=502, body="Bad Gateway")
        else:
            route.fallback()

    mover.page.route("**/*", restarting)
    unsent = mover.page.locator("#unsent")
    mover.page.locator("button[name=deck]").click()
    expect(unsent).to_contain_text("Something went wrong.")
    mover.page.unroute("**/*")
    mover.press(unsent.get_by_role("button", name="Send it now"))
    expect(unsent).to_be_hidden()
    expect(mover.page.locator("#confirm button")).to_be_visible()
    mover.forgive("502", "Response Status Error", "htmx:responseError")


def test_a_press_that_is_lost_while_the_socket_is_not_can_be_sent_again(couple):
    """No connection comes back then that the page could wait for."""
    mover, _ = couple
    unsent = mover.page.locator("#unsent")
    expect(mover.page.locator("#connection")).to_have_attribute("data-state", "live")
    mover.page.route("**/*deck=1", lambda route: route.abort("connectionreset"))
    mover.page.locator("button[name=deck]").click()
    expect(unsent).to_contain_text("you can send it again")
    mover.page.unroute("**/*deck=1")
    mover.press(unsent.get_by_role("button", name="Send it now"))
    expect(unsent).to_be_hidden()
    expect(mover.page.locator("#confirm button")).to_be_visible()
    mover.forgive("htmx:sendError", "htmx:afterRequest", "Failed to load", "failed:")


def test_a_move_that_a_proxy_answered_is_not_said_to_be_lost(couple):
    """While the site is restarted sockets fail as well; the move may have been made before."""
    mover, waiter = couple
    confirm = mover.compose()
    go_offline(mover)
    mover.page.route("**/move/", lambda route: route.fulfill(status=502, body="Bad Gateway"))
    mover.page.evaluate("() => Object.defineProperty(navigator, 'onLine', { get: () => true })")
    confirm.click()
    unsent = mover.page.locator("#unsent")
    expect(unsent).to_contain_text("Something went wrong.")
    mover.context.set_offline(False)
    expect(mover.page.locator("#connection")).to_be_hidden()
    expect(unsent).to_contain_text("Something went wrong.")
    mover.page.unroute("**/move/")
    mover.press(unsent.get_by_role("button", name="Send it now"))
    expect_ply(waiter.page, 1)
    expect(unsent).to_be_hidden()
    mover.forgive(
        "502", "Response Status Error", "htmx:", "Failed to load", "WebSocket connection", "failed:"
    )


def test_a_press_that_the_table_has_outlived_is_not_offered_again(couple):
    mover, waiter = couple
    confirm = mover.compose()
    go_offline(mover)
    confirm.click()
    unsent = mover.page.locator("#unsent")
    expect(unsent).to_contain_text("Not sent")
    twin = mover.context.browser.new_context(storage_state=mover.context.storage_state())
    other = twin.new_page()
    other.goto(f"{mover.table}?deck=1")
    other.locator("#confirm-move").click()
    expect_ply(waiter.page, 1)
    twin.close()
    mover.context.set_offline(False)
    expect_ply(mover.page, 1)
    expect(unsent).to_contain_text("the game has changed since")
    expect(unsent.locator("button")).to_be_hidden()
    mover.forgive("htmx:sendError", "htmx:afterRequest", "Failed to load", "WebSocket connection", "failed:")


def test_frames_that_are_lost_are_made_up_for(couple):
    mover, waiter = couple
    sockets = []

    def deaf_at_first(socket):
        sockets.append(socket)
        server = socket.connect_to_server()
        if len(sockets) == 1:
            server.on_message(lambda frame: None)

    waiter.page.route_web_socket("**/ws/**", deaf_at_first)
    waiter.page.clock.install()
    waiter.page.reload()
    mover.take_turn()
    waiter.page.clock.run_for(32_000)
    expect_ply(waiter.page, 1)
    assert log(waiter.page) == log(mover.page)
    # How often depends on how soon the machine answers while the page's clock jumps ahead.
    assert len(sockets) > 1
    waiter.forgive("closed before the connection is established")


def test_a_page_answers_when_it_is_asked_and_asks_when_it_is_not(couple):
    page, sockets, said, heard = couple[1].page, [], [], []

    def listen(socket):
        sockets.append(socket)
        server = socket.connect_to_server()
        server.on_message(lambda frame: (socket.send(frame), heard.append(frame)))
        socket.on_message(lambda frame: (server.send(frame), said.append(frame)))

    def come(frame, frames):
        end = monotonic() + PATIENCE
        while frame not in frames:
            assert monotonic() < end, f"{frame} never came"
            page.wait_for_timeout(20)
        frames.clear()

    page.route_web_socket("**/ws/**", listen)
    page.clock.install()
    page.reload()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    for _time in range(2):
        sockets[0].send("ping")
        come("pong", said)
        page.clock.run_for(23_000)
        assert not said
    page.clock.run_for(3_000)
    come("ping", said)
    come("pong", heard)
    page.clock.run_for(10_000)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    assert len(sockets) == 1


def test_without_sockets_the_page_asks_by_itself(couple):
    mover, waiter = couple
    waiter.page.add_init_script(NO_SOCKETS)
    waiter.page.clock.install()
    waiter.page.reload()
    expect(waiter.page.locator("#connection")).to_contain_text("reconnecting")
    mover.take_turn()
    waiter.page.clock.run_for(10_000)
    expect_ply(waiter.page, 1)
    assert log(waiter.page) == log(mover.page)


def test_an_answer_that_a_move_has_overtaken_does_not_bring_the_former_table_back(couple):
    """Without sockets the page asks, and the answer may be long on its way."""
    mover, _ = couple
    page, held = mover.page, []

    def hold(route):
        held.append(route)

    page.add_init_script(NO_SOCKETS)
    page.clock.install()
    page.goto(mover.table)
    former = page.content()
    page.route("**/*since=0*", hold)
    with page.expect_request("**/*since=0*"):
        page.clock.run_for(11_000)
    mover.take_turn()
    with page.expect_response("**/*since=0*"):
        held[0].fulfill(body=former, content_type="text/html")
    page.wait_for_timeout(200)
    expect_ply(page, 1)


def test_a_stale_tab_is_refused_and_shows_the_table_as_it_is(couple):
    mover, waiter = couple
    stale = mover.context.new_page()
    stale.route_web_socket("**/ws/**", lambda socket: None)
    stale.goto(f"{mover.table}?deck=1")
    mover.take_turn()
    with stale.expect_response(lambda answer: answer.url.endswith("/move/")) as answer:
        stale.locator("#confirm-move").click()
    assert answer.value.status == 409
    expect(stale.locator("#alert")).to_be_visible()
    expect_ply(stale, 1)
    expect(stale.locator("#confirm-move")).to_have_count(0)
    expect(stale.locator("#moves .waits")).to_be_visible()
    assert log(stale) == log(mover.page)
    expect_ply(waiter.page, 1)
    mover.forgive("409")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_double_click_makes_one_move(enter, scripts):
    person = enter(java_script_enabled=scripts)
    person.open_solo()
    person.compose().dblclick()
    expect(person.page.locator("#round")).to_contain_text("Turn 2 of 17")
    person.page.reload()
    expect(person.page.locator("#round")).to_contain_text("Turn 2 of 17")
    expect(person.page.locator("#alert")).to_be_hidden()


def test_a_form_whose_answer_was_not_waited_for_can_be_sent_again(anna):
    """The browser was stopped while it loaded."""
    page, posts = anna.page, []
    browser = page.context.new_cdp_session(page)

    def hold(route):
        if route.request.method == "POST":
            posts.append(route)
        else:
            route.continue_()

    page.clock.install()
    page.route("**/accounts/login/", hold)
    page.goto("/accounts/login/")
    page.evaluate(
        "document.querySelectorAll('form [required]').forEach((field) => { field.value = 'Anna'; })"
    )
    for wait, sent in ((0, 1), (0, 1), (11_000, 2)):
        page.clock.run_for(wait)
        page.get_by_role("button", name="Sign in", exact=True).click(no_wait_after=True)
        page.wait_for_timeout(200)
        browser.send("Page.stopLoading")
        assert len(posts) == sent


def test_two_quick_choices_are_both_heard(anna):
    """The second is made while the first is still on its way."""
    anna.open_solo()
    page = anna.page
    held = []

    def hold(route):
        held.append(route)

    page.route("**/*slot=5", hold)
    with page.expect_request("**/*slot=5"):
        page.locator("#pick-5").click()
    page.locator("#pick-6").click()
    held[0].continue_()
    expect(page.locator("button[name=slot][aria-pressed=true]")).to_have_count(2)


def test_back_leaves_the_table_and_forward_shows_it_as_it_is_now(couple):
    mover, waiter = couple
    page, sent = mover.page, []

    def note(text):
        sent.append(text)

    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.on("websocket", lambda socket: socket.on("framesent", note))
    page.goto("/")
    mover.at_table()
    mover.take_turn()
    page.go_back()
    page.wait_for_url("**/")
    expect(page.locator("#table")).to_have_count(0)
    waiter.take_turn()
    page.go_forward()
    expect_ply(page, 2)
    expect(page.locator(".site-head")).to_have_count(1)
    mover.take_turn()
    expect_ply(waiter.page, 3)
    assert len([what for what in sent if what.startswith("move ") or what.endswith("/move/")]) == 2


def test_what_is_composed_is_kept_over_a_reload_and_over_leaving_the_table(anna):
    anna.page.goto("/")
    anna.open_solo()
    page, chosen = anna.page, anna.page.locator("button[name=slot][aria-pressed=true]")
    anna.press(page.locator("#pick-5"))
    anna.press(page.locator("#pick-6"))
    page.reload()
    expect(chosen).to_have_count(2)
    page.go_back()
    page.wait_for_url("**/")
    page.go_forward()
    expect(chosen).to_have_count(2)
    expect(page.locator(".site-head")).to_have_count(1)
    anna.press(page.locator("#start-over"))
    expect(chosen).to_have_count(0)


def test_without_scripts_back_takes_a_choice_back(enter):
    plain = enter(java_script_enabled=False)
    plain.open_solo()
    page = plain.page
    page.locator("#pick-5").click()
    page.locator("#pick-6").click()
    page.go_back()
    expect(page.locator("button[name=slot][aria-pressed=true]")).to_have_count(1)
