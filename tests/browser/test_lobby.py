"""The lobby as people use it: it keeps itself current under their fingers, and the tab says who waits for them."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
TITLE = "machi-koro-2"


def play_now(person, name, title=TITLE):
    """Play with anybody online; return the address of the table."""
    person.options(title).get_by_label("Your name").fill(name)
    return person.press_way("Anyone online")


def open_listed(person, name, title):
    """Open a table that anybody may join; return its address."""
    form = person.options(title)
    form.get_by_label("Your name").fill(name)
    form.locator("[name=listed][value=yes]").check()
    return person.press_way("With a friend")


def game_id(address):
    return address.rstrip("/").rsplit("/", 1)[1]


def test_a_new_table_appears_by_itself_and_the_focus_stays(enter):
    ada, bela, cora = enter(), enter(), enter()
    first = open_listed(ada, "Ada", "card-city")
    cora.page.goto("/lobby/")
    seat = cora.page.locator(f"#go-{game_id(first)}")
    seat.focus()
    second = open_listed(bela, "Bela", "point-city")
    expect(cora.page.locator(f"#go-{game_id(second)}")).to_be_visible()
    expect(seat).to_be_focused()


@pytest.mark.parametrize("scripts", [True, False], ids=["htmx", "plain"])
def test_the_filter_works_with_and_without_scripts_and_has_an_address(enter, scripts):
    ada, cora = enter(), enter(java_script_enabled=scripts)
    table = open_listed(ada, "Ada", "card-city")
    cora.page.goto("/lobby/")
    expect(cora.page.locator(f"#go-{game_id(table)}")).to_be_visible()
    cora.page.get_by_label("Game").select_option(TITLE.replace("-", "_"))
    if not scripts:
        cora.page.get_by_role("button", name="Apply").click()
    cora.page.wait_for_url(re.compile("title=machi_koro_2"))
    expect(cora.page.locator(f"#go-{game_id(table)}")).to_have_count(0)
    cora.page.reload()
    expect(cora.page.locator(f"#go-{game_id(table)}")).to_have_count(0)
    expect(cora.page.get_by_label("Game")).to_have_value("machi_koro_2")


def test_two_who_play_now_meet_and_the_tab_says_whose_turn_it_is(enter):
    ada, bela = enter(), enter()
    table = play_now(ada, "Ada")
    assert play_now(bela, "Bela") == table
    expect(bela.page.locator("#turn")).to_be_visible()
    expect(ada.page.locator("#turn")).to_be_visible()
    mover, other = (ada, bela) if ada.may_move else (bela, ada)
    expect(mover.page).to_have_title(re.compile(r"^● \(1\) "))
    expect(mover.page.locator("#my-turns .number")).to_have_text("1")
    expect(other.page).to_have_title(re.compile("^[^●(]"))
    assert "favicon-turn" in mover.page.locator("link[rel=icon]").get_attribute("href")
    assert "favicon-turn" not in other.page.locator("link[rel=icon]").get_attribute("href")


def test_the_way_to_the_next_game_shows_where_another_waits(enter):
    ada, bela = enter(), enter()
    ada.open_table(name="Ada")
    bela.join(ada.page.locator("#invite-link").input_value())
    ada.page.goto(ada.table)
    expect(ada.page.locator("#turn")).to_be_visible()
    mover, other = (ada, bela) if ada.may_move else (bela, ada)
    expect(mover.page.locator("#next-game")).to_be_hidden()
    waiting = mover.table
    mover.open_solo()
    expect(mover.page.get_by_role("link", name="Next game")).to_be_visible()
    mover.page.get_by_role("link", name="Next game").click()
    mover.page.wait_for_url(waiting)
    expect(other.page.locator("#next-game")).to_be_hidden()


def test_friends_are_invited_before_bots_and_by_what_the_phone_offers(enter):
    ada = enter()
    ada.page.set_viewport_size({"width": 360, "height": 800})
    share = "navigator.share = async (what) => { document.documentElement.dataset.shared = what.url; };"
    ada.page.add_init_script(share)
    ada.deal("point-city", name="Ada", seats="3")
    copy, bots = ada.page.locator("#invite [data-copy]"), ada.page.locator("#fill button").last
    expect(copy).to_be_in_viewport(ratio=1)
    assert copy.bounding_box()["y"] < bots.bounding_box()["y"]
    ada.page.get_by_role("button", name="Share…").click()
    link = ada.page.locator("#invite-link").input_value()
    expect(ada.page.locator("html")).to_have_attribute("data-shared", link)


def test_where_nothing_can_be_handed_on_nothing_is_offered(enter):
    ada = enter()
    ada.page.add_init_script("delete Navigator.prototype.share;")
    open_listed(ada, "Ada", "point-city")
    expect(ada.page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Share…")).to_be_hidden()


def test_a_new_invite_link_and_a_new_host_reach_who_sits_there(enter):
    ada, bela, carl = enter(), enter(), enter()
    ada.deal("point-city", name="Ada", seats="4")
    first = ada.page.locator("#invite-link").input_value()
    bela.join(first, name="Bela")
    expect(ada.page.locator("#seat-1")).to_contain_text("Bela")
    held = []
    bela.page.route(lambda url: url == bela.table, lambda route: held.append(route))  # noqa: PLW0108
    ada.page.get_by_text("Replace link").click()
    ada.page.get_by_role("button", name="Create new link").click()
    expect(ada.page.locator("#invite-link")).not_to_have_value(first)
    second = ada.page.locator("#invite-link").input_value()
    expect(bela.page.get_by_role("link", name="Show invite link")).to_be_visible()
    ada.page.locator("#seat-2 summary").click()
    ada.page.locator("#seat-2 button").first.click()
    expect(bela.page.locator("#seat-2")).not_to_contain_text("Free seat")
    held[0].continue_()
    bela.page.unroute_all()
    expect(bela.page.locator("#invite-link")).to_have_value(second)
    expect(bela.page.get_by_role("button", name="Copy link")).to_have_attribute("data-copy", second)
    expect(bela.page.locator("#invite figure svg")).to_be_visible()
    expect(bela.page.get_by_text("Replace link")).to_have_count(0)
    ada.page.locator("#seat-2 button").click()
    carl.join(second, name="Carl")
    expect(bela.page.locator("#seat-2")).to_contain_text("Carl")
    expect(bela.page.locator("#invite-link")).to_have_value(second)
    ada.page.get_by_role("button", name="Leave table").click()
    bela.page.get_by_text("Replace link").click()
    bela.page.get_by_role("button", name="Create new link").click()
    expect(bela.page.locator("#invite-link")).not_to_have_value(second)
    expect(carl.page.locator("#invite-link")).to_have_value(bela.page.locator("#invite-link").input_value())


def test_who_leaves_a_private_table_comes_to_the_start_page(anna):
    """The table is closed to them, and their socket, before the answer is here."""

    def answer_late(route):
        answer = route.fetch(max_redirects=0)
        anna.page.wait_for_timeout(1000)
        route.fulfill(response=answer)

    anna.deal("point-city", name="Anna", seats="3")
    anna.page.route("**/leave/", answer_late)
    anna.page.get_by_role("button", name="Leave table").click()
    expect(anna.page.get_by_text("You left the table.")).to_be_visible()


def test_a_refusal_at_an_open_table_stays_when_somebody_sits_down(enter):
    ada, bela = enter(), enter()
    ada.deal("point-city", name="Ada", seats="3")
    link = ada.page.locator("#invite-link").input_value()
    ada.page.get_by_text("Change your seed").click()
    ada.page.evaluate("document.getElementById('seed').removeAttribute('maxlength')")
    ada.page.locator("#seed").fill("x" * 90)
    ada.page.get_by_role("button", name="Save").click()
    expect(ada.page.locator("#seed")).to_have_value("x" * 90)
    bela.join(link, name="Bela")
    expect(ada.page.locator("#seat-1")).to_contain_text("Bela")
    expect(ada.page.locator("#alert")).to_be_visible()
    expect(ada.page.locator("#alert")).not_to_be_empty()
    ada.forgive("400")
