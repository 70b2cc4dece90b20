"""``manage.py`` for sites under test that deal each test the same games in every run.

What a deal depends on (its name and the server's seed, or the key of the day that gives an offered deal its seed, and
the game's id) and what bots draw (their names, pauses and thoughts) follows from what the file ``dealt`` in the site's
data says, which a test writes when it begins. Without that file chance is what it is.

While there is a file ``hold``, a move that was committed is never answered, as if the answer were lost on its way:
a file ``held`` tells the test that one is.
"""

import hashlib
import os
import subprocess
import sys
import time
import uuid
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace

from manage import main


class Chance:
    """Bytes that follow from what the file says, from what they are for and from how often it was asked for since."""

    def __init__(self, path):
        self.path, self.text, self.counts = path, "", Counter()

    def draw(self, purpose, size):
        text = self.path.read_text() if self.path.exists() else ""
        if not text:
            return os.urandom(size)
        if text != self.text:
            self.text, self.counts = text, Counter()
        self.counts[purpose] += 1
        return hashlib.shake_256(f"{text} {purpose} {self.counts[purpose]}".encode()).digest(size)

    def name(self, purpose):
        return uuid.UUID(bytes=self.draw(purpose, 16), version=4)


class Dealt(Random):
    """Numbers that follow from the same, in place of the system's."""

    def __init__(self, chance, purpose):
        super().__init__(0)
        self.chance, self.purpose = chance, purpose

    def random(self):
        return self.getrandbits(53) / (1 << 53)

    def getrandbits(self, count):
        return int.from_bytes(self.chance.draw(self.purpose, (count + 7) // 8)) >> -count % 8


def hold():
    """Keep the answer to a committed move for as long as a test asks for it."""
    data = Path(os.environ["CARDCITY_DATA"])
    while (data / "hold").exists():
        (data / "held").touch()
        time.sleep(0.05)


def hold_posted(get_response):
    """Hold answers to forms; a middleware."""

    def answer(request):
        response = get_response(request)
        if response.status_code < 400 and request.path.endswith("/move/"):
            hold()
        return response

    return answer


def hold_said(play):
    """Hold answers over sockets."""

    def played(*order):
        made = play(*order)
        hold()
        return made

    return played


def deal_the_same(chance):
    """Take chance from what decides a deal; the day's key serves all tests of a site, so it is one for all."""
    import django

    django.setup()
    from django.conf import settings

    from games import fair
    from games.live import bots, moves
    from games.models import Game
    from games.services.bots import claims as bots_claims
    from games.services.clocks import bot_moments, timekeeping
    from games.services.tables import bot_names

    settings.MIDDLEWARE.insert(0, "tests.dealt.hold_posted")
    moves._play = hold_said(moves._play)
    fair.new_seed = lambda: fair.Secret(hashlib.sha256(b"key of the day").digest())
    fair.keys.new_seed = lambda: fair.Secret(chance.draw("seed", fair.keys.SEED_BYTES))
    fair.keys.uuid = fair.offers.uuid = SimpleNamespace(uuid4=lambda: chance.name("deal"))
    command = [sys.executable, "-m", "tests.dealt", "bots", "--child"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "cwd": Path(__file__).parent.parent}
    bots.BotsChild._new_process = lambda _child: subprocess.Popen(command, **pipes)
    for module in (bot_names, bots_claims, bot_moments, timekeeping):
        module._RANDOM = Dealt(chance, module.__name__)
    Game._meta.get_field("id")._get_default = lambda: chance.name("game")


if __name__ == "__main__":
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardcity_site.settings")
    deal_the_same(Chance(Path(os.environ["CARDCITY_DATA"]) / "dealt"))
    main()
