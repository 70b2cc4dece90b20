"""Looks at a restored site, on data of its own: ``echo N | python -m games.services.backups.inspection``."""

import sys
from collections.abc import Iterator

import django


def inspect(sample: int) -> Iterator[tuple[bool, str]]:
    """Bring the database up to date, and say of each part whether it is in order."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    yield True, _contents()
    yield _games(sample)
    yield _audit()


def _contents() -> str:
    from django.contrib.auth import get_user_model
    from django.db.models import Max

    from games.models import Game, MoveRecord

    last = MoveRecord.objects.aggregate(last=Max("at"))["last"]
    when = f", the last at {last:%Y-%m-%d %H:%M:%S} UTC" if last else ""
    accounts, games = get_user_model().objects.count(), Game.objects.count()
    return f"{accounts} accounts, {games} games, {MoveRecord.objects.count()} moves{when}"


def _games(sample: int) -> tuple[bool, str]:
    from games.models import Game
    from games.services.upkeep.verification import verify_stored

    started = Game.objects.exclude(start_digest="").filter(imported_id=None)
    chosen = started.order_by("?")[:sample] if sample else started
    count, failed = 0, []
    for game_id in chosen.values_list("pk", flat=True).iterator():
        count += 1
        if not all(check.ok for check in verify_stored(game_id)):
            failed.append(str(game_id))
    line = f"{count} of {started.count()} started games replayed from their seeds, {len(failed)} failed"
    return not failed, "\n".join([line, *failed])


def _audit() -> tuple[bool, str]:
    from games.models import AuditEntry
    from games.services.rights.audit import head, problems

    entries = AuditEntry.objects.order_by("pk")
    wrong = list(problems(entries.iterator()))
    line = f"{entries.count()} entries of the staff's log checked, {len(wrong)} problems; head {head()}"
    return not wrong, "\n".join([line, *wrong])


def main() -> None:
    """Print what is there; exit with status 1 if anything is wrong."""
    sample = sys.stdin.read()
    if not sample:
        # Whoever wanted to know was stopped, and has taken the data away.
        return
    django.setup()
    results = list(inspect(int(sample)))
    for _, line in results:
        print(line)
    sys.exit(not all(good for good, _ in results))


if __name__ == "__main__":
    main()
