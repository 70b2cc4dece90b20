"""How one device likes the site, kept in a cookie of its own, for guests too."""

from dataclasses import dataclass, fields

ON, OFF = "on", "off"


@dataclass(frozen=True, slots=True)
class Prefs:
    """What a device chose; each field is one of its ``WORDS``, the first unless it says otherwise."""

    theme: str = "system"
    motion: str = "system"
    sound: str = ON
    signs: str = ON
    confirm: str = OFF
    keys: str = ON
    way: str = "bots"
    """How its last game was begun: against bots, with friends, with anybody online, or alone."""
    level: str = "2"
    bots: str = "brisk"


WORDS = {
    "theme": ("system", "light", "dark"),
    "motion": ("system", "reduced"),
    "sound": (ON, OFF),
    "signs": (ON, OFF),
    "confirm": (OFF, ON),
    "keys": (ON, OFF),
    "way": ("bots", "friend", "anybody", "alone"),
    "level": ("1", "2", "3", "4"),
    "bots": ("calm", "brisk", "once"),
}


def read(text: str) -> Prefs:
    """Return what a cookie says; whatever it should not say counts as not said."""
    said = dict(item.split(":", 1) for item in text.split(".") if ":" in item)
    return Prefs(**{name: said[name] for name, words in WORDS.items() if said.get(name) in words})


def written(prefs: Prefs) -> str:
    """Return the cookie that says this."""
    return ".".join(f"{field.name}:{getattr(prefs, field.name)}" for field in fields(prefs))
