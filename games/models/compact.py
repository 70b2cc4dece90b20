"""Plain data stored without the spaces that make it easier to read."""

import json
from typing import Any

from django.db import models


class CompactEncoder(json.JSONEncoder):
    """Writes no space after a comma or a colon; in lists of small numbers that is a third."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"separators": (",", ":")})


class CompactJSONField(models.JSONField):
    """A field for plain data; to the database, and to migrations, it is like any other."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"encoder": CompactEncoder})

    def deconstruct(self) -> Any:
        """Tell migrations of a ``JSONField``: how it is written changes no table."""
        name, _, args, options = super().deconstruct()
        del options["encoder"]
        return name, "django.db.models.JSONField", args, options
