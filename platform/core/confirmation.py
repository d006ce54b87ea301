"""A question before a command does what cannot be undone."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError


def add_yes(parser: ArgumentParser) -> None:
    """Give a command the option that `confirm` reads."""
    parser.add_argument("--yes", action="store_true", help="do it without a question, for scripts")


def confirm(command: BaseCommand, consequences: str, options: dict[str, Any]) -> None:
    """Say what will happen, and go on only after `yes` was typed at a terminal or given as an option.

    Raises CommandError otherwise; then the command must not have changed anything.
    """
    if options["yes"]:
        return
    command.stderr.write(consequences)
    if not sys.stdin.isatty():
        raise CommandError("Nothing was changed. Add --yes to do this without a question.")
    command.stderr.write("Type yes to go on: ", ending="")
    if sys.stdin.readline().strip().lower() != "yes":
        raise CommandError("Nothing was changed.")
