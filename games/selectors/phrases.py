"""Ready-made phrases: stored by their slug, read in the reader's language."""

from games.rules.words import gettext_noop

PHRASES: dict[str, str] = {
    "hello": gettext_noop("Hello!"),
    "good_luck": gettext_noop("Good luck!"),
    "your_turn": gettext_noop("It's your turn."),
    "thinking": gettext_noop("Let me think."),
    "one_moment": gettext_noop("One moment, please."),
    "take_your_time": gettext_noop("Take your time."),
    "hurry": gettext_noop("A little faster, please?"),
    "nice_move": gettext_noop("Nice move!"),
    "thanks": gettext_noop("Thank you!"),
    "welcome": gettext_noop("You're welcome!"),
    "sorry": gettext_noop("Sorry!"),
    "oops": gettext_noop("Oops!"),
    "well_played": gettext_noop("Well played!"),
    "good_game": gettext_noop("Good game!"),
    "rematch": gettext_noop("Play again?"),
    "gladly": gettext_noop("I'd love to!"),
    "must_go": gettext_noop("I have to go."),
    "goodbye": gettext_noop("Goodbye!"),
}
"""In the order in which they are offered."""
