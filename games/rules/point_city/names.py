"""The words of Point City's data, so that the translators' tools find them."""

from games.rules.words import gettext_noop as _

RESOURCE_NAMES = {
    "community": _("Community"),
    "economy": _("Economy"),
    "energy": _("Energy"),
    "ecology": _("Ecology"),
    "industry": _("Industry"),
    "ingenuity": _("Ingenuity"),
}
"""The six resources by their word in the data."""
BUILDING_NAMES = (
    _("ATM"),
    _("Mini golf"),
    _("Newsstand"),
    _("Market stall"),
    _("Bus stop"),
    _("Post office"),
    _("Pond"),
    _("Food truck"),
    _("Playground"),
    _("Hot dog stand"),
    _("Tiny house"),
    _("Tree house"),
    _("Bird feeder"),
    _("Art gallery"),
    _("Fountain"),
    _("Café"),
    _("Community garden"),
    _("Townhouses"),
    _("Cell tower"),
    _("Factory"),
    _("Radio station"),
    _("Observatory"),
    _("Supermarket"),
    _("Small park"),
    _("Manor"),
    _("Warehouse"),
    _("Funfair"),
    _("Apartments"),
    _("Data centre"),
    _("Quarry"),
    _("Train station"),
    _("Dam"),
)
"""The names the buildings bear; several cards may share one."""
TOKEN_LABELS = {
    "ct-flat-5": _("5 points"),
    "ct-flat-7": _("7 points"),
    "ct-full-set": _("6 per full set of five"),
    "ct-type-2": _("2 per type with 2+"),
    "ct-type-3": _("3 per type with 3+"),
    "ct-missing-type": _("4 per missing type"),
    "ct-ingenuity": _("2 per unspent ingenuity card"),
    "ct-community": _("2 per community"),
    "ct-economy": _("2 per economy"),
    "ct-energy": _("2 per energy"),
    "ct-ecology": _("2 per ecology"),
    "ct-industry": _("2 per industry"),
    "ct-pair-community-economy": _("3 per community + economy"),
    "ct-pair-community-energy": _("3 per community + energy"),
    "ct-pair-community-ecology": _("3 per community + ecology"),
    "ct-pair-community-industry": _("3 per community + industry"),
    "ct-pair-economy-energy": _("3 per economy + energy"),
    "ct-pair-economy-ecology": _("3 per economy + ecology"),
    "ct-pair-economy-industry": _("3 per economy + industry"),
    "ct-pair-energy-ecology": _("3 per energy + ecology"),
    "ct-pair-energy-industry": _("3 per energy + industry"),
    "ct-pair-ecology-industry": _("3 per ecology + industry"),
    "ct-promo-type-4": _("4 per type with 4+"),
    "ct-promo-unspent-cards": _("1 per unspent resource card"),
    "ct-promo-civic-tokens": _("2 per civic token (incl. this)"),
    "ct-promo-plain-buildings": _("1 per resource-only building"),
}
"""Every civic token in a few words."""
TOKEN_TEXTS = {
    "ct-flat-5": _("Worth 5 points, no condition."),
    "ct-flat-7": _("Worth 7 points, no condition."),
    "ct-full-set": _(
        "6 points for every complete set of the five permanent resource types: 6 times the "
        "smallest of the five counts."
    ),
    "ct-type-2": _(
        "2 points for each resource type with 2 or more permanent resources in your city. Each type "
        "counts once."
    ),
    "ct-type-3": _(
        "3 points for each resource type with 3 or more permanent resources in your city. Each type "
        "counts once."
    ),
    "ct-missing-type": _(
        "4 points for each of the five resource types with no permanent resource in your city."
    ),
    "ct-ingenuity": _(
        "2 points for each ingenuity card you still have at the end, including your starting card."
    ),
    "ct-community": _("2 points for every permanent community in your city."),
    "ct-economy": _("2 points for every permanent economy in your city."),
    "ct-energy": _("2 points for every permanent energy in your city."),
    "ct-ecology": _("2 points for every permanent ecology in your city."),
    "ct-industry": _("2 points for every permanent industry in your city."),
    "ct-pair-community-economy": _(
        "3 points for every pair of one permanent community and one permanent economy: 3 times the "
        "smaller of the two counts."
    ),
    "ct-pair-community-energy": _(
        "3 points for every pair of one permanent community and one permanent energy: 3 times the "
        "smaller of the two counts."
    ),
    "ct-pair-community-ecology": _(
        "3 points for every pair of one permanent community and one permanent ecology: 3 times the "
        "smaller of the two counts."
    ),
    "ct-pair-community-industry": _(
        "3 points for every pair of one permanent community and one permanent industry: 3 times "
        "the smaller of the two counts."
    ),
    "ct-pair-economy-energy": _(
        "3 points for every pair of one permanent economy and one permanent energy: 3 times the "
        "smaller of the two counts."
    ),
    "ct-pair-economy-ecology": _(
        "3 points for every pair of one permanent economy and one permanent ecology: 3 times the "
        "smaller of the two counts."
    ),
    "ct-pair-economy-industry": _(
        "3 points for every pair of one permanent economy and one permanent industry: 3 times the "
        "smaller of the two counts."
    ),
    "ct-pair-energy-ecology": _(
        "3 points for every pair of one permanent energy and one permanent ecology: 3 times the "
        "smaller of the two counts."
    ),
    "ct-pair-energy-industry": _(
        "3 points for every pair of one permanent energy and one permanent industry: 3 times the "
        "smaller of the two counts."
    ),
    "ct-pair-ecology-industry": _(
        "3 points for every pair of one permanent ecology and one permanent industry: 3 times the "
        "smaller of the two counts."
    ),
    "ct-promo-type-4": _(
        "4 points for each resource type with 4 or more permanent resources in your city. Each type "
        "counts once."
    ),
    "ct-promo-unspent-cards": _(
        "1 point for each resource card you still have at the end: cards, not symbols. Ingenuity cards "
        "and your starting card count too."
    ),
    "ct-promo-civic-tokens": _("2 points for each civic token you have, including this one."),
    "ct-promo-plain-buildings": _(
        "1 point for every building that has neither the civic symbol nor printed points, that is, "
        "only a permanent resource."
    ),
}
"""Every civic token explained to players; the words of the data belong to the digest of the ruleset."""
