"""Talk in browsers: two players and a watcher, a phone, the keyboard, and JavaScript off."""

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE, SMALL, violations
from tests.browser.test_trouble import NO_SOCKETS

pytestmark = pytest.mark.browser
NASTY = "<img src=x onerror=alert(1)> \u202e https://example.org/?a=1&b=<i> 👨‍👩‍👧 " + "w" * 200


def open_table(person):
    """Open a table for two that everybody may watch."""
    form = person.options()
    form.locator("[name=seats][value='2']").check()
    form.locator("[name=listed][value=yes]").check()
    return person.press_way("With a friend")


def sit(person, table):
    person.page.goto(f"{table}sit/")
    person.page.get_by_role("button", name="Join").click()
    person._arrived()


@pytest.fixture
def players(member):
    """Two people with accounts at one table."""
    ada, bela = member("Adele"), member("Berta")
    sit(bela, open_table(ada))
    expect(ada.page.locator("#turn")).to_be_visible()
    return ada, bela


def say(person, text):
    field = person.page.locator("#talk-text")
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")
    expect(field).to_be_focused()


def reads(person, *texts):
    """The person's page comes to show exactly these lines."""
    expect(person.page.locator("#talk-lines [dir=auto]")).to_have_text(list(texts))


def test_two_players_and_a_watcher_talk(players, enter):
    ada, bela = players
    watcher = enter()
    watcher.page.goto(ada.table)
    expect(watcher.page.locator("#talk-say")).to_contain_text("Sign in to chat")
    say(ada, "Good evening")
    reads(bela, "Good evening")
    bela.page.locator("#talk-phrases").click()
    bela.page.get_by_role("button", name="Good luck!").click()
    reads(ada, "Good evening", "Good luck!")
    reads(watcher)
    # A move swaps the table and leaves the talk alone; what is said leaves the table alone.
    ada.page.locator("#talk-text").fill("still being wri")
    mover = ada if ada.may_move else bela
    mover.take_turn()
    for person in (ada, bela, watcher):
        expect(person.page.locator("#live-ply")).to_have_attribute("data-ply", "1")
    expect(ada.page.locator("#talk-text")).to_have_value("still being wri")
    say(bela, "Nice")
    reads(ada, "Good evening", "Good luck!", "Nice")
    assert ada.ply == 1
    reads(watcher)


def test_the_same_line_again_is_refused_and_stays_in_the_field(players):
    ada, bela = players
    say(ada, "Hello")
    field = ada.page.locator("#talk-text")
    field.fill("Hello")
    field.press("Enter")
    expect(ada.page.locator("#talk-alert")).to_contain_text("You already said that.")
    expect(field).to_have_value("Hello")
    say(ada, "Hello, Bela")
    expect(ada.page.locator("#talk-alert")).to_be_empty()
    reads(bela, "Hello", "Hello, Bela")
    ada.forgive("429")


def test_what_is_typed_while_a_line_is_on_its_way_stays(players):
    ada, bela = players
    held = []

    def hold(route):
        """Playwright takes no method of a list for this."""
        held.append(route)

    ada.page.route("**/talk/**", hold)
    field = ada.page.locator("#talk-text")
    field.fill("First")
    field.press("Enter")
    field.press_sequentially(" and second")
    ada.page.wait_for_timeout(100)
    assert len(held) == 1
    held[0].continue_()
    expect(field).to_have_value("and second")
    reads(bela, "First")


def test_nasty_lines_are_only_text(players):
    ada, bela = players
    ada.page.on("dialog", lambda dialog: ada.problems.append(dialog.message))
    bela.page.on("dialog", lambda dialog: bela.problems.append(dialog.message))
    say(ada, NASTY)
    expect(bela.page.locator("#talk-lines li")).to_contain_text("<img src=x onerror=alert(1)>")
    assert bela.page.locator("#talk-lines img").count() == 0
    link = bela.page.locator("#talk-lines p > span a")
    assert link.get_attribute("rel") == "nofollow noopener ugc"
    bela.page.set_viewport_size(PHONE)
    bela.page.evaluate("document.getElementById('talk').open = true")
    assert bela.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_muted_person_is_heard_again_once_unmuted_and_nothing_typed_is_lost(players):
    ada, bela = players
    say(bela, "One")
    reads(ada, "One")
    ada.page.locator("#talk-text").fill("half a li")
    ada.page.locator(".line-more summary").click()
    ada.page.get_by_role("button", name="Mute").click()
    reads(ada)
    say(bela, "Two")
    say(ada, "I hear nobody")
    reads(bela, "One", "Two", "I hear nobody")
    reads(ada, "I hear nobody")
    ada.page.locator("#talk-muted summary").click()
    ada.page.get_by_role("button", name="Unmute").click()
    reads(ada, "One", "Two", "I hear nobody")
    expect(ada.page.locator("#talk-muted")).to_be_hidden()


