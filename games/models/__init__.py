"""What is stored: data, no rules."""

from games.models.decks import Deck
from games.models.game import DrawEntry, Game, GameSecret, Invitation, MoveRecord, Seat
from games.models.moderation import Appeal, AuditEntry, Report, Sanction
from games.models.notices import Delivery, Notice, PushSubscription
from games.models.people import Guest, Profile, Relation
from games.models.ratings import Rating, RatingChange, SoloRecord
from games.models.talk import ChatLine

__all__ = [
    "Appeal",
    "AuditEntry",
    "ChatLine",
    "Deck",
    "Delivery",
    "DrawEntry",
    "Game",
    "GameSecret",
    "Guest",
    "Invitation",
    "MoveRecord",
    "Notice",
    "Profile",
    "PushSubscription",
    "Rating",
    "RatingChange",
    "Relation",
    "Report",
    "Sanction",
    "Seat",
    "SoloRecord",
]
