"""People with browsers of their own at the served site."""

from contextlib import ExitStack

import pytest

from tests.browser.people import Person


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
