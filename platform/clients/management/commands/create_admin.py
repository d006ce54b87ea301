"""`manage.py create_admin EMAIL`: makes a user an admin, with a new account if there is none."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from accounts.credentials import guessable_passwords, passwords
from clients import services
from core.errors import Failure
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now


class Command(StoreCommand):
    help = """\
Makes the user with this email address an admin. If there is no such user, creates one and prints the password.

Admins see every client, so give each person an account of their own. A client who becomes an admin is no longer shown
as a client.

  pulseboard create_admin ana@example.com --name 'Ana Silva'"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--name", default="", help="shown to clients; default: the part of the address before @")
        parser.add_argument(
            "--password", default="", help="the password of a new account; default: a random one, which is printed"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        email, password = options["email"], options["password"] or secrets.token_urlsafe(12)
        name = options["name"] or email.partition("@")[0]
        if passwords.is_short(password):
            raise CommandError(passwords.TOO_SHORT)
        if passwords.is_long(password):
            raise CommandError(f"Password cannot be longer than {passwords.MAX_BYTES} characters")
        try:
            guessable_passwords.check_not_guessable(password)
            _, is_new = write_now(
                services.create_admin, email=email, name=name, password_hash=passwords.hashed_now(password)
            )
        except Failure as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{email} is an admin.")
        if is_new and not options["password"]:
            self.stdout.write(f"Password: {password}")
