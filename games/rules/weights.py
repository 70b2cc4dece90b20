"""What the parts of a position weigh, kept as data beside a title: by number of seats, with its history."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

FILE = "weights.json"


def read_weights(folder: Path, parts: Sequence[str]) -> dict[int, tuple[float, ...]]:
    """Return the weights of a title by the number of seats; a part that a row leaves out weighs nothing.

    Raises ``ValueError`` for a weight of a part there is not.
    """
    rows: Mapping[str, Mapping[str, float]] = load(folder)["weights"]
    if unknown := {part for row in rows.values() for part in row} - {*parts}:
        raise ValueError(f"{folder / FILE} weighs what is no part: {sorted(unknown)}")
    return {int(seats): tuple([float(row.get(part, 0)) for part in parts]) for seats, row in rows.items()}


def load(folder: Path) -> dict[str, Any]:
    """Return the whole file: ``weights``, and ``history`` of how they were found, the latest last."""
    data: dict[str, Any] = json.loads((folder / FILE).read_text())
    return data
