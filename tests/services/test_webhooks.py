"""Webhooks: called once a turn, never in anybody's own network, never for long."""

import json
import socket
import threading

import pytest
from django.core.cache import cache

from games.models import Delivery, Game, Profile
from games.services.delivery import outside, trials, webhooks
from games.services.delivery.messages import Message
from games.services.notices.undelivered import Undelivered
from games.services.people.limits import TooMany
from tests.calling import NOW, account, game_between, make_due, pick, queue, send_all, send_due, viewer

HOOK = "https://hooks.example.org/abc?wait=true"
PUBLIC = "93.184.215.14"


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    """Nothing in these tests may leave the machine: a look at a name or a connection has to be a fake one."""

    def forbidden(*args, **values):
        raise AssertionError(f"tried to reach {args}")

    monkeypatch.setattr(outside.socket, "create_connection", forbidden)


@pytest.fixture
def names(monkeypatch):
    """What names lead to; each look takes the next answer, the last one stays."""
    known = {}

    def look_up(host, port, *rest):
        answers = known.get(host)
        if not answers:
            return real(host, port, *rest)
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    real = socket.getaddrinfo
    monkeypatch.setattr(outside.socket, "getaddrinfo", look_up)
    return known


class Server:
    """The other side of a connection: it notes what it hears and says what it was told to say."""

    def __init__(self, monkeypatch, answer):
        self.heard, self.reached, self.answer = b"", [], answer
        monkeypatch.setattr(outside.socket, "create_connection", self.connect)

    def connect(self, address, timeout=None):
        ours, theirs = socket.socketpair()
        ours.settimeout(timeout)
        self.reached.append(address)
        threading.Thread(target=self.talk, args=[theirs], daemon=True).start()
        return ours

    def talk(self, sock):
        with sock:
            while b"}" not in self.heard:
                self.heard += sock.recv(65536)
            for part in self.answer:
                try:
                    sock.sendall(part)
                except OSError:
                    return


@pytest.fixture
def calls(monkeypatch):
    """Keep what would be sent and answer 204."""
    made = []

    def post(url, body, headers):
        made.append((url, json.loads(body)))
        return 204

    monkeypatch.setattr(outside, "post", post)
    return made


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "[::1]",
        "[::]",
        "[::ffff:10.0.0.1]",
        "[::ffff:a9fe:a9fe]",
        "[64:ff9b::a00:1]",
        "[64:ff9b:1::a00:1]",
        "[64:ff9b:1:a00:0:100::]",
        "[2002:a00:1::]",
        "[2001::1]",
        "[2001:db8::1]",
        "[3fff::1]",
        "[3fff:fff:ffff::1]",
        "[4000::1]",
        "[5f00::1]",
        "[::7f00:1]",
        "[::ffff:0:a00:1]",
        "[100::1]",
        "[fe80::1]",
        "[fd00::1]",
        "[ff02::1]",
        "localhost",
        "127.1",
        "0x7f.1",
        "2130706433",
        "0177.0.0.1",
    ],
)
def test_no_private_address_is_called_however_it_is_written(host):
    for scheme in ("http", "https"):
        with pytest.raises(Undelivered) as refused:
            outside.post(f"{scheme}://{host}/", b"{}", {})
        assert refused.value.reason == outside.NOT_PUBLIC
        assert refused.value.final


@pytest.mark.parametrize(
    "host",
    [
        "93.184.215.14",
        "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]",
        "[::ffff:93.184.215.14]",
        "[64:ff9b::5db8:d70e]",
        "[3ffe::1]",
    ],
)
def test_public_addresses_are_called_however_they_are_written(host):
    assert outside.checked(f"https://{host}/").hostname == host.strip("[]")


@pytest.mark.parametrize(
    "found", [["10.0.0.1"], [PUBLIC, "127.0.0.1"], ["::ffff:192.168.0.1"], ["fe80::1%eth0"]]
)
def test_no_name_is_called_that_leads_to_a_private_address(names, found):
    names["inside.example.org"] = [found]
    with pytest.raises(Undelivered, match=outside.NOT_PUBLIC):
        outside.post("https://inside.example.org/", b"{}", {})


