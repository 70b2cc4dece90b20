"""Invented people and their games, many and quickly: for looking at a full site and for measuring it.

The games were really played, at random, a few of each kind; many rows share them. Their shuffles are
not the site's, so nothing claims to prove them.
"""

from dataclasses import dataclass
from random import Random

from django.db import transaction

from games.services.crowd.games import play_games
from games.services.crowd.people import invent_people
from games.services.crowd.results import count_results
from games.services.crowd.talk import let_people_talk


@dataclass(frozen=True, slots=True)
class Size:
    """How many there shall be; the same seed makes the same crowd."""

    people: int
    games: int
    seed: int = 1


@transaction.atomic
def populate(size: Size) -> None:
    """Add people who know only each other, and what they have played, said and complained about."""
    random = Random(size.seed)  # noqa: S311
    people = invent_people(random, size.people)
    games = play_games(random, people, size.games)
    count_results(games)
    let_people_talk(random, people, games)
