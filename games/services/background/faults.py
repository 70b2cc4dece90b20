"""Faults that only the log is told of: of jobs that run again and again, and of what is noted by the way."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import Error

logger = logging.getLogger(__name__)


class Faults:
    """Remembers which jobs fail, so that a log names each fault once and stays readable."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger
        self._failing: dict[str, type[Exception]] = {}

    def note(self, job: str, error: Exception) -> None:
        """Log what a job ran into, with the traceback, unless it ran into the same the last time."""
        if self._failing.get(job) is not type(error):
            self._failing[job] = type(error)
            self._logger.error("%s fails and is tried again and again", job, exc_info=error)

    def clear(self, job: str) -> None:
        """Note that a job went well."""
        if self._failing.pop(job, None):
            self._logger.warning("%s works again", job)


@contextmanager
def noting(what: str) -> Iterator[None]:
    """Write something down if the database can: what was asked for is done already, and is to be answered."""
    try:
        yield
    except Error as error:
        logger.warning("Cannot note %s: %r", what, error)
