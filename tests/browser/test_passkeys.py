"""Passkeys: set up with a browser's own authenticator, then signing in with nothing else."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.views.members import PASSWORD

pytestmark = pytest.mark.browser
MAKE = "from django.contrib.auth.models import User; User.objects.create_user('{}', password='{}')"
FINGER = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def owner(chromium, site):
    """Somebody with an account and a fingerprint reader; browsers offer those on localhost, not on an IP."""
    person = Person(chromium, site.url.replace("127.0.0.1", "localhost"))
    person.name = f"key{uuid4().hex[:8]}"
    site.run(MAKE.format(person.name, PASSWORD))
    reader = person.context.new_cdp_session(person.page)
    reader.send("WebAuthn.enable")
    reader.send("WebAuthn.addVirtualAuthenticator", {"options": FINGER})
    yield person
    person.context.close()
    assert person.problems == []


def give_password(page, name=""):
    if name:
        page.get_by_label("Username or email").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main form button").first.click()


def test_a_passkey_is_added_and_signs_in_alone(owner):
    page = owner.page
    page.goto("/accounts/login/?next=/accounts/2fa/webauthn/add/")
    give_password(page, owner.name)
    give_password(page)
    page.get_by_label("Sign in with this key alone").check()
    page.get_by_label("Key name").press("Enter")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    expect(page.locator("main .badge")).to_have_text("Passkey")
    owner.context.clear_cookies()
    page.goto("/accounts/login/?next=/you/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("p", has_text=f"You're signed in as {owner.name}.")).to_be_visible()
