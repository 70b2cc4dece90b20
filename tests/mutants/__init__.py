"""Errors to plant: what each breaks, where, and which tests must notice.

A file of this folder is a table of ``[[mutant]]`` with ``breaks`` (one line), ``file``, ``old`` and ``new``
(the text replaced, which must stand there once) and ``tests`` (what covers the place, as pytest takes it).
``make mutants`` plants one after the other in a copy of the project and prints which were caught.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One planted error."""

    group: str
    breaks: str
    file: str
    old: str
    new: str
    tests: str

    def planted(self, root: Path) -> str:
        """Return the file's text with the error in it; ``ValueError`` unless the old text stands there once."""
        text = (root / self.file).read_text()
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} times: {self.old!r}")
        return text.replace(self.old, self.new)


def mutants() -> list[Mutant]:
    """Return all planted errors, group by group."""
    return [
        Mutant(path.stem, **entry)
        for path in sorted(FOLDER.glob("*.toml"))
        for entry in tomllib.loads(path.read_text())["mutant"]
    ]
