"""`manage.py remove_factors EMAIL`: removes the factors of a user who has lost them and their recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from accounts import services
from core.confirmation import add_yes, confirm
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now

CONSEQUENCES = (
    "{email} loses every second factor and every recovery code, and is signed out on each device. From then on the"
    " password alone is enough, so verify first that this user asks for it."
)


class Command(StoreCommand):
    help = """\
Removes every second factor of the user with this email address, and signs the user out.

Use it for a user who has lost the second factor and the recovery codes. Verify the user's identity first, because
afterwards the password alone is enough. The command waits for your yes; --yes is for scripts.

  pulseboard remove_factors maya@example.com"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        add_yes(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        confirm(self, CONSEQUENCES.format(email=options["email"]), options)
        removed = write_now(services.remove_factors, email=options["email"])
        if removed is None:
            raise CommandError(f"Nobody has the address {options['email']}.")
        self.stdout.write(f"{options['email']} has no second factor any more; {removed} removed.")