def test_the_address_that_was_checked_is_the_one_called(names, monkeypatch):
    server = Server(monkeypatch, [b"HTTP/1.1 204 No Content\r\n\r\n"])
    names["twice.example.org"] = [[PUBLIC], ["127.0.0.1"]]
    assert outside.post("http://twice.example.org/a?b=c", b"{}", {"Content-Type": "application/json"}) == 204
    assert server.reached == [(PUBLIC, 80)]
    assert server.heard.startswith(b"POST /a?b=c HTTP/1.1\r\n")
    assert b"\r\nHost: twice.example.org\r\n" in server.heard


def test_a_secure_call_asks_for_the_certificate_of_the_name(names, monkeypatch):
    Server(monkeypatch, [b""])
    asked = []

    def wrap(context, sock, server_hostname, **values):
        asked.append((server_hostname, context.check_hostname, context.verify_mode.name))
        raise OSError

    monkeypatch.setattr(outside.ssl.SSLContext, "wrap_socket", wrap)
    names["safe.example.org"] = [[PUBLIC]]
    with pytest.raises(Undelivered):
        outside.post("https://safe.example.org/", b"{}", {})
    assert asked == [("safe.example.org", True, "CERT_REQUIRED")]


def test_no_redirect_is_followed(names, monkeypatch):
    server = Server(monkeypatch, [b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n"])
    names["moved.example.org"] = [[PUBLIC]]
    assert outside.post("http://moved.example.org/", b"{}", {}) == 302
    assert len(server.reached) == 1


def test_an_answer_that_trickles_is_cut_off(names, monkeypatch):
    monkeypatch.setattr(outside, "PATIENCE", 0.3)
    pause, said = threading.Event(), []

    def trickle():
        for _ in range(100):
            pause.wait(0.05)
            said.append(b"x")
            yield b"x"

    Server(monkeypatch, trickle())
    names["slow.example.org"] = [[PUBLIC]]
    with pytest.raises(Undelivered, match=outside.UNREACHABLE):
        outside.post("http://slow.example.org/", b"{}", {})
    assert len(said) < 50


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://example.org:22/",
        "https://example.org:8443/",
        "https://user:secret@example.org/",
        "https://example.org:99999/",
        "https:///nothing",
        "https://exa mple.org/",
        "https://example.org/\r\nHost: inside",
        "https://[::1",
        "//example.org/",
        "https://пример.org/",
    ],
)
def test_what_is_no_plain_web_address_is_refused_before_any_look(url, names):
    with pytest.raises(Undelivered) as refused:
        outside.post(url, b"{}", {})
    assert refused.value.reason == outside.NOT_AN_ADDRESS


def test_each_chat_gets_the_form_it_takes():
    message = Message("Card City", "It's your turn.", "https://city.example.org/games/1/")
    said = "It's your turn. https://city.example.org/games/1/"
    assert webhooks.body_for("https://discord.com/api/webhooks/1/x", message) == {"content": said}
    assert webhooks.body_for("https://hooks.slack.com/services/x", message) == {"text": said}
    assert webhooks.body_for(HOOK, message) == {
        "content": said,
        "text": said,
        "title": message.text,
        "url": message.url,
    }


@pytest.mark.django_db
def test_a_webhook_is_called_once_for_each_game_and_turn(calls):
    anna, ben, carl = account("anna", webhook=HOOK, mails="none"), account("ben"), account("carl")
    game = game_between(anna, ben, carl)
    send_all()
    pick(game, ben)
    send_all()
    assert [url for url, _ in calls] == [HOOK]
    assert calls[0][1]["url"] == f"http://localhost:8000/games/{game.pk}/"
    pick(game, anna)
    pick(game, carl)
    send_all()
    assert len(calls) == 2


@pytest.mark.django_db
def test_a_turn_that_was_made_meanwhile_is_not_called_out(calls):
    anna = account("anna", webhook=HOOK)
    game = game_between(anna, account("ben"))
    pick(game, anna)
    send_all()
    assert calls == []
    assert queue("webhook") == []


