"""The map of a shared city in a browser: walked over by the arrow keys, magnified, shown as a list, read card by card."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.elsewhere import open_table_of, play_on

pytestmark = pytest.mark.browser
CARDS = "#city-map .lot"
BUILT = "state.city.lots and state.question and state.question.kind == 'main'"
INDEXED = f"{BUILT} and any(each.sources for each in ruleset.view_for(state, 0).indices)"
PAYS = "state.build and state.build.mode == 'create' and state.question and '*' in state.question.options[0]"
PLACES = "len(state.city.lots) > 3 and state.question and state.question.kind == 'place'"
SOURCES = BUILT.replace("main", "source")
REACHED = """spot => {
  spot.focus();
  const { x, y, width, height } = spot.getBoundingClientRect();
  return spot.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
SITE = "#city-map [role=gridcell]:has(> .site)"
STEPS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}


@pytest.fixture
def player(enter, site):
    """Return a function that brings whoever is to move to a position; a game may end before it is reached."""
    people = enter(), enter()

    def player(position):
        while True:
            open_table_of("karciane_miasto", *people)
            play_on(site, people[0].table, position, ("build", "place create"))
            for person in people:
                person.page.reload()
                if person.may_move:
                    return person

    return player


def cell_of(page):
    """Return the cell that has the focus."""
    return page.evaluate("document.activeElement.closest('[role=gridcell]').id")


def place_of(cell):
    """Return the coordinates of a cell by its id."""
    return tuple(map(int, re.fullmatch(r"c-(-?\d+)-(-?\d+)", cell).groups()))


def zoom_of(page):
    return float(
        page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--map-zoom')") or 1
    )


def is_whole(page):
    """Tell whether the whole map is in its view; what pads it may be a little larger."""
    return page.locator("#city-view").evaluate(
        "({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>"
        " scrollWidth <= clientWidth + 4 && scrollHeight <= clientHeight + 4"
    )


def test_the_map_is_walked_over_magnified_listed_and_read(player):
    page = player(INDEXED).page
    walks_by_arrow_keys(page)
    is_one_stop_of_the_tab_key(page)
    reads_a_card(page)
    reads_what_makes_an_index(page)
    magnifies(page)
    shows_a_list(page)


def walks_by_arrow_keys(page):
    page.locator(CARDS).first.focus()
    for key in STEPS:
        step(page, key)
    x, y = step(page, "ArrowUp")
    assert page.evaluate("document.activeElement.ariaLabel") == f"({said(x)}, {said(y)}) free"


def is_one_stop_of_the_tab_key(page):
    """What can be pressed in one cell is one behind the other, and it is the cell that had the focus last."""
    card = page.locator(CARDS).last
    card.focus()
    within = card.locator("..").locator("button").count()
    for _ in range(within):
        page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('#city-map')")
    page.keyboard.press("Shift+Tab")
    assert cell_of(page) == card.locator("..").get_attribute("id")


def step(page, key):
    """Go to the next cell by an arrow key and return its place."""
    (x, y), (right, down) = place_of(cell_of(page)), STEPS[key]
    page.keyboard.press(key)
    assert cell_of(page) == f"c-{x + right}-{y + down}"
    return x + right, y + down


def reads_a_card(page):
    card = page.locator(CARDS).first
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".about:popover-open")).to_contain_text(card.locator(".name").inner_text())
    page.keyboard.press("Escape")
    expect(page.locator(".about:popover-open")).to_have_count(0)
    expect(card).to_be_focused()


def reads_what_makes_an_index(page):
    """A card named in a list over the table is read over the list."""
    page.locator("li:has(.km-pop button.quiet) > button.index").first.click()
    why = page.locator(".km-pop:popover-open")
    card = why.locator("button.quiet").first
    name = card.inner_text().strip()
    card.click()
    expect(page.locator(".about:popover-open h3")).to_have_text(name)
    page.keyboard.press("Escape")
    expect(page.locator(".about:popover-open")).to_have_count(0)
    expect(why).to_be_visible()
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)


