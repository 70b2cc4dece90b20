"""From a report to an appeal, by hand: two guests at a table and two moderators at the desk."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
PASSWORD = "a long password"
MAKE_STAFF = """
from django.contrib.auth.models import Group, User
for name in {names!r}:
    user = User.objects.create_user(name, password={password!r}, is_staff=True)
    user.groups.add(Group.objects.get(name="Moderators"))
"""


@pytest.fixture
def moderators(site, enter):
    """Two moderators, each at the desk."""
    names = [f"{name}{uuid4().hex[:6]}" for name in ("mia", "tom")]
    site.run(MAKE_STAFF.format(names=names, password=PASSWORD))
    return [at_the_desk(enter(), name) for name in names]


def at_the_desk(person, name):
    person.page.goto("/admin/")
    person.page.locator("[name=login]").fill(name)
    person.page.locator("[name=password]").fill(PASSWORD)
    person.page.locator("main form button").first.click()
    expect(person.page.get_by_role("heading", name="Waiting for review")).to_be_visible()
    return person


def act(person, label):
    person.page.locator(".desk-acts").get_by_role("link", name=label).click()


def do_it(person):
    person.page.get_by_role("button", name="Confirm").click()
    expect(person.page.locator(".messagelist .success")).to_be_visible()


def test_a_report_leads_to_a_ban_at_once_and_an_appeal_lifts_it(enter, moderators):
    ada, bela, (mia, tom) = enter(), enter(), moderators
    name = f"Ada {uuid4().hex[:6]}"
    link = invite(ada, name)
    bela.join(link)

    bela.page.get_by_role("link", name="Report").click()
    bela.page.get_by_label(name).check()
    bela.page.get_by_label("Insults, threats or hate").check()
    bela.page.get_by_label("Details (optional)").fill("She shouted at me.")
    bela.page.get_by_role("button", name="Send report").click()
    expect(bela.page.locator(".messages")).to_contain_text("Thank you.")

    mia.page.get_by_role("link", name="open report").click()
    mia.page.get_by_role("link", name=name).click()
    expect(mia.page.get_by_text("She shouted at me.")).to_be_visible()
    act(mia, "Claim")
    do_it(mia)
    act(mia, "Warn, mute or ban")
    mia.page.get_by_label("Ban from the site").check()
    mia.page.get_by_label("7 days", exact=True).check()
    mia.page.get_by_label("Reason").fill("Be kind to the others.")
    do_it(mia)

    expect(ada.page.get_by_text("You're banned from playing here.")).to_be_visible()
    ada.page.get_by_role("link", name="Why?").click()
    expect(ada.page.get_by_text("Be kind to the others.")).to_be_visible()
    ada.page.locator("summary", has_text="Appeal").click()
    ada.page.get_by_label("Why should this sanction be lifted?").fill("I am sorry.")
    ada.page.get_by_role("button", name="Send appeal").click()
    expect(ada.page.get_by_text("A moderator will answer your appeal.")).to_be_visible()

    tom.page.get_by_role("link", name="open appeals").click()
    tom.page.get_by_role("link", name=name).click()
    act(tom, "Decide appeal")
    tom.page.get_by_label("Lift sanction").check()
    tom.page.get_by_label("Answer to the player").fill("All right.")
    do_it(tom)

    ada.page.reload()
    expect(ada.page.get_by_text("All right.")).to_be_visible()
    ada.page.goto("/lobby/")
    expect(ada.page.locator(".standing-banner")).to_have_count(0)
    # A refused socket complains until the page knows.
    ada.forgive("WebSocket", "403")


def invite(person, name):
    """Open a table and return the link to it."""
    person.open_table(name=name)
    return person.page.get_by_label("Link", exact=True).input_value()
