"""Requests a confirmation before a command does something that cannot be undone."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError


def add_yes(parser: ArgumentParser) -> None:
    """Add the option `--yes`, which `confirm` reads, to a command."""
    parser.add_argument("--yes", action="store_true", help="do it without a question, for scripts")


def confirm(command: BaseCommand, consequences: str, options: dict[str, Any]) -> None:
    """Print the consequences, and return only if the operator types `yes` at a terminal or has given `--yes`.

    Otherwise raises CommandError, so a command must call this before it changes anything.
    """
    if options["yes"]:
        return
    command.stderr.write(consequences)
    if not sys.stdin.isatty():
        raise CommandError("Nothing was changed. Add --yes to do this without a question.")
    command.stderr.write("Type yes to go on: ", ending="")
    if sys.stdin.readline().strip().lower() != "yes":
        raise CommandError("Nothing was changed.")
