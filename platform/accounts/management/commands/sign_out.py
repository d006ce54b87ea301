"""`manage.py sign_out EMAIL`, or `--everybody`: ends sessions, for a stolen device or a database that leaked."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from accounts import queries, services
from core.confirmation import add_yes, confirm
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now


class Command(StoreCommand):
    help = """\
Ends every session of the user with this email address, or of all users, at once.

Use it for a stolen device, or if a database has leaked. The user signs in again; changes that a device has not sent yet
stay on it until then. The command says how many sessions end and waits for your yes; --yes is for scripts.

  pulseboard sign_out maya@example.com
  pulseboard sign_out --everybody"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        target = parser.add_mutually_exclusive_group(required=True)
        target.add_argument("email", nargs="?")
        target.add_argument("--everybody", action="store_true")
        add_yes(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        email = options["email"]
        sessions = queries.session_count(email=email)
        if email and not sessions:
            raise CommandError(f"{email} is signed in nowhere.")
        consequences = f"{sessions} sessions of {email or 'all users'} end now. They must sign in again on each device."
        confirm(self, consequences, options)
        ended = 0
        while count := write_now(services.end_batch, email=email):
            ended += count
        self.stdout.write(f"Sessions that have ended: {ended}.")
