"""Decks of one's own: making, changing and choosing them. Whether a deck is legal, its title's rules say."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from games.models import Deck, Profile
from games.rules import registry
from games.rules.protocol import MalformedMove, NotSeated, RulesError
from games.rules.words import gettext_noop
from games.selectors.decks import KEPT, deck_choices, rules_of
from games.selectors.players.sanctions import Kind, require_allowed
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer
from games.services.tables.seating import require_open, require_seat

MOST_DECKS = 50
MOST_CARDS = 100
NAME_LENGTH = 40


class DeckError(RulesError):
    """The deck, or the shelf it stands on, takes no more."""


@transaction.atomic
def create(owner: Viewer, slug: str, name: str, cards: Mapping[str, int]) -> Deck:
    """Put a new deck, legal or not yet, on the owner's shelf."""
    if owner.user_id is None:
        raise NotSeated(gettext_noop("Sign in first."))
    Profile.objects.select_for_update().get(user_id=owner.user_id)
    if Deck.objects.filter(user_id=owner.user_id).count() >= MOST_DECKS:
        raise DeckError(
            gettext_noop("You already have %(most)s decks, which is the limit. Delete one to make room."),
            most=MOST_DECKS,
        )
    return Deck.objects.create(
        user_id=owner.user_id, slug=slug, name=name[:NAME_LENGTH], cards=_known(slug, cards)
    )


def _known(slug: str, cards: Mapping[str, int]) -> dict[str, int]:
    """Return the cards that there are, in the order of the title, if they are not too many."""
    if sum(cards.values()) > MOST_CARDS:
        raise DeckError(gettext_noop("Decks here can have up to %(most)s cards."), most=MOST_CARDS)
    return {card.id: cards[card.id] for card in rules_of(slug).cards if cards.get(card.id, 0) > 0}


def rename(deck: Deck, name: str) -> None:
    """Give a deck another name."""
    deck.name = name[:NAME_LENGTH]
    deck.save(update_fields=["name", "changed_at"])


def delete(deck: Deck) -> None:
    """Take a deck off its owner's shelf for good; games it was chosen for have their own copy."""
    deck.delete()


@transaction.atomic
def change(deck: Deck, card: str, by: int) -> Deck:
    """Put copies of a card into a deck, or take them out; two changes at once both count."""
    locked = Deck.objects.select_for_update().get(pk=deck.pk)
    if card not in {known.id for known in rules_of(locked.slug).cards}:
        raise MalformedMove(gettext_noop("There's no such card."))
    locked.cards = _known(locked.slug, {**locked.cards, card: locked.cards.get(card, 0) + by})
    locked.save(update_fields=["cards", "changed_at"])
    return locked


def notation(viewer: Viewer, slug: str, key: str) -> str:
    """Return the move that a choice stands for, none for an empty one; an illegal deck is refused."""
    if not key:
        return ""
    if registry.get(slug).decks is None:
        raise MalformedMove(gettext_noop("There's no such deck."))
    chosen = next((deck for deck in deck_choices(viewer, slug) if deck.key == key), None)
    if chosen is None:
        raise MalformedMove(gettext_noop("There's no such deck."))
    if chosen.fault:
        raise chosen.fault
    return chosen.notation


@transaction.atomic(durable=True)
def choose(game_id: UUID, viewer: Viewer, key: str) -> None:
    """Let the seat's holder choose a deck before the start, or choose none yet; nobody else is told."""
    require_allowed(viewer, Kind.SITE)
    game = locked_game(game_id)
    require_open(game)
    seat = require_seat(game, viewer)
    if key != KEPT:
        seat.deck = notation(viewer, game.ruleset_slug, key)
        seat.save(update_fields=["deck"])
