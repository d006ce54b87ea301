"""`manage.py sign_out EMAIL`, or `--everybody`: for a stolen device, or a database that leaked."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounts import services
from sync.writes.db_executor import write_now


class Command(BaseCommand):
    help = "End every session of the person with this e-mail address, or of everybody; their connections close."

    def add_arguments(self, parser: ArgumentParser) -> None:
        target = parser.add_mutually_exclusive_group(required=True)
        target.add_argument("email", nargs="?")
        target.add_argument("--everybody", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        ended = 0
        while count := write_now(services.end_some, email=options["email"]):
            ended += count
        if options["email"] and not ended:
            raise CommandError(f"{options['email']} is signed in nowhere.")
        self.stdout.write(f"Sessions that have ended: {ended}.")
