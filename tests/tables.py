"""Builders that several test folders share: people, tables, moves."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from games.models import Game, Guest
from games.rules import registry
from games.rules.protocol import CHANCE
from games.selectors.clocks.arithmetic import NO_CLOCK, TimeControl, clock_of
from games.selectors.clocks.measures import hides_who
from games.selectors.stored.entries import to_the_second
from games.selectors.stored.position import keep_state, load_state
from games.selectors.stored.undo import basis_ply
from games.selectors.viewers import Viewer
from games.services.play.door import Order, play_move
from games.services.play.turns import Author, record
from games.services.storage import seeds
from games.services.tables.seating import Plan, open_table, sit
from games.services.upkeep.referee import tick


def guest(name):
    found = Guest.objects.create(name=name)
    return Viewer(guest_id=found.pk, name=name)


LIVE = TimeControl(Game.Pace.LIVE, base=300, increment=5)
DAYS = TimeControl(Game.Pace.DAYS, base=3 * 86400)


def running(slug="demo", seats=2, pace=NO_CLOCK, **options):
    """Return a started game and its viewers in seat order."""
    viewers = [guest(f"Player {number}") for number in range(seats)]
    game = open_table(viewers[0], Plan(slug, seats, options, listed=True, client_seed="first", pace=pace))
    for viewer in viewers[1:]:
        sit(game.pk, viewer, f"seed of {viewer.name}")
    return Game.objects.get(pk=game.pk), viewers


def fresh(game):
    """Return the game as it is stored now."""
    return Game.objects.get(pk=game.pk)


def row(game, seat):
    """Return the row of a seat as it is stored now."""
    return game.seats.get(index=seat)


def clock(game, seat):
    """Return the clock of a seat as it is stored now."""
    return clock_of(row(game, seat))


def play(game, viewer, notation, seen=None, key=None):
    """Play a move as a page drawn just now would, or one drawn at ply ``seen``."""
    seat = game.seats.get(guest_id=viewer.guest_id).index
    game.refresh_from_db()
    basis = basis_now(game, seat) if seen is None else seen
    ply = play_move(game.pk, viewer, Order(notation, basis, key or f"p{basis}"))
    game.refresh_from_db()
    return ply


def basis_now(game, seat):
    """Return the basis of a page of the seat drawn just now."""
    stale = game.records.filter(Q(alone=True) | Q(seat=seat))
    return basis_ply(stale.order_by("-ply")[:1], seat)


def skip(game, viewers, plies, random):
    """Write random moves into the log of a game, at most up to its last, as though they had been made on pages."""
    game.refresh_from_db()
    ruleset, chance, last = registry.get(game.ruleset_slug), seeds.source(game), game.ply + plies
    before = state = load_state(game)
    made = []
    while (acting := ruleset.to_act(state)) and (game.ply + len(made) < last or CHANCE in acting):
        seat = min(acting)
        by_chance = seat == CHANCE
        if not by_chance:
            _write(game, made)
            made, before = [], state
        move = ruleset.sample(state, chance) if by_chance else random.choice(ruleset.legal_moves(state, seat))
        step = ruleset.apply(state, seat, move)
        actor = "chance" if by_chance else viewers[seat].actor
        author = Author(seat, actor, to_the_second(timezone.now()), alone=acting == {seat})
        made.append((move, step, author._replace(veiled=hides_who(ruleset, state, seat))))
        state = step.state
    if acting:
        _write(game, made)
    else:
        # A move after which chance ends the game is a last one, too.
        state = before
    keep_state(game, state)
    seeds.keep_draws(game, chance)
    game.save()


def _write(game, made):
    for move, step, author in made:
        record(game, move, step, author)


def run_out(game, seat, over=2):
    """Set a seat's clock so that it ended so many seconds ago."""
    game.seats.filter(index=seat).update(
        time_left=timedelta(), clock_from=timezone.now() - timedelta(seconds=over)
    )
    Game.objects.filter(pk=game.pk).update(wake_at=timezone.now())


def tick_then(moment):
    """Let the referee come at a later moment as though it had been there all the time."""
    clocked = Game.objects.filter(status=Game.Status.RUNNING, paused_at=None).exclude(pace=Game.Pace.NONE)
    clocked.update(wake_at=moment)
    return tick(moment)
