"""A site that is told to end in the moment in which it says its address ends."""

import os

from tests import forks
from tests.thorough import PATIENCE

PROGRAM = f"""
import faulthandler
import os
import signal
import django
django.setup()
from games.live.serving.server import SiteServer

faulthandler.dump_traceback_later({PATIENCE}, exit=True)
SiteServer(None, "127.0.0.1", 0, lambda *_: os.kill(os.getpid(), signal.SIGTERM)).run()
"""


def test_it_ends(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    settings = {"CARDCITY_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "cardcity_site.settings"}
    ended = forks.run([program], os.environ | settings)
    assert (ended.returncode, ended.said) == (0, "")
