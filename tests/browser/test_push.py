"""Messages to a browser: switched on and off on a page, shown by the worker, which leads to the table."""

import json
import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person

pytestmark = pytest.mark.browser
PASSWORD = "seven grey bridges"
# No push service is within reach: the browser's own part of a subscription is played.
SUBSCRIBE = """
  const fields = { endpoint: "https://push.example.org/send/1", keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } };
  const made = () => localStorage.made ? { endpoint: fields.endpoint, toJSON: () => fields,
    unsubscribe: async () => delete localStorage.made } : null;
  PushManager.prototype.subscribe = async () => { localStorage.made = "yes"; return made(); };
  PushManager.prototype.getSubscription = async () => made();
"""
SHOWN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ body }) => body)"

# Nobody presses a notification here, so the browser would show no window: it is noted which one would be.
PRESS = """(url) => new Promise((shown) => {
  clients.openWindow = async (address) => shown(new URL(address, location.href).href);
  WindowClient.prototype.focus = async () => shown("the open page");
  const notification = { data: { url }, close() {} };
  dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
})"""


@pytest.fixture
def anna(chromium, site):
    person = Person(chromium, site.url, permissions=["notifications"])
    person.context.add_init_script(SUBSCRIBE)
    page = person.page
    page.goto("/accounts/signup/")
    person.name = f"pusher{uuid4().hex[:8]}"
    page.locator("[name=username]").fill(person.name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.locator("[name=password2]").press("Enter")
    page.wait_for_url(f"{site.url}/**")
    yield person
    assert person.problems == []
    person.context.close()


def deliver(page, message):
    """Let the browser get a push message as if a push service had brought it."""
    tools = page.context.new_cdp_session(page)
    registered = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda found: registered.extend(found["registrations"])
    )
    tools.send("ServiceWorker.enable")
    page.wait_for_function(
        "() => navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"
    )
    worker = {"registrationId": registered[-1]["registrationId"], "origin": page.evaluate("location.origin")}
    tools.send("ServiceWorker.deliverPushMessage", {**worker, "data": json.dumps(message)})


def test_messages_are_switched_on_shown_and_switched_off(anna):
    page = anna.page
    page.goto("/you/notices/settings/")
    status = page.locator("#push [role=status]")
    page.get_by_role("button", name="Turn on").press("Enter")
    expect(page.get_by_role("button", name="Turn off")).to_be_focused()
    expect(status).to_have_text("Notifications on this device are on.")
    deliver(
        page,
        {"title": "Card City", "text": "It's your turn.", "url": "https://elsewhere.example.org/games/1/"},
    )
    page.wait_for_function(f'async () => (await ({SHOWN})())[0] === "It\'s your turn."')
    page.get_by_role("button", name="Turn off").press("Enter")
    expect(page.get_by_role("button", name="Turn on")).to_be_focused()
    expect(status).to_have_text("Notifications on this device are off.")


def test_a_message_leads_to_its_page_with_its_query_and_to_no_other_site(anna, site):
    page = anna.page
    page.goto("/you/notices/settings/")
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_role("button", name="Turn off")).to_be_visible()
    (worker,) = page.context.service_workers
    for path in ("/games/1/", "/games/?state__exact=open", "/you/notices/settings/?a=b", "//elsewhere.org/"):
        assert worker.evaluate(PRESS, f"https://elsewhere.example.org{path}") == f"{site.url}{path}"
    assert worker.evaluate(PRESS, f"{site.url}/you/notices/settings/") == "the open page"


def test_who_signs_out_hears_no_more_and_can_switch_messages_on_again(anna):
    page = anna.page
    page.goto("/you/notices/settings/")
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_role("button", name="Turn off")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Turn off")).to_be_visible()
    page.goto("/accounts/logout/")
    page.locator("main form button").click()
    page.wait_for_url(re.compile(r"/$(?<!logout/)"))
    page.goto("/accounts/login/?next=/you/notices/settings/")
    page.get_by_label("Username or email").fill(anna.name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("button", name="Turn on")).to_be_visible()
