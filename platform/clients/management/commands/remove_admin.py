"""`manage.py remove_admin EMAIL`: removes an admin's role. The account stays."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from clients import services
from core.errors import Failure
from sync.writes.db_executor import write_now


class Command(BaseCommand):
    help = "Have the person with this e-mail address be an admin no more; a client before that is one again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            write_now(services.remove_admin, email=options["email"])
        except Failure as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{options['email']} is no admin any more.")
