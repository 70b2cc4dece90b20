"""Jobs that run again and again: a fault that lasts is logged when it begins and when it is over."""

import logging


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
