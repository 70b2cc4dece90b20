"""How much is tried: what CI has time for or, with ``THOROUGH=1``, all of it (``make nightly``)."""

import os

THOROUGH = bool(os.environ.get("THOROUGH"))


def ends(counts):
    """Return the fewest and the most of some counts, or all of them when there is time."""
    return tuple(counts) if THOROUGH else tuple(dict.fromkeys((min(counts), max(counts))))
