"""The only reader of server seeds: commitments, draws and the reveal (fair shuffle 2 to 6)."""

from django.views.decorators.debug import sensitive_variables

from games import fair
from games.models import DrawEntry, Game, GameSecret
from games.rules import registry


@sensitive_variables()
def commit_to_seed(game: Game) -> None:
    """Draw the game's server seed and fix its commitment, before anybody else can sit."""
    seed = fair.new_seed()
    game.commitment = fair.commitment(str(game.pk), seed)
    game.save()
    GameSecret.objects.create(game=game, server_seed=seed)


def transcript(game: Game) -> bytes:
    """Return what every seat contributed, as the proof states it."""
    ruleset = registry.get(game.ruleset_slug)
    seats = [fair.SeatInput(seat.kind, bytes(seat.client_seed)) for seat in game.seats.all()]
    return fair.transcript(str(game.pk), ruleset.ruleset_id, bytes.fromhex(ruleset.digest), seats)


@sensitive_variables()
def source(game: Game) -> fair.Source:
    """Return the game's source of chance at its next unused number."""
    seed = bytes(game.secret.server_seed)
    return fair.Source(fair.game_key(seed, transcript(game)), game.draw_no)


def keep_draws(game: Game, used: fair.Source) -> None:
    """Store what the source was asked, in the transaction of the move that asked."""
    records = used.records
    DrawEntry.objects.bulk_create(
        DrawEntry(game=game, draw_no=record.draw_no, data=record.to_json()) for record in records
    )
    game.draw_no = used.draw_no


@sensitive_variables()
def revealed_seed(game: Game) -> bytes | None:
    """Return the server seed of a game that is over, else None."""
    return bytes(game.secret.server_seed) if game.is_over and not game.imported_id else None
