"""The next game of the same people."""

from uuid import UUID

from django.db import transaction

from games import fair
from games.bots.levels import DEFAULT_LEVEL
from games.models import Game, Seat
from games.rules.words import gettext_noop
from games.selectors.clocks.arithmetic import time_control_of
from games.selectors.stored.statements import locked_game
from games.selectors.tables.rematches import rematch_of
from games.selectors.viewers import Viewer, holder_of
from games.services.notices.inbox import tell_table
from games.services.play.refusals import TableError
from games.services.storage.news import announce_on_commit
from games.services.tables.bots import seat_bots
from games.services.tables.seating import Plan, deal_out, open_table, require_seat


def _same_again(game: Game, client_seed: str, deal: fair.Deal | None) -> Plan:
    return Plan(
        slug=game.ruleset_slug,
        seat_count=game.seat_count,
        options=game.options,
        client_seed=client_seed,
        pace=time_control_of(game),
        # Nobody is asked whether strangers may look on; who plays alone has said so already.
        listed=game.listed and game.seat_count == 1,
        rated=game.rated,
        bot_pace=game.bot_pace,
        deal=deal,
    )


def _seat_the_same_bots(game: Game, after: Game) -> None:
    """Let the bots that sat at a table from its start sit at the next one; if that fills it, it starts."""
    same = [seat for seat in game.seats.filter(kind=Seat.Kind.BOT) if not holder_of(seat).is_known]
    if same and after.is_open:
        seat_bots(after, [seat.bot or DEFAULT_LEVEL for seat in same], [seat.name for seat in same])
        if after.seats.count() == after.seat_count:
            deal_out(after)


def existing_rematch(game: Game, viewer: Viewer) -> Game | None:
    """Return the next game of the same seats, if there is one, to those who played, after the end."""
    require_seat(game, viewer)
    if not game.is_over:
        raise TableError(gettext_noop("The game isn't over yet."))
    return rematch_of(game).first()


@transaction.atomic(durable=True)
def rematch(game_id: UUID, viewer: Viewer, client_seed: str, deal: fair.Deal | None = None) -> Game:
    """Open the next game for the same seats, once; whoever comes second is led to it."""
    game = locked_game(game_id)
    after = existing_rematch(game, viewer)
    if after is None:
        after = open_table(viewer, _same_again(game, client_seed, deal))
        # One that closed unplayed makes room.
        Game.objects.filter(rematch_of=game).update(rematch_of=None)
        after.rematch_of = game
        after.save(update_fields=["rematch_of"])
        _seat_the_same_bots(game, after)
        tell_table(game, "rematch", by=viewer)
        announce_on_commit(game.pk, game.ply)
    return after
