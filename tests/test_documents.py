"""What the documents point to and name is there, and no picture of theirs is published by a site."""

import re
import shlex
import subprocess
from itertools import chain, pairwise, takewhile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from games.rules import registry

ROOT = Path(settings.BASE_DIR)
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
COMMENT = re.compile(r"(?:^|\s)#.*$", re.MULTILINE)
ENDS = set(";&|<>\n")
"""What ends a command in a shell."""
FILE = re.compile(r"`((?:cardcity_site|docs|games|static|templates|tests)/[\w./-]+)`")
INVENTED = "harbour_town"
"""The title of the recipe in docs/add-a-title.md."""
TITLE = next(iter(registry.SLUGS))


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


def words(text):
    """Split what is typed into a shell; what ends a command is a word of its own."""
    for placeholder in (INVENTED, "<slug>"):
        text = text.replace(placeholder, TITLE)
    found = shlex.shlex(COMMENT.sub("", text), posix=True, punctuation_chars="".join(ENDS))
    found.whitespace, found.whitespace_split, found.commenters = " \t", True, ""
    return list(found)


def commands(text):
    """Return each command of the site that is typed, as its own name and what it is given."""
    found, typed = [], ["\n", *words(text)]
    for at, (before, word) in enumerate(pairwise(typed), 2):
        if word.endswith("manage.py") or (word == "cardcity" and ENDS.issuperset(before)):
            command = list(takewhile(lambda each: not ENDS.issuperset(each), typed[at:]))
            # The script that passes on whatever it is given names none.
            found += [command] if command and command != ["$@"] else []
    return found


def parser_of(name, *given):
    """Return the parser of a command, after it knows all options that it is given."""
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    options = {word.partition("=")[0] for word in given if word.startswith("-")}
    # Exactly these: argparse takes the beginning of an option's name for it.
    unknown = options - parser._option_string_actions.keys()
    assert not unknown, f"{name} has no {unknown}"
    return parser


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_is_to_be_typed_is_understood(document):
    for language, block in BLOCK.findall(document.read_text()):
        lines = [line for line in block.splitlines() if "manage.py " in line]
        for name, *given in chain.from_iterable(map(commands, [block] if language == "sh" else lines)):
            parser_of(name, *given).parse_args(given)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_is_mentioned_has_such_options(document):
    """What they are about may be left out there."""
    for mentioned in INLINE.findall(BLOCK.sub("", document.read_text())):
        if "manage.py " in mentioned or mentioned.startswith("cardcity "):
            for command in commands(mentioned):
                parser_of(*command)


def test_a_command_or_an_option_that_is_not_there_is_noticed():
    typed = "cd x && python manage.py restore 'a b.tar' --check  # looks\ncardcity bots &\ncardcity --bad"
    assert commands(typed) == [["restore", "a b.tar", "--check"], ["bots"], ["--bad"]]
    with pytest.raises(KeyError):
        parser_of("restores")
    with pytest.raises(AssertionError, match="restore has no"):
        parser_of("restore", "a.tar", "--chec")


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
