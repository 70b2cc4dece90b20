"""``manage.py`` for sites under test that deal each test the same games in every run.

What a deal depends on (the server's seed, the game's id, a contribution that the server suggests) follows from what the
file ``dealt`` in the site's data says, which a test writes when it begins. Without that file chance is what it is.

While there is a file ``hold``, a move that was committed is never answered, as if the answer were lost on its way:
a file ``held`` tells the test that one is.
"""

import hashlib
import os
import sys
import time
import uuid
from pathlib import Path
from types import SimpleNamespace


class Chance:
    """Bytes that follow from what the file says and from how often they were asked for since."""

    def __init__(self, path):
        self.path, self.text, self.count = path, "", 0

    def draw(self, size):
        text = self.path.read_text() if self.path.exists() else ""
        if not text:
            return os.urandom(size)
        self.count = self.count + 1 if text == self.text else 1
        self.text = text
        return hashlib.shake_256(f"{text} {self.count}".encode()).digest(size)


def hold_answers(get_response):
    """Keep the answer to a committed move for as long as a test asks for it; a middleware."""
    data = Path(os.environ["CARDCITY_DATA"])

    def answer(request):
        response = get_response(request)
        while response.status_code < 400 and request.path.endswith("/move/") and (data / "hold").exists():
            (data / "held").touch()
            time.sleep(0.05)
        return response

    return answer


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardcity_site.settings")
    import django
    from django.core.management import execute_from_command_line

    django.setup()
    from django.conf import settings

    from games import fair
    from games.forms import seeds
    from games.models import Game

    settings.MIDDLEWARE.insert(0, "tests.dealt.hold_answers")
    chance = Chance(Path(os.environ["CARDCITY_DATA"]) / "dealt")
    fair.new_seed = lambda: fair.Secret(chance.draw(32))
    seeds.secrets = SimpleNamespace(token_hex=lambda size: chance.draw(size).hex())
    Game._meta.get_field("id")._get_default = lambda: uuid.UUID(bytes=chance.draw(16), version=4)
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
