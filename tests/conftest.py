"""Fixtures that several test folders share."""

from pathlib import Path

import pytest

from games.rules import registry

DEMO_TEMPLATES = Path(__file__).parent / "demo" / "templates"


@pytest.fixture(scope="session", autouse=True)
def demo():
    """Offer the invented title of tests/demo beside the real ones."""
    registry.SLUGS["demo"] = "tests.demo.ruleset"
    return registry.get("demo")


@pytest.fixture(scope="session", autouse=True)
def demo_templates(django_test_environment):
    from django.template import engines

    engines["django"].engine.dirs.append(DEMO_TEMPLATES)
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
