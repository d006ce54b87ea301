"""`manage.py rotate_epoch`: gives the store a new epoch, as the last step of a restore."""

from typing import Any

from django.core.management import BaseCommand

from sync.log import epochs
from sync.writes.db_executor import write_now


class Command(BaseCommand):
    help = "Make every device load its data again; run it after restoring a backup, before the server starts."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"The store's epoch is now {write_now(epochs.rotate)}.")
