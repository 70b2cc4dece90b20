"""What invented people say, complain about and are told."""

from datetime import timedelta
from random import Random

from django.utils import timezone

from games.models import ChatLine, Report, Sanction
from games.services.crowd.games import Played
from games.services.crowd.people import Player

LINES = ("Hello!", "Good luck, have fun", "Nice move", "That was close!", "Thanks for the game", "Rematch?")
TALKATIVE, LINES_EACH = 0.2, 4
PEOPLE_PER_REPORT, PEOPLE_PER_SANCTION = 20, 50
REASONS = ("insult", "spam", "cheating", "name")


def let_people_talk(random: Random, people: list[Player], tables: list[Played]) -> None:
    """Write lines at some tables, reports about some people, and a few sanctions."""
    talked = random.sample(tables, int(len(tables) * TALKATIVE))
    lines = [_line(random, played) for played in talked for _ in range(LINES_EACH)]
    ChatLine.objects.bulk_create(lines, batch_size=500)
    accounts = {p.viewer.user_id: p.viewer.name for p in people if p.viewer.user_id is not None}
    _report(random, accounts)
    _sanction(random, list(accounts))


def _line(random: Random, played: Played) -> ChatLine:
    seat = random.choice(played.seats)
    return ChatLine(
        game=played.game,
        room=ChatLine.Room.PLAYERS,
        user_id=seat.user_id,
        guest_id=seat.guest_id,
        name=seat.name,
        text=random.choice(LINES),
    )


def _report(random: Random, accounts: dict[int, str]) -> None:
    states = [Report.State.OPEN, Report.State.TAKEN, Report.State.CLOSED]
    everybody = list(accounts)
    pairs = [random.sample(everybody, 2) for _ in range(len(accounts) // PEOPLE_PER_REPORT)]
    Report.objects.bulk_create(
        Report(
            kind=Report.Kind.PERSON,
            reason=random.choice(REASONS),
            by_user_id=by,
            user_id=user,
            evidence={"name": accounts[user]},
            state=random.choice(states),
        )
        for by, user in pairs
    )


def _sanction(random: Random, accounts: list[int]) -> None:
    kinds = [Sanction.Kind.WARNING, Sanction.Kind.CHAT, Sanction.Kind.HOSTING]
    Sanction.objects.bulk_create(
        Sanction(
            user_id=user,
            kind=random.choice(kinds),
            reason="An invented sanction",
            until=timezone.now() + timedelta(days=random.randint(-20, 20)),
        )
        for user in random.sample(accounts, len(accounts) // PEOPLE_PER_SANCTION)
    )
