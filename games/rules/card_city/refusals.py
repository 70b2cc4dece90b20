"""Every reason to refuse a command, with the rule that forbids it (CC-81)."""

from functools import partial

from games.rules import errors
from games.rules.words import gettext_noop

REFUSALS: dict[str, tuple[str, str]] = {
    "not_your_turn": ("CC-77", gettext_noop("You have nothing to decide right now.")),
    "game_over": ("CC-66", gettext_noop("The game is over.")),
    "wrong_phase": ("CC-18", gettext_noop("You can't do that in this phase of the round.")),
    "not_your_card": ("CC-31", gettext_noop("You don't have that card in hand.")),
    "bad_division": (
        "CC-22",
        gettext_noop("The Pair needs two cards, and half of the Rest must be face down."),
    ),
    "cell_occupied": ("CC-3", gettext_noop("There's already a card there.")),
    "not_adjacent": ("CC-8", gettext_noop("A card must share an edge with a card in the city.")),
    "outside_square": ("CC-7", gettext_noop("The city wouldn't fit into five columns and five rows.")),
    "limit_reached": (
        "CC-33",
        gettext_noop("You've reached the building limit. Each Industrial raises it by five."),
    ),
    "residential_beside_residential": (
        "CC-34",
        gettext_noop("You can't build a Residential beside a Residential."),
    ),
    "commercial_beside_commercial": (
        "CC-35",
        gettext_noop("You can't build a Commercial beside a Commercial."),
    ),
    "residential_beside_industrial": (
        "CC-36",
        gettext_noop("Residential and Industrial can never be neighbours."),
    ),
    "not_enough_coins": ("CC-38", gettext_noop("You don't have enough coins.")),
    "no_ready_district": ("CC-49", gettext_noop("No developing district touches this cell.")),
    "supply_empty": ("CC-17", gettext_noop("The supply has no more of these cards.")),
    "wait_for_earlier_players": (
        "CC-54",
        gettext_noop("The supply is running short, so players earlier in turn order go first."),
    ),
    "already_bought": ("CC-59", gettext_noop("You only get one chance per round to buy.")),
}

refusal = partial(errors.refusal, REFUSALS)
"""Return the refusal of a code, with the values of its reason."""
