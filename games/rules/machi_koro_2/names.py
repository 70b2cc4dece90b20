"""The words of Machi Koro 2's data, so that the translators' tools find them."""

from games.rules.words import gettext_noop as _

COLOUR_NAMES = {
    "red": _("restaurants (red)"),
    "blue": _("primary industry (blue)"),
    "green": _("secondary industry (green)"),
    "purple": _("major establishments (purple)"),
}
"""What the colours stand for (MK-21)."""
SYMBOL_NAMES = {
    "wheat": _("wheat"),
    "fruit": _("fruit"),
    "flower": _("flower"),
    "gear": _("gear"),
    "shop": _("shop"),
    "cup": _("cup"),
    "combo": _("counts others"),
    "major": _("major"),
}
"""The symbols of the establishments."""
DECK_NAMES = {
    "1-6": _("Establishments 1–6"),
    "7-12": _("Establishments 7–12"),
    "landmarks": _("Landmarks"),
}
"""The three rows by their decks."""
CARD_NAMES = (
    _("Sushi Bar"),
    _("Wheat Field"),
    _("Vineyard"),
    _("Bakery"),
    _("Café"),
    _("Flower Garden"),
    _("Convenience Store"),
    _("Forest"),
    _("Flower Shop"),
    _("Business Center"),
    _("Corn Field"),
    _("Stadium"),
    _("Hamburger Stand"),
    _("Furniture Factory"),
    _("Shopping District"),
    _("Family Restaurant"),
    _("Winery"),
    _("Apple Orchard"),
    _("Food Warehouse"),
    _("Mine"),
    _("Loan Office"),
    _("Farmers Market"),
    _("French Restaurant"),
    _("Moving Company"),
    _("Observatory"),
    _("Publisher"),
    _("Shopping Mall"),
    _("Tech Startup"),
    _("Airport"),
    _("Amusement Park"),
    _("Charterhouse"),
    _("Exhibit Hall"),
    _("Forge"),
    _("Museum"),
    _("Park"),
    _("Radio Tower"),
    _("Soda Bottling Plant"),
    _("Temple"),
    _("TV Station"),
    _("Launch Pad"),
)
"""The names of the cards."""
CARD_TEXTS = (
    _("When an opponent rolls this number, that opponent pays you 3 coins."),
    _("On anyone's roll, the bank pays you 1 coin."),
    _("On anyone's roll, the bank pays you 2 coins."),
    _("On your own roll, the bank pays you 2 coins."),
    _("When an opponent rolls this number, that opponent pays you 2 coins."),
    _("On your own roll, the bank pays you 3 coins."),
    _("On your own roll, the bank pays you 3 coins for every flower card (Flower Garden) in your city."),
    _("On anyone's roll, the bank pays you 3 coins."),
    _("On your own roll, every opponent pays you 3 coins."),
    _("On your own roll, the bank pays you 4 coins for every gear card (Forest, Mine) in your city."),
    _("On your own roll, every opponent holding 11 coins or more pays you half of them, rounded down."),
    _(
        "On your own roll, the bank pays you 3 coins for every fruit card (Vineyard, Apple Orchard) "
        "in your city."
    ),
    _("On your own roll, the bank pays you 2 coins for every cup card (any red establishment) in your city."),
    _("On anyone's roll, the bank pays you 6 coins."),
    _(
        "You may build it only while you have no landmark and every opponent has at least one; from "
        "then on every landmark costs you 2 coins less."
    ),
    _("When you build it, every opponent pays you 2 coins."),
    _("Launch Pad costs every player 5 coins less."),
    _(
        "When you build it, every opponent pays you 1 coin for each shop card (Bakery, Convenience "
        "Store) in their own city."
    ),
    _("A player whose dice add up to 12 gets 8 coins from the bank."),
    _("A player who builds nothing in the building step gets 5 coins from the bank."),
    _("When you build it, every opponent holding 11 coins or more pays you half of them, rounded down."),
    _("When you build it, every opponent pays you 3 coins for each landmark in their own city."),
    _("A player who rolls doubles receives 2 coins from each of the other players."),
    _(
        "When you build it, every opponent pays you 1 coin for each cup card (any red establishment) "
        "in their own city."
    ),
    _("Whoever builds it wins the game at once."),
)
"""What the cards do, in a sentence each."""
REWORDED = {
    "moving_company": _(
        "A player who rolls doubles must give one of their establishments to the neighbour on "
        "their right at the end of the turn."
    ),
    "business_center": _(
        "On your own roll, you may exchange one of your establishments for one of an opponent's."
    ),
    "amusement_park": _("A player who rolls doubles takes an extra turn after this one."),
    "radio_tower": _("When you build it, you take an extra turn after this one."),
    "park": _(
        "When you build it, all players' coins are pooled and shared out equally. The bank rounds "
        "each share up."
    ),
    "farmers_market": _(
        "Every player's wheat cards (Wheat Field, Corn Field) each earn 1 coin more when they activate."
    ),
    "shopping_mall": _(
        "Every player's shop cards (Bakery, Convenience Store) each earn 1 coin more when they activate."
    ),
    "charterhouse": _(
        "A player who rolled two dice and received no coins at all from that roll gets 3 coins from the bank."
    ),
    "forge": _("Every player's gear cards (Forest, Mine) each earn 1 coin more when they activate."),
    "soda_bottling_plant": _(
        "Every player's cup cards (any red establishment) each take 1 coin more from the player "
        "who rolled when they activate."
    ),
}
"""What players read of some cards instead: the data's own words belong to the ruleset's digest."""
