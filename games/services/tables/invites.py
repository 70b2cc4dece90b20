"""The invite link of a table."""

from uuid import UUID

from django.db import transaction

from games.rules.protocol import NotSeated
from games.rules.words import gettext_noop
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer
from games.services.tables.seating import require_open, require_seat


@transaction.atomic(durable=True)
def renew_link(game_id: UUID, viewer: Viewer) -> None:
    """Put another invite link in the place of the one there was, which from now on leads nowhere."""
    game = locked_game(game_id)
    require_open(game)
    if require_seat(game, viewer).index != game.host_index:
        raise NotSeated(gettext_noop("Only the host can replace the invite link."))
    game.invite_no += 1
    game.save(update_fields=["invite_no"])
