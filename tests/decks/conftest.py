"""The invented title of tests/demo, played with decks."""

import pytest

from games.rules import registry
from tests.demo.decks import DECKED


@pytest.fixture(autouse=True)
def decked(monkeypatch):
    """Offer the demo with decks, and nothing else."""
    monkeypatch.setattr(registry, "SLUGS", {"demo": "decked"})
    monkeypatch.setattr(registry, "_load", lambda module: DECKED)
    return DECKED
