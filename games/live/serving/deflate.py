"""Compressed frames (permessage-deflate, RFC 7692), each by itself: what many are sent is compressed once."""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept

WORTH = 128
"""Bytes below which compressing saves next to nothing."""
COMPRESSED = 4
"""The bit of a frame's head that says so."""
_SMALLEST = 9
_TAIL = 4
"""Bytes that end every compressed message and are not sent (RFC 7692, 7.2.1)."""


def accept(offers: Sequence[Any]) -> PerMessageDeflateOfferAccept | None:
    """Accept to compress, unless a page wants a smaller window than frames are compressed in.

    What a page sends is short, and memory is kept for it with every socket, so it is asked for the smallest
    window.
    """
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer) and offer.request_max_window_bits in {0, zlib.MAX_WBITS}:
            smallest = _SMALLEST if offer.accept_max_window_bits else 0
            return PerMessageDeflateOfferAccept(
                offer, request_max_window_bits=smallest, no_context_takeover=True
            )
    return None


@lru_cache(maxsize=64)
def encoded(text: str) -> bytes:
    """Return a text as it is sent: the same object for the same text, which is then hashed once."""
    return text.encode()


@lru_cache(maxsize=64)
def deflated(payload: bytes) -> bytes:
    """Return what is sent of a message: the others at a table, and all who watch, are sent the same."""
    compressor = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return (compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-_TAIL]
