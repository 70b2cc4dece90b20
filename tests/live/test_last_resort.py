"""A process that was told to end and hangs is ended all the same."""

import os

import pytest

from tests import forks

PROGRAM = """
import ctypes
import threading
import django
django.setup()
from games.live.serving import server

class HangsAtTheEnd:
    def __del__(self, sleep=ctypes.PyDLL(None).sleep):
        sleep(600)

server.LAST_SECONDS = 0.2
server.end_at_last()
"""
HANGS = {
    "a thread": ("threading.Event().wait()", ""),
    # What is called by way of PyDLL lets no other thread have its turn.
    "Python": ("ctypes.PyDLL(None).sleep(600)", "most recent call first"),
    "Python's own end": ("hanging = HangsAtTheEnd()", "__del__"),
}


@pytest.mark.parametrize("what", HANGS)
def test_it_ends_whatever_hangs(tmp_path, what):
    hang, said = HANGS[what]
    program = tmp_path / "program.py"
    program.write_text(PROGRAM + hang)
    settings = {"CARDCITY_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cardcity_site.settings"}
    ended = forks.run([program], os.environ | settings)
    assert (ended.returncode, said in ended.said) == (1, True)