def magnifies(page):
    before = zoom_of(page)
    page.locator("[data-zoom=in]").click()
    larger = zoom_of(page)
    page.locator("[data-zoom=out]").click()
    assert larger > before == pytest.approx(zoom_of(page))
    page.locator("[data-zoom=in]").click()
    page.locator("[data-zoom=fit]").click()
    assert is_whole(page)


def shows_a_list(page):
    free = page.locator("[role=gridcell]:empty").first
    expect(free).to_be_visible()
    page.get_by_label("Show as a list").check()
    expect(free).to_be_hidden()
    expect(page.locator(CARDS).first).to_be_visible()
    page.locator(CARDS).first.focus()
    before = cell_of(page)
    page.keyboard.press("Tab")
    assert cell_of(page) != before


def test_the_cursor_goes_over_the_place_of_a_build_and_hears_of_what_can_be_pressed(player):
    page = player(PAYS).page
    goes_over_a_site(page)
    hears_of_a_card_that_pays(page)


def said(number):
    """Return a number as the map says it."""
    return str(number).replace("-", "−")


def goes_over_a_site(page):
    """From the card beside it onto the place, and on along the map's edge."""
    place = x, y = place_of(page.locator(SITE).get_attribute("id"))
    beside = {key: page.locator(f"#c-{x - right}-{y - down} .lot") for key, (right, down) in STEPS.items()}
    key = next(key for key, lot in beside.items() if lot.count())
    beside[key].focus()
    assert step(page, key) == place
    here = page.locator(SITE)
    expect(here).to_be_focused()
    expect(here).to_have_accessible_name(
        re.compile(rf"\w is about to be built here \({said(x)}, {said(y)}\)$")
    )
    across = ("ArrowUp", "ArrowDown") if STEPS[key][0] else ("ArrowLeft", "ArrowRight")
    for there, back in (across, across[::-1]):
        step(page, there)
        assert step(page, back) == place


def hears_of_a_card_that_pays(page):
    """A neighbour of the card is stepped on first, so that the cursor comes to what pays by an arrow key."""
    taken = page.locator("#city-map .lot ~ .spot", has_text="−").first
    cell = taken.locator("..")
    taken.focus()
    x, y = step(page, "ArrowUp")
    assert (x, y + 1) == step(page, "ArrowDown")
    expect(taken).to_be_focused()
    expect(taken).to_have_accessible_name(re.compile(rf"\({said(x)}, {said(y + 1)}\) −\d+ intended payment$"))
    name = cell.locator(".name").inner_text()
    told = rf"{re.escape(name)} \({said(x)}, {said(y + 1)}\) .*\d+ (Resident|Service|Product)"
    expect(taken).to_have_accessible_description(re.compile(told))


SWAP = "html => htmx.swap(document.body, html, { swapStyle: 'none', swapDelay: 0, settleDelay: 0 })"
LARGER = """() => {
  const map = document.getElementById("city-map").cloneNode(true), row = map.firstElementChild.cloneNode(true);
  for (const part of [row, ...row.querySelectorAll("[id]")]) part.id += "-before";
  map.prepend(row);
  map.setAttribute("hx-swap-oob", "true");
  return map.outerHTML;
}"""
AGAIN = """() => [...document.querySelectorAll("#city-map [role=row]")].map((row) => {
  const copy = row.cloneNode(true);
  copy.setAttribute("hx-swap-oob", "true");
  return copy.outerHTML;
}).join("")"""
ORIGIN = """() => {
  const [cell, view] = ["c-0-0", "city-view"].map((id) => document.getElementById(id).getBoundingClientRect());
  return [cell.left - view.left, cell.top - view.top];
}"""
ASKED = """() => {
  window.asked = 0;
  const whole = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function () {
    window.asked += this.id === "c-0-0";
    return whole.call(this);
  };
}"""


