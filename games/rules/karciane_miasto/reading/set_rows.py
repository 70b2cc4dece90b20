"""The rest of the card set as frozen rows: the settings, the words and the starter decks (section 14.1)."""

from typing import Any, Literal

from games.rules.karciane_miasto.text.terms import Natural, Positive, Type, data


@data
class Settings:
    """The numbers of the game."""

    players_min: Positive
    players_max: Positive
    vp_to_win: Positive
    hand_start: Natural
    hand_limit: Natural
    support_max: Positive
    deck_size: Positive
    max_copies: Positive
    min_plans: Natural
    max_rounds: Positive


@data
class Word:
    """A type or an index."""

    id: str
    name: str


@data
class HolderWord:
    """A good or a group, and the type of District it belongs to."""

    id: str
    name: str
    district_type: Type


@data
class SubtypeWord:
    """A subtype; some are of Terrains."""

    id: str
    name: str
    terrain: Literal[True] | None = None


@data
class DeckRow:
    """A starter deck: how often it holds each card."""

    id: str
    name: str
    text: str
    cards: dict[str, Positive]


@data
class FormerCardRow:
    """A card that no deck may hold any more, and the last version of the rules under which one might."""

    until: Positive
    card: dict[str, Any]


@data
class FormerDeckRow:
    """How a starter deck of a version of the rules differs from the version after: copies out, and in."""

    version: Positive
    id: str
    out: dict[str, Positive]
    in_: dict[str, Positive]


@data
class SetRows:
    """The whole file; ``read_card`` reads its cards."""

    settings: Settings
    types: tuple[Word, ...]
    goods: tuple[HolderWord, ...]
    groups: tuple[HolderWord, ...]
    indices: tuple[Word, ...]
    subtypes: tuple[SubtypeWord, ...]
    districts: tuple[dict[str, Any], ...]
    terrains: tuple[dict[str, Any], ...]
    player_cards: tuple[dict[str, Any], ...]
    starter_decks: tuple[DeckRow, ...]
    former_cards: tuple[FormerCardRow, ...]
    former_decks: tuple[FormerDeckRow, ...]
