"""Work that nobody waits for, so that no answer shows how long it takes, or whether there is any."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context

from django.db import close_old_connections, connections
from django.utils.translation import get_language, override

logger = logging.getLogger(__name__)

_POOL = ThreadPoolExecutor(max_workers=2, thread_name_prefix="later")
_UNFINISHED: set[Future[None]] = set()


def start(job: Callable[[], object]) -> None:
    """Do a job in a thread, with the language and the context variables of whoever asks."""
    # The language is no plain context variable: a thread sees only its own.
    job_done = _POOL.submit(copy_context().run, _do, job, get_language())
    _UNFINISHED.add(job_done)
    job_done.add_done_callback(_UNFINISHED.discard)


def tell_unfinished() -> None:
    """Say in the log, at the very end of a process, how much of it is lost; not for whom it was."""
    if lost := len(_UNFINISHED):
        logger.error("Lost at the end: %s mails and the like that were to be sent later", lost)


def _do(job: Callable[[], object], language: str | None) -> None:
    try:
        close_old_connections()
        with override(language):
            job()
    except Exception:
        logger.exception("What was to be done later failed")
    finally:
        connections.close_all()
