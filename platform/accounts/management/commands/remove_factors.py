"""`manage.py remove_factors EMAIL`: for a user who has lost their second factor and their recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from accounts import services
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now


class Command(StoreCommand):
    help = """\
Removes every second factor of the user with this email address, and signs the user out.

Use it for a user who has lost the second factor and the recovery codes. Verify the user's identity first, because
afterwards the password alone is enough.

  pulseboard remove_factors maya@example.com"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        removed = write_now(services.remove_factors, email=options["email"])
        if removed is None:
            raise CommandError(f"Nobody has the address {options['email']}.")
        self.stdout.write(f"{options['email']} has no second factor any more; {removed} removed.")
