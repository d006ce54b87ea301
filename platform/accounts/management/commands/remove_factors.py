"""`manage.py remove_factors EMAIL`: for a user who has lost their second factor and their recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounts import services
from sync.writes.db_executor import write_now


class Command(BaseCommand):
    help = "Remove every second factor of the person with this e-mail address, and sign them out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        removed = write_now(services.remove_factors, email=options["email"])
        if removed is None:
            raise CommandError(f"Nobody has the address {options['email']}.")
        self.stdout.write(f"{options['email']} has no second factor any more; {removed} removed.")
