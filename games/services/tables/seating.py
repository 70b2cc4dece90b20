"""Opening, sitting down at and starting a table."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import fair
from games.models import Game, MoveRecord, Seat
from games.rules import registry
from games.rules.protocol import CHANCE, MalformedMove, NotSeated, load_options
from games.rules.words import gettext_noop
from games.selectors.blocks import is_unwelcome
from games.selectors.clocks.arithmetic import NO_CLOCK, TimeControl, Turn
from games.selectors.players.sanctions import Kind, require_allowed
from games.selectors.stored.entries import CHANCE_ACTOR, to_the_second
from games.selectors.stored.position import keep_state
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer, seat_of
from games.services.clocks.timekeeping import reset_clocks
from games.services.company.arrivals import tell_of_newcomer
from games.services.company.meanwhile import refresh_meanwhile
from games.services.people.names import distinct_name
from games.services.play.manners import with_manners
from games.services.play.refusals import TableError, not_at_table
from games.services.play.turns import play_decks, run_chance, wake_after_move
from games.services.rights.newcomers import require_guests
from games.services.storage import chain, seeds
from games.services.storage.news import announce_on_commit

OPEN_TABLE_LIFE = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody asks of a new table."""

    slug: str
    seat_count: int
    options: dict[str, object]
    listed: bool = False
    client_seed: str = ""
    pace: TimeControl = NO_CLOCK
    rated: bool = False
    bot_pace: str = Game.BotPace.BRISK
    deal: fair.Deal | None = None
    """The deal a page has offered; what opens a table without a page gets a new one."""


def _seed_bytes(text: str) -> bytes:
    try:
        return fair.clean_client_seed(text)
    except ValueError as error:
        raise MalformedMove(
            gettext_noop(
                "Your seed can be up to 64 characters, or fewer in some alphabets, "
                "and can't contain control characters."
            )
        ) from error


def _given(game: Game, client_seed: str) -> bytes:
    """Return what a seat adds to the shuffle: nothing at a shared deal, which all tables play alike."""
    seed = _seed_bytes(client_seed)
    return b"" if game.deal_kind == Game.DealKind.SHARED else seed


def require_known(game: Game, viewer: Viewer) -> None:
    """Refuse who has no name, and guests where only people with an account may sit."""
    if not viewer.is_known:
        raise NotSeated(gettext_noop("Choose a name first."))
    if viewer.user_id is None:
        require_guests()
    if game.rated and viewer.user_id is None:
        raise TableError(gettext_noop("This is a rated table. You need an account to join."))


def _take_seat(
    game: Game, viewer: Viewer, client_seed: str, deck: str = "", deal: fair.Deal | None = None
) -> Seat:
    require_known(game, viewer)
    seats = list(game.seats.all())
    taken = {seat.index for seat in seats}
    free = [index for index in range(game.seat_count) if index not in taken]
    if not free:
        raise TableError(gettext_noop("This table is full."))
    if is_unwelcome(game, viewer):
        raise TableError(gettext_noop("You can't join this table."))
    return Seat.objects.create(
        game=game,
        index=free[0],
        user_id=viewer.user_id,
        guest_id=viewer.guest_id,
        name=distinct_name(viewer.name, (seat.name for seat in seats)),
        client_seed=_given(game, client_seed),
        deck=deck,
        seen_at=timezone.now(),
        offer=UUID(deal.deal_id) if deal and deal.kind == Game.DealKind.TABLE else None,
    )


def require_open(game: Game) -> None:
    """Raise ``TableError`` unless people may still sit down."""
    if not game.is_open:
        raise TableError(gettext_noop("The game at this table has already started."))


def new_table(viewer: Viewer, plan: Plan) -> Game:
    """Open a table and seat its host, without a start."""
    ruleset = registry.get(plan.slug)
    if plan.seat_count not in ruleset.seats:
        raise MalformedMove(gettext_noop("This game can't be played with that many players."))
    game = Game(
        ruleset_slug=plan.slug,
        ruleset_version=ruleset.version,
        ruleset_digest=ruleset.digest,
        options=asdict(load_options(ruleset.options, plan.options)),
        seat_count=plan.seat_count,
        listed=plan.listed,
        rated=plan.rated and plan.seat_count > 1,
        pace=plan.pace.kind,
        base_seconds=plan.pace.base,
        increment_seconds=plan.pace.increment,
        measure=plan.pace.measure,
        on_expiry=plan.pace.on_expiry,
        bot_pace=plan.bot_pace,
        wake_at=timezone.now() + OPEN_TABLE_LIFE,
    )
    seeds.commit_to_seed(game, plan.deal)
    _take_seat(game, viewer, plan.client_seed, deal=plan.deal)
    return game


