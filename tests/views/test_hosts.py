"""Who comes by a name that the site does not know is told so, and nothing else."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def known(settings):
    settings.ALLOWED_HOSTS = ["localhost", "secret-name.example"]


def ask(host, path="/", **more):
    return Client(raise_request_exception=False).get(path, headers={"host": host}, **more)


@pytest.mark.parametrize("name", ["192.168.1.20", "cards.example.org", "[fd00::20]"])
@pytest.mark.parametrize("port", ["", ":8000"])
def test_the_operator_reads_what_to_set(name, port):
    answer = ask(name + port)
    assert answer.status_code == 400
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["X-Content-Type-Options"] == "nosniff"
    text = answer.content.decode()
    assert f"This site isn't set up for the address “{name}”." in text
    assert f'ALLOWED_HOSTS="{name} localhost"' in text


@pytest.mark.parametrize("path", ["/", "/games/", "/nowhere/", "/admin/", "/rules/"])
def test_a_stranger_learns_only_what_they_sent(path):
    text = ask("evil.example", path, cookies={"sessionid": "x"}).content.decode()
    assert "secret-name" not in text
    assert text == ask("evil.example").content.decode()


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", 'a"; rm -rf "', "", "a b", "x_y.example", "x" * 5000, "a..b"])  # fmt: skip
def test_what_is_no_name_is_not_repeated(name):
    answer = ask(name)
    assert answer.status_code == 400
    assert len(answer.content) < 1000
    assert "<" not in answer.content.decode()
    assert "rm -rf" not in answer.content.decode()


def test_it_is_the_same_where_the_site_turns_to_https(settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = ask("cards.example.org")
    assert answer.status_code == 400
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "ALLOWED_HOSTS" in answer.content.decode()


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"--x\r\n", "multipart/form-data", 400),
        (b"name=" + b"x" * 200_000, "application/x-www-form-urlencoded", 413),
    ],
)
def test_another_bad_request_has_the_page_it_had(body, content_type, status):
    browser = Client(raise_request_exception=False)
    answer = browser.generic("POST", "/accounts/login/", body, content_type, headers={"host": "localhost"})
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/html")
    assert "<title>" in answer.content.decode()
    assert "ALLOWED_HOSTS" not in answer.content.decode()
