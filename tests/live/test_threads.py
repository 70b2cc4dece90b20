"""Generators in the readers' threads: in order, in turn with others, and no longer than they are wanted."""

import asyncio
import threading
from contextlib import aclosing

import pytest

from games.live.threads import each_in_thread, in_thread
from tests.thorough import PATIENCE

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db]


async def test_all_is_yielded_in_order():
    assert [each async for each in each_in_thread(range, 3)] == [0, 1, 2]
    assert [each async for each in each_in_thread(range, 0)] == []


async def test_a_failure_comes_after_what_was_yielded_before_it():
    def failing(word):
        yield word
        raise OSError("gone")

    found = []
    with pytest.raises(OSError, match="gone"):
        async for each in each_in_thread(failing, "a"):
            found.append(each)
    assert found == ["a"]


async def test_it_goes_on_while_what_it_yielded_is_used():
    second = threading.Event()

    def two():
        yield 1
        second.set()
        yield 2

    async for each in each_in_thread(two):
        if each == 1:
            assert await asyncio.to_thread(second.wait, PATIENCE)


async def test_others_have_their_turn_in_between():
    others_read, seen = threading.Event(), []

    def endless():
        while True:
            seen.append(len(seen))
            yield others_read.is_set()

    async def read_all():
        async with aclosing(each_in_thread(endless)) as found:
            async for had_their_turn in found:
                if had_their_turn:
                    return

    # Twice as many as there are threads.
    rooms = [asyncio.create_task(read_all()) for _ in range(4)]
    await asyncio.wait_for(in_thread(others_read.set), PATIENCE)
    await asyncio.wait_for(asyncio.gather(*rooms), PATIENCE)


async def test_nothing_more_is_read_for_who_has_left():
    may_go_on, read, both = threading.Event(), [], threading.Barrier(2)

    def three():
        for number in range(3):
            read.append(number)
            yield number
            may_go_on.wait(PATIENCE)

    async with aclosing(each_in_thread(three)) as found:
        async for _ in found:
            break
    may_go_on.set()
    # Whatever was under way in either thread has come to its end.
    await asyncio.gather(in_thread(both.wait, PATIENCE), in_thread(both.wait, PATIENCE))
    assert 2 not in read
