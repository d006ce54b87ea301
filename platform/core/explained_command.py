"""The base of commands for operators: their help is shown as it is written, with an example."""

from argparse import RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser, DjangoHelpFormatter


class _AsWritten(RawDescriptionHelpFormatter, DjangoHelpFormatter):
    pass


class ExplainedCommand(BaseCommand):
    """`help` says what the command does, what happens to users, and has an example."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(prog_name, subcommand, formatter_class=_AsWritten, **kwargs)