@transaction.atomic
def open_table(viewer: Viewer, plan: Plan) -> Game:
    """Open a table, commit to its shuffle, and seat the host; a table for one starts at once."""
    require_allowed(viewer, Kind.SITE, Kind.HOSTING)
    game = new_table(viewer, plan)
    if game.seat_count == 1:
        deal_out(game)
    return game


@transaction.atomic(durable=True)
def sit(
    game_id: UUID, viewer: Viewer, client_seed: str, deck: str = "", deal: fair.Deal | None = None
) -> Seat:
    """Take a free seat, with a deck's move if one was chosen; who sits keeps theirs. A full table starts.

    The deal is the one that a page offered: by its id a form that is sent twice is known.
    """
    game = locked_game(game_id)
    if seat := seat_of(game, viewer):
        return seat
    require_allowed(viewer, Kind.SITE)
    require_open(game)
    return sit_down(game, viewer, client_seed, deck, deal)


def sit_down(
    game: Game, viewer: Viewer, client_seed: str, deck: str = "", deal: fair.Deal | None = None
) -> Seat:
    """Take a free seat at a table that is locked and open; a full table starts.

    The deal is the one a page offered in case there was no such table: it counts as taken.
    """
    seat = _take_seat(game, viewer, client_seed, deck, deal)
    tell_of_newcomer(game, seat, timezone.now())
    if game.seats.count() == game.seat_count:
        deal_out(game)
    announce_on_commit(game.pk, game.ply)
    return seat


@transaction.atomic(durable=True)
def set_seed(game_id: UUID, viewer: Viewer, client_seed: str) -> None:
    """Change the seat's contribution to the shuffle, until the start."""
    require_allowed(viewer, Kind.SITE)
    game = locked_game(game_id)
    require_open(game)
    seat = require_seat(game, viewer)
    seat.client_seed = _given(game, client_seed)
    seat.save(update_fields=["client_seed"])
    announce_on_commit(game.pk, game.ply)


def require_seat(game: Game, viewer: Viewer) -> Seat:
    """Return the viewer's seat; ``NotSeated`` without one."""
    seat = seat_of(game, viewer)
    if seat is None:
        raise not_at_table()
    return seat


def require_host(game: Game, viewer: Viewer, why: str) -> None:
    """Refuse whoever is banned, a table that is not open, and with this reason whoever is not its host."""
    require_allowed(viewer, Kind.SITE)
    require_open(game)
    if require_seat(game, viewer).index != game.host_index:
        raise NotSeated(why)


@transaction.atomic(durable=True)
def start(game_id: UUID, viewer: Viewer) -> None:
    """Let the host start with the seats taken so far."""
    game = locked_game(game_id)
    require_host(game, viewer, gettext_noop("Only the host can start the game."))
    taken = game.seats.count()
    if taken not in game.ruleset.seats or taken < 2:
        raise TableError(gettext_noop("This game can't be played with that many players."))
    close_ranks(game, taken)
    deal_out(game)
    announce_on_commit(game.pk, game.ply)


def close_ranks(game: Game, taken: int) -> None:
    """Let the seats taken at an open table count up from 0, so that no free one is left."""
    for index, seat in enumerate(list(game.seats.all())):
        if seat.index != index:
            game.host_index = index if game.host_index == seat.index else game.host_index
            seat.index = index
            seat.save(update_fields=["index"])
    game.seat_count = taken


def deal_out(game: Game) -> None:
    """Start the game of a table that is locked and open, with the seats taken so far."""
    ruleset = game.ruleset
    game.start_digest = fair.start_digest(game.commitment, seeds.start_of(game))
    chance = seeds.source(game)
    state = ruleset.setup(game.seat_count, load_options(ruleset.options, game.options), chance)
    game.status = Game.Status.RUNNING
    now = game.started_at = timezone.now()
    game.deal = ruleset.dump(state)
    start = f"start {game.start_digest}"
    at = to_the_second(now)
    MoveRecord.objects.create(game=game, ply=0, seat=CHANCE, notation=start, actor=CHANCE_ACTOR, at=at)
    chain.begin(game)
    state = run_chance(game, state, chance, now)
    state = with_manners(game, state, game.seats.all(), now)
    state = play_decks(game, state, now)
    state = run_chance(game, state, chance, now)
    seeds.keep_draws(game, chance)
    keep_state(game, state)
    waiting = ruleset.to_act(state)
    reset_clocks(game, now)
    # Nobody was to act before: whoever is now has come to it, and their time begins.
    wake_after_move(game, state, Turn(now, CHANCE, frozenset(), waiting, waiting))
    game.save()
    refresh_meanwhile(game)
