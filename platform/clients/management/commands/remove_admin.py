"""`manage.py remove_admin EMAIL`: removes an admin's role. The account stays."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from clients import services
from clients.errors import LastAdmin
from core.confirmation import add_yes, confirm
from core.errors import Failure
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now

CONSEQUENCES = (
    "{email} loses access to all clients, and all data of the provider leaves their devices now. create_admin gives"
    " the role back."
)
LAST_ADMIN_WARNING = (
    "{email} is the last admin. Without an admin, nobody can answer clients or see the admins' pages until you run"
    " create_admin again."
)


class Command(StoreCommand):
    help = """\
Removes the admin role of the user with this email address.

All data of the provider leaves the user's devices at once. The account stays, and a former client becomes a client
again. The command waits for your yes; --yes is for scripts. The last admin is removed only with --last, or after you
typed the address again.

  pulseboard remove_admin ana@example.com"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        add_yes(parser)
        parser.add_argument(
            "--last", action="store_true", help="remove the last admin too; with --yes without a question"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        email = options["email"]
        confirm(self, CONSEQUENCES.format(email=email), options)
        try:
            try:
                write_now(services.remove_admin, email=email, may_be_last=options["last"])
            except LastAdmin:
                self._confirm(email)
                write_now(services.remove_admin, email=email, may_be_last=True)
        except Failure as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{email} is no longer an admin.")

    def _confirm(self, email: str) -> None:
        self.stderr.write(LAST_ADMIN_WARNING.format(email=email))
        if not sys.stdin.isatty():
            raise CommandError("Nothing was changed. Add --last to remove the last admin.")
        self.stderr.write("Type the address again to go on: ", ending="")
        if sys.stdin.readline().strip().lower() != email.lower():
            raise CommandError("Nothing was changed.")