def test_what_is_in_sight_stays_there_whatever_is_swapped(player):
    page = player(BUILT).page
    for _time in range(6):
        page.locator("[data-zoom=in]").click()
    before = page.evaluate(ORIGIN)
    page.evaluate(SWAP, page.evaluate(LARGER))
    assert page.evaluate(ORIGIN) == pytest.approx(before, abs=1)
    page.evaluate(SWAP, f'<div id="round" hx-swap-oob="true">{"<p>Round</p>" * 20}</div>')
    assert page.evaluate(ORIGIN) == pytest.approx(before, abs=1)


def test_where_the_map_lies_is_asked_once_before_and_once_after_all_that_is_swapped(player):
    """Each time the browser has to lay out the page: a frame of forty parts took a phone a second."""
    page = player(BUILT).page
    page.evaluate(ASKED)
    assert page.locator("#city-map [role=row]").count() > 2
    page.evaluate(SWAP, page.evaluate(AGAIN))
    assert page.evaluate("asked") == 2
    page.evaluate(SWAP, '<p id="round" hx-swap-oob="true"></p><h2 id="city-title" hx-swap-oob="true"></h2>')
    assert page.evaluate("asked") == 2


def test_without_scripts_a_card_is_a_page(player, enter):
    found = player(BUILT)
    plain = enter(java_script_enabled=False, storage_state=found.context.storage_state())
    plain.page.goto(found.table)
    card = plain.page.locator(CARDS).first
    name = card.locator(".name").inner_text()
    # By the keyboard, since a move may lie over it.
    card.press("Enter")
    expect(plain.page.locator("article h3")).to_have_text(name)
    plain.page.go_back()
    expect(plain.page.locator("#city-map")).to_be_visible()


def test_on_a_phone_nothing_lies_over_a_place_that_has_the_focus_and_no_pile_is_cut_off(player):
    page = player(PLACES).page
    page.set_viewport_size({"width": 390, "height": 700})
    spots = page.locator("#city-map .spot")
    expect(spots).not_to_have_count(0)
    assert [spot.evaluate(REACHED) for spot in spots.all()] == [True] * spots.count()
    assert page.evaluate(
        "[...document.querySelectorAll('.pile')].every(e => e.scrollHeight <= e.clientHeight)"
    )


def test_on_a_phone_who_has_chosen_what_to_build_is_led_to_the_map(player):
    person = player(SOURCES)
    page, city = person.page, person.page.locator("#city-view")
    page.set_viewport_size({"width": 360, "height": 740})
    person.press(page.locator(".pile button[name=move]").last)
    expect(city).not_to_be_in_viewport()
    person.press(page.locator("#ask .primary"))
    expect(page.locator("#ask")).to_have_attribute("data-asked", "place")
    expect(city).to_be_in_viewport(ratio=0.9)
    expect(page.get_by_role("link", name="Go to the map")).to_have_attribute("href", "#city")


def test_a_map_larger_than_its_view_is_seen_whole_unless_somebody_chose_how_large_it_is(enter, site):
    ada, bela = (enter(viewport={"width": 360, "height": 740}) for _ in range(2))
    open_table_of("karciane_miasto", ada, bela)
    play_on(site, ada.table, "len(state.city.lots) > 9", ("build", "place create"))
    for person in (ada, bela):
        person.page.reload()
        # As small as a thumb still hits: the least cell is 54 px.
        assert is_whole(person.page) or zoom_of(person.page) == pytest.approx(49 / 54.4, abs=0.01)
    bela.page.locator("[data-zoom=in]").click()
    chosen = zoom_of(bela.page)
    play_on(site, ada.table, rather=("build", "place create"))
    for person in (ada, bela):
        expect(person.page.locator("#result")).to_be_visible()
    expect(ada.page.locator("#result-title")).to_be_focused()
    assert is_whole(ada.page)
    assert zoom_of(bela.page) == chosen
    bela.page.reload()
    assert is_whole(bela.page)
