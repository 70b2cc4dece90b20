#!/usr/bin/env python3
"""Django's command line for Card City."""

import os
import sys


def main() -> None:
    """Run the command named on the command line."""
    # What a command writes beside the data holds hands, seeds and sessions: nobody else reads it.
    os.umask(0o077)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardcity_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
