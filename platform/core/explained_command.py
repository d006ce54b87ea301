"""The base class of commands for operators, which shows their help with the line breaks of the source."""

from argparse import RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser, DjangoHelpFormatter


class _KeepsLineBreaks(RawDescriptionHelpFormatter, DjangoHelpFormatter):
    pass


class ExplainedCommand(BaseCommand):
    """A command whose `help` says what it does and what happens to users, and has an example."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(prog_name, subcommand, formatter_class=_KeepsLineBreaks, **kwargs)
