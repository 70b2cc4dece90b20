"""Bodies of requests that cannot be read: they break nothing, and whoever sent them is told so."""

import pytest
from django.test import Client

from tests.security.routes import fill, good_values, routes
from tests.tables import running

pytestmark = pytest.mark.django_db
MULTIPART = ("multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\xff")


@pytest.mark.parametrize("content_type", MULTIPART)
@pytest.mark.parametrize(
    "path", ["/nothing/", "/games/00000000-0000-4000-8000-000000000000/", "/admin/x/", "/"]
)
def test_a_body_that_cannot_be_read_breaks_no_page_that_need_not_read_it(path, content_type):
    """A cookie of the right length leads to a look for the form's token, and so into the body."""
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies["csrftoken"] = "c" * 32
    answer = browser.generic("POST", path, b"--x\r\n", content_type)
    assert 400 <= answer.status_code < 500
    assert "<title>" in answer.content.decode()


def test_every_address_stands_a_body_that_cannot_be_read():
    game, _ = running("demo", 2)
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies["csrftoken"] = "c" * 32
    for route in routes():
        answer = browser.generic("POST", fill(route, good_values(game)), b"--x\r\n", "multipart/form-data")
        assert answer.status_code < 500, route
