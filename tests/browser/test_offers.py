"""What the site has fixed stands on the page before anything is sent, with scripts and without."""

import re

import pytest

pytestmark = [pytest.mark.browser]
FORM, ALONE = "form.new-form", "Solo, by the rulebook"


def deal_alone(person, typed=""):
    """Look at what is fixed, deal the cards of a game alone, and return its proof as far as it is public."""
    page = person.page
    page.goto("/new/point-city/")
    form = page.locator(FORM)
    form.locator("summary", has_text="Options").click()
    form.locator("summary", has_text="Your shuffle seed").click()
    commitment = form.locator(".hash").inner_text()
    if typed:
        form.locator("[name=seed]").fill(typed)
    form.get_by_role("button", name=ALONE).click()
    page.wait_for_url("**/games/*/")
    proof = person.context.request.get(f"{page.url}fair.json")
    (seat,) = proof.json()["seats"]
    return commitment == proof.json()["commitment"], bytes.fromhex(seat["client_seed_hex"]).decode()


def test_the_browser_contributes_for_whoever_types_nothing(enter):
    anna = enter(own_chance=True)
    shown, contribution = deal_alone(anna)
    assert shown
    assert re.fullmatch("[0-9a-f]{32}", contribution)
    assert deal_alone(anna)[1] != contribution


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_what_is_typed_is_what_is_contributed(enter, scripts):
    assert deal_alone(enter(java_script_enabled=scripts), "Zoë ♣ 7") == (True, "Zoë ♣ 7")


def test_without_scripts_nobody_makes_up_a_contribution(enter):
    assert deal_alone(enter(java_script_enabled=False)) == (True, "")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_an_offer_that_will_not_do_brings_the_form_again_which_then_deals(enter, scripts):
    person = enter(java_script_enabled=scripts)
    page = person.page
    page.goto("/new/point-city/")
    form = page.locator(FORM)
    form.locator("summary", has_text="Options").click()
    form.get_by_label("Your name").fill("Zoë")
    before = form.locator(".hash").text_content()
    send_with_a_broken_offer(person, form, scripts)
    page.get_by_role("alert").wait_for()
    person.forgive("409")
    assert form.locator("[name=name]").input_value() == "Zoë"
    assert form.locator("[name=seed]").input_value() == ""
    assert form.locator(".hash").text_content() != before
    form.get_by_role("button", name=ALONE).click()
    page.wait_for_url("**/games/*/")


def send_with_a_broken_offer(person, form, scripts):
    """Send the form as though its offer were not this visitor's."""
    if scripts:
        form.locator("[name=offer]").evaluate("(input) => { input.value = 'x'; }")
    else:
        person.page.route("**/new/point-city/", break_offer)
    form.get_by_role("button", name=ALONE).click()
    if not scripts:
        person.page.get_by_role("alert").wait_for()
        person.page.unroute("**/new/point-city/")


def break_offer(route):
    """Change the offer in a form on its way."""
    data = route.request.post_data
    route.continue_(post_data=re.sub("offer=[^&]*", "offer=x", data) if data else None)
