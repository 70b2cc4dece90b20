"""A browser for each module, and people with browsers of their own at the served site."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.people import Person

CHROMIUM = Path("/usr/bin/chromium")
LEAN = ["--no-sandbox", "--disable-gpu", "--disable-extensions", "--disable-background-networking"]


# Not for the session: while Playwright runs, its event loop keeps asyncio tests from theirs.
@pytest.fixture(scope="module")
def chromium():
    if not CHROMIUM.exists():
        pytest.skip(f"LEFT OUT: {CHROMIUM} is missing, nothing is played in a browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=LEAN)
        yield browser
        browser.close()


@pytest.fixture
def enter(chromium, site):
    """Return a function that brings somebody to the site; at the end no browser may have complained."""
    people = []
    with ExitStack() as leaving:

        def enter(**options):
            person = Person(chromium, site.url, **options)
            leaving.callback(person.context.close)
            people.append(person)
            return person

        yield enter
        assert [person.problems for person in people] == [[]] * len(people)


@pytest.fixture
def anna(enter):
    """Somebody with an ordinary browser."""
    return enter()
