"""The log holds nothing that opens a door, and does not fill a full disk."""

import logging
import sys

import pytest
from django.db import OperationalError
from django.test import Client

from cardcity_site.logs import Discreet
from tests.security.routes import fields_of, fill, routes

SECRET = "s3cr3t-0f-4-l1nk"
SECRETS = {"token", "code", "key", "uidb36"}
ADDRESSES = [
    fill(route, dict.fromkeys(fields_of(route), "x") | dict.fromkeys(SECRETS, SECRET))
    for route in routes()
    if SECRETS & {*fields_of(route)}
]


@pytest.fixture
def written(caplog):
    """Return the lines of the site's own log since the test began."""
    (line,) = [one.formatter for one in logging.getLogger().handlers if isinstance(one.formatter, Discreet)]
    return lambda: [line.format(record) for record in caplog.records]


def test_there_are_such_addresses():
    assert len(ADDRESSES) == 6


@pytest.mark.django_db
@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_refused_is_logged_without_the_secret_of_its_address(written, caplog, address):
    Client(enforce_csrf_checks=True).post(address)
    Client().put(address)
    assert SECRET in caplog.text
    assert SECRET not in "\n".join(written())


def test_an_address_within_another_tells_no_secret_either(written):
    refused = f"Referer checking failed - https://x.example/?next=%2Fsign-in%2F{SECRET}%2F&next=%2fgames%2fjoin%2f{SECRET}"
    logging.getLogger("django.security.csrf").warning(refused)
    assert SECRET not in written()[0]


def test_other_lines_stay_as_they_are(written):
    logging.getLogger("django.request").warning("Not Found: %s", "/games/join/")
    assert written()[0].endswith(" WARNING django.request: Not Found: /games/join/")


@pytest.mark.parametrize(
    ("error", "lines"),
    [
        (OperationalError("database or disk is full"), ["OperationalError: database or disk is full"]),
        (OSError(28, "No space left on device"), ["OSError: [Errno 28] No space left on device"]),
    ],
)
def test_a_full_disk_is_told_in_a_line_each_time(error, lines):
    """As each request that fails is logged, tracebacks would fill what is left of it."""
    assert below(error) == lines
    assert len(below(OperationalError("no such table: games_game"))) > len(lines)


def below(error):
    """Return what the log of a site writes below the line that tells of an error."""
    try:
        raise error
    except Exception:
        told = sys.exc_info()
    record = logging.LogRecord("django.request", logging.ERROR, "", 0, "Failed", None, told)
    return Discreet().format(record).splitlines()[1:]
