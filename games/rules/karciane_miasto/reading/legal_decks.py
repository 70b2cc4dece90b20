"""What a deck may consist of, whatever the card set (KM-103, KM-104)."""

from collections.abc import Mapping

from games.rules.karciane_miasto.reading.card_rows import Card
from games.rules.karciane_miasto.reading.set_rows import Settings
from games.rules.protocol import IllegalMove
from games.rules.words import gettext_noop


def faults_of(
    counts: Mapping[str, int], known: Mapping[str, Card], settings: Settings
) -> tuple[IllegalMove, ...]:
    """Return everything that forbids a deck, each with its rule: unknown cards, size, copies, Plans."""
    unknown = sorted(card for card in counts if card not in known or known[card].pile)
    faults = [IllegalMove("KM-104", gettext_noop("Unknown card: %(card)s."), card=card) for card in unknown]
    size = sum(counts.values())
    if size != settings.deck_size:
        reason = gettext_noop("A deck must have exactly %(size)s cards. This one has %(count)s.")
        faults.append(IllegalMove("KM-103", reason, size=settings.deck_size, count=size))
    for card in sorted(counts.keys() - set(unknown)):
        if counts[card] > settings.max_copies:
            reason = gettext_noop(
                "You can have at most %(most)s copies of a card. This deck has %(count)s of %(card)s."
            )
            name = known[card].name
            faults.append(
                IllegalMove("KM-104", reason, most=settings.max_copies, card=name, count=counts[card])
            )
    plans = sum(n for card, n in counts.items() if card in known and known[card].kind == "plan")
    if plans < settings.min_plans:
        reason = gettext_noop("A deck must have at least %(least)s Plans. This one has %(count)s.")
        faults.append(IllegalMove("KM-104", reason, least=settings.min_plans, count=plans))
    return tuple(faults)
