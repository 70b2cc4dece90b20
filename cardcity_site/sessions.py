"""Sessions in the database; only a key that the site can have made is ever looked up.

What else a cookie holds, such as a NUL character, PostgreSQL refuses with an error.
"""

import re
from typing import Any

from django.contrib.sessions.backends import db

_KEY = re.compile("[a-z0-9]{32}")


def is_key(text: str) -> bool:
    """Tell whether a text has the form of the keys that Django makes."""
    return _KEY.fullmatch(text) is not None


class SessionStore(db.SessionStore):
    """Django's sessions, which are new ones where a key has another form."""

    def _validate_session_key(self, key: Any) -> bool:
        return bool(key) and is_key(key)
