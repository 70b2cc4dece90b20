"""The invented title of tests/demo, played with decks."""

import pytest

from games.rules import registry


@pytest.fixture(autouse=True)
def decked(monkeypatch):
    """Offer the demo with decks, and nothing else."""
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.decks"})
    return registry.get("demo")
