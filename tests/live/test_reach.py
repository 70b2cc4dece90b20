"""The addresses a server prints are those that answer."""

import pytest

from games.live.serving import reach
from games.live.serving.reach import lines, own_address
from games.management.commands.serve import Command

HERE = ["localhost", "127.0.0.1", "[::1]"]


@pytest.fixture(autouse=True)
def club(monkeypatch):
    monkeypatch.setattr(reach, "own_address", lambda: "192.168.1.77")


def test_this_computer_alone():
    assert lines("127.0.0.1", 8000, HERE) == ["Card City is at http://127.0.0.1:8000/"]
    assert lines("127.0.0.1", 8000, ["localhost"]) == ["Card City is at http://localhost:8000/"]
    assert lines("::1", 8000, HERE) == ["Card City is at http://[::1]:8000/"]


def test_every_name_the_site_answers_to():
    assert lines("0.0.0.0", 8000, ["192.168.1.20", "localhost"]) == [
        "Card City is at http://192.168.1.20:8000/",
        "Card City is at http://localhost:8000/",
    ]
    assert lines("::", 80, [".club.example"]) == ["Card City is at http://club.example:80/"]


def test_listening_to_all_while_answering_to_none_says_what_to_set():
    said = lines("0.0.0.0", 8000, HERE)
    assert said[:3] == [f"Card City is at http://{name}:8000/" for name in HERE]
    assert said[-1] == 'make run HOST=0.0.0.0 ALLOWED_HOSTS="192.168.1.77 localhost"'
    assert not any("0.0.0.0:" in line for line in said)


def test_a_site_that_answers_to_everything_names_its_own_address():
    assert lines("0.0.0.0", 8000, ["*"])[0] == "Card City is at http://192.168.1.77:8000/"
    assert lines("10.0.0.5", 8000, ["*"]) == ["Card City is at http://10.0.0.5:8000/"]


@pytest.mark.parametrize("host", ["127.0.0.1", "192.168.1.20"])
def test_behind_a_proxy_no_address_is_promised_that_would_be_refused(host):
    assert lines(host, 8001, ["cards.example.org"]) == [
        f"Card City listens on {host}, port 8001, and answers to cards.example.org"
    ]


def test_the_own_address_is_one():
    assert own_address().count(".") == 3


def test_where_a_proxy_speaks_https_its_address_is_named(settings, capsys):
    settings.HTTPS, settings.SITE_URL = True, "https://cards.example.org"
    Command()._say("127.0.0.1", 8000)
    assert capsys.readouterr().out.splitlines() == [
        "Card City is at https://cards.example.org/",
        "It listens on 127.0.0.1:8000 for the proxy",
    ]
    assert reach.behind_proxy("::1", 8000, "https://x")[1] == "It listens on [::1]:8000 for the proxy"
