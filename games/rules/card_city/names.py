"""The words of Card City's data, so that the translators' tools find them."""

from games.rules.words import gettext_noop as _

CARD_NAMES = {
    "R": _("Residential"),
    "C": _("Commercial"),
    "L": _("Leisure"),
    "I": _("Industrial"),
    "P": _("Parking"),
    "H": _("City Hall"),
}
"""The types of cards by their letters (CC-1)."""
RATING_NAMES = (_("Hamlet"), _("Village"), _("Town"), _("City"), _("Metropolis"))
"""What a solo score is called (CC-75)."""
