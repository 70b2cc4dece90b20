"""Work that nobody waits for: how long it takes, and whether there is any, shows in no answer."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from django.db import close_old_connections, connections

logger = logging.getLogger(__name__)

_POOL = ThreadPoolExecutor(max_workers=2, thread_name_prefix="later")


def start(job: Callable[[], object]) -> None:
    """Do it in a thread, in the language and for the request of whoever asks."""
    _POOL.submit(copy_context().run, _do, job)


def _do(job: Callable[[], object]) -> None:
    try:
        close_old_connections()
        job()
    except Exception:
        logger.exception("What was to be done later failed")
    finally:
        connections.close_all()
