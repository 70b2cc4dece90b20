"""``python -m tests.crash.bots_site``: the invented title with a brain, for commands in processes of their own."""

import os
import sys


def main(command, *arguments):
    """Prepare tables at which only bots sit, or run a command of the site."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "cardcity_site.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from games.rules import registry
    from tests.botting import BRAINY

    # Beside a busy suite whoever gives way waits: to start a lazy thinker took ten times as long.
    os.nice = lambda _increment: 0
    registry.SLUGS["demo"] = BRAINY
    if command == "prepare":
        call_command("migrate", verbosity=0)
        for _ in range(int(arguments[0])):
            table_of_bots()
    else:
        call_command(command, *arguments)


def table_of_bots():
    """Start a game of three bots, one of which sits where a person sat down."""
    from django.utils import timezone

    from games.models import Seat
    from games.services.clocks.bot_moments import let_play
    from tests.botting import against_bots

    game, _ = against_bots(1, 2, bot_pace="once")
    let_play(game, Seat.objects.get(game=game, index=0), 2, timezone.now())


if __name__ == "__main__":
    main(*sys.argv[1:])
