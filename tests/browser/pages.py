"""The pages of the site as somebody comes to see them: each a name and the way there."""

from tests.browser.people import PAYMENT, TOKEN

PLAIN = {
    "start": "/",
    "new": "/new/point-city/",
    "rule_books": "/rules/",
    "rules": "/rules/point-city/",
    "card": "/rules/karciane-miasto/cards/?card=D101",
    "leaders": "/leaders/point-city/",
    "fair_play": "/fair-play/",
    "login": "/accounts/login/",
    "signup": "/accounts/signup/",
    "you": "/you/",
    "settings": "/you/settings/",
}


def opened(name):
    """The way to a page with an address of its own."""
    return lambda person: person.page.goto(PLAIN[name])


def start_forms(person):
    """The ways to a game with the options unfolded."""
    person.options()


def open_table(person):
    """The host's table before the start."""
    person.open_table(name="W" * 20)


def join(person):
    """What the invite link of a table shows to a stranger."""
    person.open_table()
    link = person.page.locator("#invite-link").input_value()
    person.context.clear_cookies()
    person.page.goto(link)


def own_turn(person):
    """A game just dealt."""
    person.open_solo()


def one_card(person):
    """One card chosen."""
    person.open_solo()
    person.press(person.page.locator("#pick-5"))


def payment(person):
    """Two cards chosen that can be paid for in several ways."""
    person.open_solo()
    person.seek(PAYMENT, 2)


def tokens(person):
    """Two cards chosen that ask for a civic token."""
    person.open_solo()
    person.seek(TOKEN, 2)


def end(person):
    """A game that is over."""
    person.open_solo()
    person.hurry(17)


def replay(person):
    """The middle of a finished game."""
    end(person)
    person.page.goto(f"{person.table}replay/9/")


def fair(person):
    """The checked shuffle of a finished game."""
    end(person)
    person.page.goto(f"{person.table}fair/")
    person.page.locator("#fair-result li").nth(4).wait_for()


def missing(person):
    """A page that is not there."""
    person.page.goto("/nowhere/")
    person.forgive("404")


def lobby(person):
    """A table in the lobby, seen by its host."""
    form = person.options("card-city")
    form.get_by_label("Your name").fill("W" * 20)
    form.locator("[name=listed][value=yes]").check()
    person.press_way("With a friend")
    person.page.goto("/lobby/")


def own_games(person):
    """A game that waits for its player, and a table that waits for others."""
    person.open_table()
    person.open_solo()
    person.page.goto("/games/")


def seats(person):
    """The others at a table, as a guest sees them."""
    watched(person)
    person.page.get_by_role("link", name="Players").click()


def watched(person):
    """Another's turn at a table of two, seen by somebody who only watches."""
    table = person.open_table()
    link = person.page.locator("#invite-link").input_value()
    for name in ("Bela", None):
        person.context.clear_cookies()
        person.page.goto(link)
        if name:
            person.join(link, name)
    person.page.goto(table)


WAYS = {name: opened(name) for name in PLAIN} | {
    way.__name__: way
    for way in (
        start_forms, open_table, join, own_turn, one_card, payment, tokens, watched, end, replay, fair, missing, lobby,
        own_games, seats,
    )
}  # fmt: skip
