"""`manage.py reseal`: the last step of changing SECRET_KEY. deploy/docs/keys.md lists the others."""

from typing import Any

from django.core.management import CommandError

from accounts import services as accounts
from analytics import services as analytics
from clients.services import audit_log
from core.encryption import Resealed
from mail import services as mail
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now

RESEALERS = (accounts.reseal, mail.reseal, analytics.reseal)


class Command(StoreCommand):
    help = """\
Encrypts every stored secret with SECRET_KEY. SECRET_KEY_FORMER decrypts those of the former key.

It is one step of changing SECRET_KEY; deploy/docs/keys.md lists the others. Users notice nothing. You may run it again.

  pulseboard reseal"""

    def handle(self, *args: Any, **options: Any) -> None:
        write_now(audit_log.sign_head)
        count = sum((write_now(reseal) for reseal in RESEALERS), Resealed())
        self.stdout.write(f"{count.resealed} secrets are sealed with SECRET_KEY.")
        if count.unreadable:
            raise CommandError(
                f"{count.unreadable} were sealed with a key that is not SECRET_KEY_FORMER; they stay as they are."
            )
