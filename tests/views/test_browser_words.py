"""Browsers by the names people know."""

import pytest

from games.templatetags.people import browser_words

MOZILLA = "Mozilla/5.0"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (f"{MOZILLA} (Windows NT 10.0) AppleWebKit/537 Chrome/156.0 Safari/537 Edg/156.0", "Edge on Windows"),
        (
            f"{MOZILLA} (Linux; Android 15) AppleWebKit/537 Chrome/156.0 Mobile Safari/537",
            "Chrome on Android",
        ),
        (f"{MOZILLA} (iPhone; CPU iPhone OS 19 like Mac OS X) Version/19 Safari/604", "Safari on iOS"),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 15) Version/19 Safari/605", "Safari on macOS"),
        ("curl/8 Linux", "Linux"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_is_named_as_people_name_it(agent, words):
    assert browser_words(agent) == words
