"""What is stored: data, no rules."""

from games.models.chance import DrawEntry, GameSecret, OfferKey
from games.models.decks import Deck
from games.models.entrance import ClosedNetwork, SignInLink, SignUpInvitation, SiteState
from games.models.game import (
    PLAYED_BY_PEOPLE,
    Game,
    MoveRecord,
    Seat,
    held_by_account,
    held_by_guest,
)
from games.models.invitations import Candidate, Invitation
from games.models.moderation import Appeal, AuditEntry, Report, Sanction, holds_at
from games.models.notices import Delivery, Notice, PushSubscription
from games.models.owner import SiteOwner
from games.models.people import Guest, Profile, Relation
from games.models.ratings import Rating, RatingChange, SoloRecord
from games.models.talk import ChatLine

__all__ = [
    "PLAYED_BY_PEOPLE",
    "Appeal",
    "AuditEntry",
    "Candidate",
    "ChatLine",
    "ClosedNetwork",
    "Deck",
    "Delivery",
    "DrawEntry",
    "Game",
    "GameSecret",
    "Guest",
    "Invitation",
    "MoveRecord",
    "Notice",
    "OfferKey",
    "Profile",
    "PushSubscription",
    "Rating",
    "RatingChange",
    "Relation",
    "Report",
    "Sanction",
    "Seat",
    "SignInLink",
    "SignUpInvitation",
    "SiteOwner",
    "SiteState",
    "SoloRecord",
    "held_by_account",
    "held_by_guest",
    "holds_at",
]
