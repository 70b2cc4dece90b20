"""Django's PostgreSQL, which waits long for a connection on a busy site and briefly for a dead server."""

from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError, pq
from psycopg.conninfo import make_conninfo
from psycopg_pool import PoolTimeout

BUSY_SECONDS = 9.0
"""How much longer to wait for a connection of the pool while the server is well."""
LOOK_SECONDS = 1.0
"""How long a look at the server takes at most: with the wait for the pool before, two seconds in all."""
VERDICT_SECONDS = 1.0
"""How long a look at the server counts, so that one page does not wait for each of its queries."""


class Server:
    """What was last seen of the server."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen_at = 0.0
        self._is_away = False

    @property
    def is_known_to_be_away(self) -> bool:
        """True if it was away a moment ago."""
        return self._is_away and monotonic() - self._seen_at < VERDICT_SECONDS

    def answers(self, params: dict[str, Any]) -> bool:
        """Tell whether it takes connections, by a look that many threads share."""
        with self._lock:
            if monotonic() - self._seen_at >= VERDICT_SECONDS:
                self._is_away = not _is_there(params)
                self._seen_at = monotonic()
            return not self._is_away


def _is_there(params: dict[str, Any]) -> bool:
    """Tell whether the server takes a connection soon, or says why it does not.

    libpq has a function for that, but psycopg lets no other thread run while it waits.
    """
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    info = make_conninfo(**{name: value for name, value in params.items() if name in known})
    answers: SimpleQueue[bool] = SimpleQueue()
    Thread(target=lambda: answers.put(_answers(info)), name="look", daemon=True).start()
    try:
        return answers.get(timeout=LOOK_SECONDS)
    except Empty:
        return False


def _answers(info: str) -> bool:
    try:
        Connection.connect(info, connect_timeout=2).close()
    except OperationalError as error:
        # It is there, but full; while it starts or ends it is as good as away.
        return "FATAL" in str(error) and "the database system is" not in str(error)
    return True


SERVER = Server()


class DatabaseWrapper(base.DatabaseWrapper):
    """Waits for the pool as long as its ``timeout`` says, and longer only while the server answers."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection, or fail within two seconds if the server is away."""
        if SERVER.is_known_to_be_away:
            raise OperationalError("PostgreSQL was away a moment ago")
        try:
            return super().get_new_connection(conn_params)
        except PoolTimeout:
            if not SERVER.answers(conn_params):
                raise
            return self.pool.getconn(BUSY_SECONDS)
