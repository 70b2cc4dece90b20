"""One hub for each test, with an impatient sweeper."""

import pytest

from games.live.hub import hub_of_loop


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