def test_lines_missed_while_offline_come(players):
    ada, bela = players
    bela.context.set_offline(True)
    expect(bela.page.locator("#connection")).to_contain_text("reconnecting")
    say(ada, "Are you there?")
    bela.context.set_offline(False)
    reads(bela, "Are you there?")
    bela.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket connection", "failed:")


def test_a_line_that_was_not_sent_is_said_to_be_and_can_be_sent_again(players):
    ada, bela = players
    page, field, unsent = ada.page, ada.page.locator("#talk-text"), ada.page.locator("#unsent")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.route("**/talk/", lambda route: route.abort("connectionreset"))
    field.fill("Good evening")
    field.press("Enter")
    expect(unsent).to_contain_text("you can send it again")
    expect(field).to_have_value("Good evening")
    page.unroute("**/talk/")
    unsent.get_by_role("button", name="Send it now").click()
    reads(bela, "Good evening")
    expect(unsent).to_be_hidden()
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    ada.forgive("htmx:sendError", "htmx:afterRequest", "Failed to load", "failed:")


def test_without_a_socket_lines_come_by_asking(players, member):
    ada, _ = players
    bela = member("Berta")
    bela.page.add_init_script(NO_SOCKETS)
    bela.page.clock.install()
    bela.page.goto(ada.table)
    expect(bela.page.locator("#connection")).to_contain_text("reconnecting")
    say(ada, "Do you read this?")
    bela.page.clock.run_for(11_000)
    reads(bela, "Do you read this?")


def test_a_phone_is_told_of_lines_and_opens_the_talk(players, member):
    ada, _ = players
    bela = member("Berta", viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    bela.page.goto(ada.table)
    expect(bela.page.locator("#talk-lines")).to_be_hidden()
    expect(bela.page.locator("#talk-chip")).to_be_hidden()
    say(ada, "See https://example.org now")
    expect(bela.page.locator("#talk-chip")).to_contain_text("1")
    bela.page.locator("#talk-chip").tap()
    expect(bela.page.locator("#talk-chip")).to_be_hidden()
    expect(bela.page.locator("#talk-lines [dir=auto]").first).to_be_in_viewport()
    for summary in (".line-more summary", "#talk-phrases"):
        bela.page.locator(summary).tap()
    assert bela.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert bela.page.evaluate(SMALL) == []
    for scheme in ("light", "dark"):
        bela.page.emulate_media(color_scheme=scheme)
        assert violations(bela.page) == []


def test_without_javascript_one_talks_by_forms(players, member):
    ada, _ = players
    bela = member("Berta", java_script_enabled=False)
    bela.page.goto(ada.table)
    bela.page.locator("#talk-text").fill("No scripts here")
    bela.page.get_by_role("button", name="Send").click()
    bela.page.wait_for_url("**/games/*/#talk")
    reads(bela, "No scripts here")
    reads(ada, "No scripts here")
    bela.page.locator("#talk-text").fill("No scripts here")
    bela.page.get_by_role("button", name="Send").click()
    expect(bela.page.get_by_role("alert").first).to_contain_text("You already said that.")
    expect(bela.page.locator("#talk-text")).to_have_value("No scripts here")
    bela.page.get_by_role("link", name="Back to the table").click()
    bela.page.locator("#talk-phrases").click()
    bela.page.get_by_role("button", name="Thank you!").click()
    reads(ada, "No scripts here", "Thank you!")
    bela.forgive("429")


@pytest.mark.parametrize("height", [600, 768, 900])
def test_phrases_and_lines_keep_out_of_each_others_way_beside_a_table(enter, height):
    ada, bela = enter(viewport={"width": 1440, "height": height}), enter()
    ada.open_table()
    bela.join(ada.page.locator("#invite-link").input_value())
    page = ada.page
    page.locator("#talk-phrases").click()
    for count in range(1, 4):
        page.locator("[name=phrase]").nth(count).click()
        expect(page.locator("#talk-lines > li")).to_have_count(count)
    log, say, panel = (page.locator(part).bounding_box() for part in ("#talk-log", "#talk-say", "#talk"))
    assert log["height"] >= 44
    assert log["y"] + log["height"] <= say["y"] + 1
    assert say["y"] + say["height"] <= panel["y"] + panel["height"] <= height
