"""Requests over HTTP, as the server hands them on: threads and connections that stay, and odd answers."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.exceptions import RequestDataTooBig
from django.core.signals import request_finished, request_started
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path

from games.live import threads
from games.live.serving import handlers
from games.live.turnstile import MOST, Turnstile
from tests.thorough import PATIENCE

GATE = threading.Event()


def where(request):
    connection.ensure_connection()
    return HttpResponse(f"{threading.get_ident()} {id(connection.connection)}")


def forgetful(request):
    connection.ensure_connection()
    connection.errors_occurred = True
    connection.connection.close()
    return HttpResponse("closed")


def careless(request):
    connection.set_autocommit(False)
    return HttpResponse("left open")


def autocommits(request):
    connection.ensure_connection()
    return HttpResponse(connection.get_autocommit())


def stuck(request):
    GATE.wait(PATIENCE)
    return HttpResponse("at last")


def stream(request):
    answer = StreamingHttpResponse((part for part in ("one ", "two")), status=202)
    answer["X-Kept"] = "yes"
    answer.set_cookie("kept", "too")
    return answer


def leave(request):
    raise SystemExit("gone")


def big(request):
    raise RequestDataTooBig


def words(request):
    return HttpResponse(request.body.decode()[::-1])


urlpatterns = [
    path(f"{view.__name__}/", view)
    for view in (where, forgetful, careless, autocommits, stuck, stream, leave, big, words)
]


@pytest.fixture
def site(settings, transactional_db):
    """Pages behind their turnstile, with nothing around the views."""
    settings.ROOT_URLCONF, settings.MIDDLEWARE = __name__, []
    GATE.clear()
    yield Turnstile(handlers.Pages())
    GATE.set()


@pytest.fixture
def one_thread(monkeypatch):
    """Let all pages share a single thread."""
    with ThreadPoolExecutor(1) as thread:
        monkeypatch.setattr(threads, "_pages", thread)
        yield
        thread.submit(close_all).result()


def close_all():
    connection.close()


def asking(site, address, body=b""):
    scope = {
        "type": "http",
        "method": "POST" if body else "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-length", b"%d" % len(body))],
    }
    return ApplicationCommunicator(site, scope)


async def ask(site, address, body=b""):
    """Return status, headers and text of an answer."""
    asked = asking(site, address, body)
    await asked.send_input({"type": "http.request", "body": body})
    return await answer_to(asked)


async def answer_to(asked):
    start = await asked.receive_output(PATIENCE)
    end = await asked.receive_output(PATIENCE)
    assert not end.get("more_body")
    await asked.wait(PATIENCE)
    return start["status"], dict(start["headers"]), end["body"].decode()


async def test_requests_share_a_thread_and_its_connection(site, one_thread):
    answers = {(await ask(site, "/where/"))[2] for _ in range(5)}
    assert len(answers) == 1 or connection.vendor != "sqlite"
    assert str(threading.get_ident()) not in answers.pop()


async def test_a_connection_that_broke_is_replaced(site, one_thread):
    assert (await ask(site, "/forgetful/"))[0] == 200
    assert (await ask(site, "/where/"))[0] == 200


async def test_a_transaction_left_open_ends_with_its_request(site, one_thread):
    await ask(site, "/careless/")
    assert (await ask(site, "/autocommits/"))[2] == "True"


async def test_what_is_streamed_arrives_whole(site):
    status, headers, text = await ask(site, "/stream/")
    assert (status, headers[b"X-Kept"], text) == (202, b"yes", "one two")
    assert headers[b"Set-Cookie"].startswith(b"kept=too")


async def test_what_ends_a_program_ends_one_request(site, caplog):
    for _ in range(2 * MOST):
        assert (await ask(site, "/leave/"))[0] == 500
    assert (await ask(site, "/where/"))[0] == 200
    assert "left without an answer" in caplog.text


async def test_a_body_arrives_and_one_too_large_is_refused(site):
    assert (await ask(site, "/big/"))[0] == 400
    assert (await ask(site, "/words/", b"abc"))[2] == "cba"


async def test_each_request_begins_and_ends_in_its_own_thread(site):
    noted = []

    def note(signal, **_):
        noted.append((signal, threading.get_ident()))

    for signal in (request_started, request_finished):
        signal.connect(note)
    try:
        thread = int((await ask(site, "/where/"))[2].split()[0])
    finally:
        for signal in (request_started, request_finished):
            signal.disconnect(note)
    assert noted == [(request_started, thread), (request_finished, thread)]


async def test_a_visitor_who_leaves_before_their_turn_costs_no_thread(site):
    running = [asking(site, "/stuck/") for _ in range(MOST)]
    for asked in running:
        await asked.send_input({"type": "http.request", "body": b""})
    await asyncio.sleep(0.05)
    late = asyncio.ensure_future(ask(site, "/where/"))
    await asyncio.sleep(0.05)
    assert not late.done()
    late.cancel()
    GATE.set()
    assert {(await answer_to(asked))[2] for asked in running} == {"at last"}
    assert (await ask(site, "/where/"))[0] == 200


async def test_a_visitor_who_hangs_up_while_sending_is_forgotten(site):
    asked = asking(site, "/where/")
    await asked.send_input({"type": "http.request", "body": b"", "more_body": True})
    await asked.send_input({"type": "http.disconnect"})
    await asked.wait(PATIENCE)
    assert await asked.receive_nothing()


async def test_static_files_need_no_page(settings, tmp_path):
    (tmp_path / "one.css").write_text("a { color: red }")
    settings.SERVESTATIC_USE_STATIC_ROOT, settings.STATIC_ROOT = True, str(tmp_path)
    files = handlers.StaticFiles()
    status, headers, text = await streamed(files, "/static/one.css")
    assert (status, text) == (200, "a { color: red }")
    assert headers[b"X-Content-Type-Options"] == b"nosniff"
    assert (await streamed(files, "/static/none.css"))[0] == 404


async def streamed(site, address):
    asked = asking(site, address)
    await asked.send_input({"type": "http.request", "body": b""})
    start, parts = await asked.receive_output(PATIENCE), []
    while not parts or parts[-1].get("more_body"):
        parts.append(await asked.receive_output(PATIENCE))
    await asked.wait(PATIENCE)
    return start["status"], dict(start["headers"]), b"".join(part.get("body", b"") for part in parts).decode()
