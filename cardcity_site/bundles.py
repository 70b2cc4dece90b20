"""Style sheets and scripts that pages load together are collected as one file: small to read, few to send.

A sheet names what it is made of by ``@import``, which browsers follow where nothing is collected. The scripts
of a bundle are loaded one by one there: ``{% scripts %}`` in ``games/templatetags/site.py``.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from servestatic.storage import CompressedManifestStaticFilesStorage

BUNDLES = {
    "js/page.js": ("js/site.js", "js/turns.js"),
    "js/table.js": (
        "js/forms.js",
        "js/talk.js",
        "js/parts.js",
        "js/unsent.js",
        "js/moves.js",
        "js/live.js",
        "js/notices.js",
    ),
}
_IMPORT = re.compile(r'^@import url\("([\w-]+\.css)"\);\n', re.MULTILINE)
Sources = dict[str, tuple[Any, str]]


class BundledStorage(CompressedManifestStaticFilesStorage):
    """Collects bundles beside the files they consist of, hashed and compressed like these."""

    def post_process(self, paths: Sources, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Put bundles together from their sources, since of a collected file the parts may have changed."""
        if not dry_run:
            for name, text in _bundled(paths):
                Path(self.path(name)).write_text(text)
                paths[name] = (self, name)
        return super().post_process(paths, dry_run=dry_run, **options)  # type: ignore[no-any-return]


def _bundled(paths: Sources) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of scripts that are bundles, and of sheets with others in them."""
    sheets = {name: _read(paths, name) for name in paths if Path(name).suffix == ".css"}
    for name, text in sheets.items():
        if _IMPORT.search(text):
            yield name, _with_imports(sheets, name)
    for name, parts in BUNDLES.items():
        yield name, "".join(_read(paths, part) for part in parts)


def _with_imports(sheets: dict[str, str], name: str) -> str:
    """Return a sheet with what it imports from its folder in the place of that."""
    folder = Path(name).parent
    return _IMPORT.sub(lambda found: _with_imports(sheets, str(folder / found[1])), sheets[name])


def _read(paths: Sources, name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text
