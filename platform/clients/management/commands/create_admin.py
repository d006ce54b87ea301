"""`manage.py create_admin EMAIL`: makes a user an admin, with a new account if there is none."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from accounts.credentials import passwords
from clients import services
from core.errors import Failure
from sync.writes.db_executor import write_now


class Command(BaseCommand):
    help = "Make the person with this e-mail address an admin."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--name", default="")
        parser.add_argument("--password", default="", help="for a new account; made up and printed if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        email, password = options["email"], options["password"] or secrets.token_urlsafe(12)
        name = options["name"] or email.partition("@")[0]
        if passwords.is_short(password):
            raise CommandError(passwords.TOO_SHORT)
        if passwords.is_long(password):
            raise CommandError(f"Password cannot be longer than {passwords.MAX_BYTES} characters")
        try:
            _, is_new = write_now(
                services.create_admin, email=email, name=name, password_hash=passwords.hashed_now(password)
            )
        except Failure as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{email} is an admin.")
        if is_new and not options["password"]:
            self.stdout.write(f"Password: {password}")
