"""Pages come in Brotli to browsers that take it, in gzip to others, and plain to the rest."""

import gzip
from io import BytesIO

import brotli
import pytest
from django.http import FileResponse, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from cardcity_site.compression import BrotliMiddleware, compress
from tests.tables import running

TEXT = "One city, two cities, three cities. " * 40


def answered(accepted, response):
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepted})
    return BrotliMiddleware(lambda _: response)(request)


@pytest.mark.parametrize(
    "accepted", ["br", "gzip, deflate, br", "gzip;q=0.5, br;q=1.0", "gzip, br;q=0.8, zstd"]
)
def test_who_takes_brotli_gets_it(accepted):
    answer = answered(accepted, HttpResponse(TEXT))
    assert (answer["Content-Encoding"], answer["Vary"]) == ("br", "Accept-Encoding")
    assert brotli.decompress(answer.content).decode() == TEXT
    assert int(answer["Content-Length"]) == len(answer.content) < len(TEXT)


@pytest.mark.parametrize("accepted", ["gzip", "gzip, br;q=0", "br; q=0.00, gzip", "gzip, abr, x-br2"])
def test_who_takes_none_gets_gzip(accepted):
    answer = answered(accepted, HttpResponse(TEXT))
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content).decode() == TEXT


@pytest.mark.parametrize("accepted", ["", "identity", "br;q=0"])
def test_who_takes_nothing_gets_it_plain(accepted):
    assert answered(accepted, HttpResponse(TEXT)).content.decode() == TEXT


def test_what_is_short_or_packed_already_stays_as_it_is():
    assert "Content-Encoding" not in answered("br", HttpResponse("short"))
    packed = answered(
        "br", HttpResponse(gzip.compress(TEXT.encode()) * 3, headers={"Content-Encoding": "gzip"})
    )
    assert (packed["Content-Encoding"], gzip.decompress(packed.content).decode()) == ("gzip", TEXT * 3)


def test_what_is_streamed_is_packed_as_it_comes():
    answer = answered("gzip, br", FileResponse(BytesIO(TEXT.encode())))
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(b"".join(answer.streaming_content)).decode() == TEXT


@pytest.mark.parametrize("padding", [0, 1, 4, 5, 99, 256])
def test_padding_makes_it_longer_and_nothing_else(padding):
    packed = compress(TEXT.encode(), padding)
    assert brotli.decompress(packed).decode() == TEXT
    assert len(packed) - len(compress(TEXT.encode(), 0)) == padding + (2 if padding else 0)


def test_the_length_of_an_answer_tells_nothing_of_what_is_in_it():
    answers = [answered("br", HttpResponse(TEXT)) for _ in range(20)]
    assert len({len(answer.content) for answer in answers}) > 5
    assert {brotli.decompress(answer.content).decode() for answer in answers} == {TEXT}


@pytest.mark.django_db
def test_a_table_comes_in_brotli():
    game, _ = running()
    page = Client().get(reverse("games:table", args=[game.pk]), headers={"Accept-Encoding": "gzip, br"})
    assert page["Content-Encoding"] == "br"
    assert b'id="table"' in brotli.decompress(page.content)
