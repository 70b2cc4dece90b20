"""Make an account the owner of the site: for whoever runs the machine, when the owner is gone."""

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.conditions import require_migrations
from games.rules.protocol import RulesError
from games.services.moderation.ownership import give_site_to
from games.templatetags.live import filled


class Command(BaseCommand):
    """``make_owner USERNAME --reason TEXT``; it stands in the staff's log."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the account and why."""
        parser.add_argument("username")
        parser.add_argument("--reason", required=True, help="stands in the staff's log")

    def handle(self, *args: Any, **options: Any) -> None:
        """Hand the site over, or say why not."""
        require_migrations()
        user = get_user_model().objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['username']}.")
        try:
            give_site_to(user.pk, options["reason"])
        except RulesError as error:
            raise CommandError(filled(error.reason, error.values)) from error
        self.stdout.write(f"{user.get_username()} owns the site now.")
