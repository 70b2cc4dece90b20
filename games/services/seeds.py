"""The only reader of server seeds: commitments, draws and the reveal (fair shuffle 2 to 6)."""

from typing import Any

from django.views.decorators.debug import sensitive_variables

from games import fair
from games.models import DrawEntry, Game, GameSecret


@sensitive_variables()
def commit_to_seed(game: Game) -> None:
    """Draw the game's server seed and fix its commitment, before anybody else can sit."""
    seed = fair.new_seed()
    game.commitment = fair.commitment(str(game.pk), seed)
    game.save()
    GameSecret.objects.create(game=game, server_seed=seed)


def _seats(game: Game) -> tuple[fair.SeatInput, ...]:
    return tuple(fair.SeatInput(seat.kind, bytes(seat.client_seed)) for seat in game.seats.all())


def transcript(game: Game) -> bytes:
    """Return what every seat contributed, as the proof states it."""
    digest = bytes.fromhex(game.ruleset_digest)
    return fair.transcript(str(game.pk), game.ruleset_id, digest, _seats(game))


@sensitive_variables()
def source(game: Game, draw_no: int | None = None) -> fair.Source:
    """Return the game's source of chance at its next unused number, or at the one given."""
    seed = bytes(game.secret.server_seed)
    key = fair.game_key(seed, transcript(game))
    return fair.Source(key, game.draw_no if draw_no is None else draw_no)


def keep_draws(game: Game, used: fair.Source) -> None:
    """Store what the source was asked, in the transaction of the move that asked."""
    DrawEntry.objects.bulk_create(
        DrawEntry(game=game, draw_no=record.draw_no, data=record.to_json()) for record in used.records
    )
    game.draw_no = used.draw_no


@sensitive_variables()
def _proof(game: Game, seed: fair.Secret | None, status: str) -> fair.Proof:
    return fair.Proof(
        game_id=str(game.pk),
        ruleset_id=game.ruleset_id,
        ruleset_digest=game.ruleset_digest,
        status=status,
        commitment=game.commitment,
        start_digest=game.start_digest or None,
        seats=_seats(game),
        server_seed=seed,
        draws=tuple(fair.load_record(draw.data) for draw in game.draws.all()) if seed else (),
    )


@sensitive_variables()
def fair_export(game: Game) -> dict[str, Any]:
    """Return ``fair.json``; the seed and the draws are in it only once the game is over."""
    seed = fair.Secret(game.secret.server_seed) if game.is_over else None
    return fair.export(_proof(game, seed, game.status))


@sensitive_variables()
def checks(game: Game) -> list[fair.Check]:
    """Check a game's draws as its export will allow, also while it still runs; for the operator only."""
    ended = game.status if game.is_over else Game.Status.FINISHED
    return fair.verify(fair.export(_proof(game, fair.Secret(game.secret.server_seed), ended)))
