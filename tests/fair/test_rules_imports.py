"""The rules take their randomness from a draw and from nowhere else."""

import ast
from pathlib import Path

import pytest

from games import rules

FORBIDDEN = {"random", "secrets", "time", "os", "uuid"}
FILES = sorted(Path(rules.__file__).parent.rglob("*.py"))


def _imports(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rules_import_no_clock_and_no_generator(path):
    assert not FORBIDDEN & set(_imports(path.read_text()))


@pytest.mark.parametrize(
    "line", ["import random", "def f():\n    from os.path import join", "import json, time"]
)
def test_the_walk_finds_a_forbidden_import(line):
    assert FORBIDDEN & set(_imports(line))


def test_the_walk_covers_the_protocol():
    assert "protocol.py" in {path.name for path in FILES}
