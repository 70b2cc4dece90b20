"""One hub for each test, with an impatient sweeper; and a site in another process."""

import pytest

from games.live.hub import hub_of_loop
from tests.live.site import site


@pytest.fixture
async def hub(transactional_db):
    found = hub_of_loop(interval=0.05)
    yield found
    await found.close(1001)


@pytest.fixture
async def slow_hub(transactional_db):
    """A hub whose sweeper never comes: what is heard came as news."""
    found = hub_of_loop(interval=3600)
    yield found
    await found.close(1001)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A served site of two games, one for the tests of a module."""
    with site(tmp_path_factory.mktemp("site"), 2) as found:
        yield found
