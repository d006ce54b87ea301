"""`manage.py sign_out EMAIL`, or `--everybody`: for a stolen device, or a database that leaked."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from accounts import services
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now


class Command(StoreCommand):
    help = """\
Ends every session of the user with this email address, or of all users, at once.

Use it for a stolen device, or if a database has leaked. The user signs in again; changes that a device has not sent yet
stay on it until then.

  pulseboard sign_out maya@example.com
  pulseboard sign_out --everybody"""

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
