"""The rules pages: every number an anchor, every refusal a place to read about it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.rules import registry
from games.views.rules import RULES

pytestmark = pytest.mark.django_db
ANCHOR = r'id="([A-Z]{2}-[A-Z]?\d+)"'
TITLES = [slug for slug in registry.SLUGS if slug != "demo"]


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("language", ["en", "uk", "ru", "pl", "zh-hant"])
def test_every_numbered_rule_is_an_anchor_once(slug, language):
    page = (
        Client(headers={"accept-language": language})
        .get(reverse("games:rules", args=[slug]))
        .content.decode()
    )
    numbers = re.findall(r'id="([A-Z]{2}-\d+)"', page)
    prefix = numbers[0].split("-")[0]
    assert numbers == [f"{prefix}-{n}" for n in range(1, len(numbers) + 1)]
    english = Client().get(reverse("games:rules", args=[slug])).content.decode()
    assert re.findall(ANCHOR, page) == re.findall(ANCHOR, english)
    if language != "en":
        assert (RULES / slug / f"RULES.{language}.md").exists()
    anchors = set(re.findall(ANCHOR, page))
    links = set(re.findall(r'href="#([A-Z]{2}-[A-Z]?\d+)"', page))
    assert links <= anchors
    assert "<strong>" + prefix not in page
    assert page.count("<h1") == 1


def test_an_unknown_title_has_no_rules():
    assert Client().get("/rules/nothing/").status_code == 404
    assert Client().get("/rules/../secret/").status_code == 404