@pytest.mark.django_db
def test_who_played_for_a_while_and_left_on_their_turn_is_called_once(calls):
    """While they were here the calls of all their turns were put off."""
    anna, ben = account("anna", webhook=HOOK), account("ben", mails="none")
    game = game_between(anna, ben)
    for _ in range(2):
        pick(game, ben)
        pick(game, anna)
    assert queue("webhook")
    while send_all():
        pass
    assert [url for url, _ in calls] == [HOOK]


@pytest.mark.django_db
def test_who_left_in_the_middle_of_a_turn_is_called_once(calls):
    anna, ben = account("anna", webhook=HOOK), account("ben", mails="none")
    game = game_between(anna, ben)
    pick(game, anna, "boast")
    pick(game, ben, "boast")
    assert len(queue("webhook")) == 1
    send_all()
    assert len(calls) == 1


@pytest.mark.django_db
def test_no_clock_is_called_out_that_a_move_has_stopped(calls):
    anna, ben = account("anna", webhook=HOOK, mails="none"), account("ben", mails="none")
    game = game_between(anna, ben, pace=Game.Pace.DAYS, base=3 * 86400)
    Delivery.objects.update(kind=Delivery.Kind.CLOCK_REMINDER)
    pick(game, ben)
    pick(game, anna)
    Delivery.objects.filter(kind=Delivery.Kind.YOUR_TURN).delete()
    send_all()
    assert calls == []


@pytest.mark.django_db
def test_live_games_call_nobody(calls):
    anna = account("anna", webhook=HOOK)
    Game.objects.filter(pk=game_between(anna, account("ben")).pk).update(pace=Game.Pace.LIVE)
    send_all()
    assert calls == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "state"), [(404, "failed"), (302, "failed"), (503, "waiting"), (429, "waiting")]
)
def test_what_will_pass_is_tried_again_and_what_will_not_is_not(monkeypatch, status, state):
    monkeypatch.setattr(outside, "post", lambda *args: status)
    game_between(account("anna", webhook=HOOK, mails="none"), account("ben", mails="none"))
    send_all()
    found = Delivery.objects.get()
    assert (found.state, found.error) == (state, f"HTTP {status}")


@pytest.mark.django_db
def test_a_webhook_taken_out_meanwhile_is_not_called(calls):
    anna = account("anna", webhook=HOOK)
    game_between(anna, account("ben"))
    Profile.objects.filter(user=anna).update(webhook="")
    make_due()
    send_due(NOW)
    assert calls == []


@pytest.mark.django_db
def test_a_trial_is_sent_at_once_and_its_result_told(calls, monkeypatch):
    anna = account("anna", webhook=HOOK)
    assert trials.try_out(viewer(anna), "webhook") == ""
    assert calls[0][1]["title"] == "This is a test message. It works!"
    monkeypatch.setattr(outside, "post", lambda *args: 500)
    assert trials.try_out(viewer(anna), "webhook") == "HTTP 500"
    assert sorted(Delivery.objects.values_list("state", "kind")) == [("failed", "test"), ("sent", "test")]


@pytest.mark.django_db
def test_a_slow_trial_keeps_no_second_thread_waiting(monkeypatch):
    anna, ben = account("anna", webhook=HOOK), account("ben", webhook=HOOK)

    def post(*_):
        assert trials.try_out(viewer(ben), "webhook") == trials.BUSY
        return 200

    monkeypatch.setattr(outside, "post", post)
    assert trials.try_out(viewer(anna), "webhook") == ""
    monkeypatch.setattr(outside, "post", lambda *_: 200)
    assert trials.try_out(viewer(ben), "webhook") == ""


@pytest.mark.django_db
def test_trials_are_rationed(calls):
    anna = account("anna", webhook=HOOK)
    for _ in range(trials.MOST):
        trials.try_out(viewer(anna), "webhook")
    with pytest.raises(TooMany):
        trials.try_out(viewer(anna), "webhook")
    assert len(calls) == trials.MOST
