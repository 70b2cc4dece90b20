"""What bots are called: invented proper names that need no translation, others for each level."""

from collections.abc import Iterable
from random import SystemRandom

from games.services.people.names import distinct_name

NAMES = {
    1: ("Pip", "Bibo", "Momo", "Kiki", "Toto", "Nino", "Zuzu", "Lulu"),
    2: ("Milo", "Runa", "Tavo", "Lenka", "Odo", "Mirel", "Savi", "Joko"),
    3: ("Arvid", "Selma", "Torvin", "Edda", "Kasimir", "Livia", "Bruno", "Oriel"),
    4: ("Aurelia", "Cornelius", "Octavia", "Leopold", "Theodora", "Balthazar", "Wilhelmina", "Maximilian"),
}
_RANDOM = SystemRandom()


def bot_name(level: int, taken: Iterable[str]) -> str:
    """Return a name of that level that nobody at the table bears."""
    others = [*taken]
    borne = {name.casefold() for name in others}
    free = [name for name in NAMES[level] if name.casefold() not in borne]
    return distinct_name(_RANDOM.choice(free or NAMES[level]), others)
