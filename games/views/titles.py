"""Titles in addresses: a slug with dashes for its underscores."""

from games.rules import registry


class TitleConverter:
    """Reads the slug of a title on offer; any other text is no such page."""

    regex = "[a-z0-9-]+"

    def to_python(self, value: str) -> str:
        """Return the slug."""
        slug = value.replace("-", "_")
        if slug not in registry.SLUGS:
            raise ValueError(value)
        return slug

    def to_url(self, slug: str) -> str:
        """Return the slug as addresses write it."""
        return slug.replace("_", "-")
