"""The only reader of server seeds: commitments, draws and the reveal (fair shuffle 2 to 6)."""

from typing import Any
from uuid import UUID

from django.views.decorators.debug import sensitive_variables

from games import fair
from games.models import DrawEntry, Game, GameSecret
from games.selectors.stored.entries import entry_of
from games.selectors.stored.prepared import Placeholder, Prepared

_secrets = Prepared(lambda: GameSecret.objects.filter(pk=Placeholder(GameSecret, "game")))


@sensitive_variables()
def commit_to_seed(game: Game, deal: fair.Deal | None = None) -> None:
    """Fix a new game's seed and commitment: those of the deal, or of a new random one."""
    deal = deal or fair.new_deal()
    game.deal_id, game.deal_kind = UUID(deal.deal_id), deal.kind
    game.commitment = fair.commitment(deal.deal_id, deal.server_seed)
    game.save()
    GameSecret.objects.create(game=game, server_seed=deal.server_seed)


def start_of(game: Game) -> fair.Start:
    """Return what the game starts with and every seat contributed, as the proof states it."""
    return fair.Start(
        deal_id=str(game.deal_id or game.pk),
        ruleset_id=game.ruleset_id,
        ruleset_digest=game.ruleset_digest,
        seats=tuple(fair.SeatInput(seat.kind, bytes(seat.client_seed)) for seat in game.seats.all()),
        kind=game.deal_kind,
        version=game.fair_version,
    )


@sensitive_variables()
def game_key(game: Game) -> fair.Secret:
    """Return the key of all the game's draws; never to be kept."""
    (secret,) = _secrets(game=game.pk)
    return fair.game_key(bytes(secret.server_seed), start_of(game))


@sensitive_variables()
def source(game: Game, draw_no: int | None = None) -> fair.Source:
    """Return the game's source of chance at its next unused number, or at the one given."""
    first = game.draw_no if draw_no is None else draw_no
    return fair.Source(game_key(game), first, game.fair_version)


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
        start=start_of(game),
        status=status,
        commitment=game.commitment,
        start_digest=game.start_digest or None,
        head=game.head or None,
        plies=game.ply,
        options=game.options,
        server_seed=seed,
        **(_revealed(game) if seed and game.start_digest else {}),
    )


def _revealed(game: Game) -> dict[str, Any]:
    """Return what is public only at the end: draws, log and result."""
    draws = tuple(fair.load_record(draw.data) for draw in game.draws.all())
    if game.fair_version == 1:
        return {"draws": draws}
    log = tuple(entry_of(record) for record in game.records.filter(ply__gt=0))
    return {"draws": draws, "log": log, "result": result_of(game)}


def result_of(game: Game) -> fair.Result:
    """Return how a game ended, as its rows say."""
    seats = list(game.seats.all())
    scores = tuple((seat.points, seat.place) for seat in seats)
    is_played = game.status == Game.Status.FINISHED and not game.ending
    left = frozenset(seat.index for seat in seats if seat.left and is_played)
    return fair.Result(game.ending or fair.PLAYED, scores, left)


@sensitive_variables()
def fair_export(game: Game) -> dict[str, Any]:
    """Return ``fair.json``; seed, draws and log are in it only once the game is over.

    For a shared deal that is when its day is over; until then the game counts as one that runs.
    """
    if game.is_over and not game.is_revealed:
        return fair.export(_proof(game, None, Game.Status.RUNNING if game.start_digest else Game.Status.OPEN))
    seed = fair.Secret(game.secret.server_seed) if game.is_over else None
    return fair.export(_proof(game, seed, game.status))


@sensitive_variables()
def checks(game: Game, kept: fair.Kept = fair.NOTHING) -> list[fair.Check]:
    """Check a game as anybody can by its export once it is over; the operator can while it runs, too."""
    ended = game.status if game.is_over else Game.Status.FINISHED
    return fair.verify_proof(_proof(game, fair.Secret(game.secret.server_seed), ended), kept)
