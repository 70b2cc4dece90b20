"""Tags for what people are told."""

from django import template
from django.utils.translation import gettext

from games.models import Game
from games.rules import registry

register = template.Library()


@register.filter
def title(game: Game) -> str:
    """Return what a game's title is called in the reader's language."""
    return gettext(registry.get(game.ruleset_slug).name)
