"""The release of the pages: after an upgrade those that are still open load themselves anew.

A frame changes parts of a page by their ids, and counts on scripts and style sheets of its own release.
"""

from hashlib import sha256
from pathlib import Path

from django.conf import settings

MADE_OF = ("templates", "static", "games/selectors", "games/templatetags")
WRITTEN = {".html", ".css", ".js", ".svg", ".py"}
"""By their endings, the files that people write; beside them lies what Python makes."""


def release_of(project: Path) -> str:
    """Return a name that is the same wherever a project's pages are made of the same files."""
    content = sha256()
    for path in sorted(path for folder in MADE_OF for path in (project / folder).rglob("*")):
        if path.suffix in WRITTEN and path.is_file():
            content.update(f"{path.relative_to(project)}\n{path.stat().st_size}\n".encode())
            content.update(path.read_bytes())
    return content.hexdigest()[:8]


RELEASE = release_of(settings.BASE_DIR)
"""As the files were when this process started, whatever lies in the folders now."""


def is_ours(named: str) -> bool:
    """Tell whether a page that names this release is served; one that names none does not mind."""
    return named in {"", RELEASE}
