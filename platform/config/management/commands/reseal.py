"""`manage.py reseal`: the last step of changing SECRET_KEY. deploy/docs/keys.md lists the others."""

from typing import Any

from django.core.management import BaseCommand, CommandError

from accounts import services as accounts
from analytics import services as analytics
from core.encryption import Resealed
from mail import services as mail
from sync.writes.db_executor import write_now

RESEALERS = (accounts.reseal, mail.reseal, analytics.reseal)


class Command(BaseCommand):
    help = "Seal every stored secret with SECRET_KEY; what the former key has sealed, SECRET_KEY_FORMER opens."

    def handle(self, *args: Any, **options: Any) -> None:
        count = sum((write_now(reseal) for reseal in RESEALERS), Resealed())
        self.stdout.write(f"{count.open} secrets are sealed with SECRET_KEY.")
        if count.closed:
            raise CommandError(
                f"{count.closed} were sealed with a key that is not SECRET_KEY_FORMER; they stay as they are."
            )
