"""What makes one release of the pages another."""

import shutil

import pytest
from django.conf import settings

from cardcity_site.release import MADE_OF, RELEASE, release_of


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    project = tmp_path_factory.mktemp("copy")
    for folder in MADE_OF:
        shutil.copytree(settings.BASE_DIR / folder, project / folder)
    return project


def test_it_is_the_same_wherever_the_project_lies(copy):
    assert release_of(copy) == RELEASE


@pytest.mark.parametrize(
    "path", ["templates/games/table.html", "static/js/live.js", "games/selectors/tables/pages.py"]
)
def test_what_makes_a_page_makes_it(copy, path):
    before = release_of(copy)
    with (copy / path).open("a") as file:
        file.write("\n")
    assert release_of(copy) != before


def test_what_python_leaves_behind_does_not(copy):
    before = release_of(copy)
    (copy / "games/selectors/__pycache__").mkdir(exist_ok=True)
    (copy / "games/selectors/__pycache__/made.pyc").write_bytes(b"made")
    assert release_of(copy) == before
