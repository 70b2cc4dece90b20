"""What the documents point to and name is there, and no picture of theirs is published by a site."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

ROOT = Path(settings.BASE_DIR)
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
COMMAND = re.compile(r"(?:manage\.py |^cardcity )([a-z_]+)", re.MULTILINE)
FILE = re.compile(r"`((?:cardcity_site|docs|games|static|templates|tests)/[\w./-]+)`")
INVENTED = "harbour_town"
"""The title of the recipe in docs/add-a-title.md."""


def anchors(text):
    """Return what headings are called in links to them."""
    return {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(text)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(document):
    for path, anchor in LINK.findall(document.read_text()):
        if path.startswith(("https://", "http://")):
            continue
        target = document.parent / path
        assert target.exists(), path
        assert not anchor or anchor in anchors(target.read_text()), anchor


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_is_named_exists(document):
    named = {path for path in FILE.findall(document.read_text()) if INVENTED not in path}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_exists(document):
    blocks = re.findall(r"```sh\n(.*?)```|`([^`\n]+)`", document.read_text(), re.DOTALL)
    named = {name for block, line in blocks for name in COMMAND.findall(block or line)}
    assert named <= get_commands().keys(), named - get_commands().keys()
    for block, _ in blocks:
        shlex.split(block, comments=True)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_site_answers_to_its_own_computer_too(document):
    """Else what watches over it there is refused, as is who tries the site before the proxy is there."""
    for hosts in re.findall(r'ALLOWED_HOSTS="?([^"`\n]+)', document.read_text()):
        assert "localhost" in hosts.split()


def test_the_readme_lists_every_variable():
    settings_of_a_site = (ROOT / "cardcity_site" / "settings.py").read_text()
    read = {
        *re.findall(r"""\b(?:text|words|flag|number|log_level|database)\(["'](\w+)""", settings_of_a_site)
    }
    readme = (ROOT / "README.md").read_text()
    assert len(read) > 25
    assert [name for name in sorted(read) if f"`{name}`" not in readme] == []


def test_every_message_that_the_guide_explains_is_one():
    guide = (ROOT / "docs" / "looking-after-a-club.md").read_text()
    code = "".join(
        path.read_text() for part in ("games", "cardcity_site") for path in (ROOT / part).rglob("*.py")
    )
    messages = re.findall(r'^\| "([^"…]+)', guide, re.MULTILINE)
    assert messages
    assert [message for message in messages if message.strip() not in code] == []


def test_a_site_publishes_no_picture_of_the_documents():
    pictures = {path.name for path in (ROOT / "docs" / "img").iterdir()}
    assert pictures
    assert not pictures & {path.name for path in (ROOT / "static").rglob("*.png")}
    assert not any(
        "static/" in path for document in DOCUMENTS for path, _ in LINK.findall(document.read_text())
    )


def git(folder, *arguments):
    """Run git in a folder and return what it prints."""
    command = ["git", "-c", "user.name=Anna", "-c", "user.email=anna@example.org", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def test_the_way_back_from_an_upgrade_leaves_the_next_one_possible(tmp_path):
    """The guide's own lines, in a clone whose origin goes on."""
    guide = (ROOT / "docs" / "looking-after-a-club.md").read_text()
    lines = re.findall(r"^git -C /srv/cardcity/site (.+)$", guide, re.MULTILINE)
    note, pull, back = [line.split() for line in lines]
    origin, site = tmp_path / "origin", tmp_path / "site"
    commit = ["commit", "--quiet", "--allow-empty", "--message", "Go on"]
    git(tmp_path, "init", "--quiet", "origin")
    git(origin, *commit)
    git(tmp_path, "clone", "--quiet", "origin", "site")
    before = git(site, *note)
    git(origin, *commit, "--message", "More")
    git(site, *pull)
    assert git(site, *note) != before
    git(site, *[before if word == "COMMIT" else word for word in back])
    assert git(site, *note) == before
    git(origin, *commit, "--message", "And more")
    git(site, *pull)
    assert git(site, *note) == git(origin, *note)
