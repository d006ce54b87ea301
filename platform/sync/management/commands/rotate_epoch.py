"""`manage.py rotate_epoch`: gives the store a new epoch, as the last step of a restore."""

from argparse import ArgumentParser
from typing import Any

from core.confirmation import add_yes, confirm
from sync.log import epochs
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now

CONSEQUENCES = (
    "Every device loads all its data again as soon as it connects, which is much work for the server. Nothing that users"
    " wrote is lost: devices send unsent changes afterwards."
)


class Command(StoreCommand):
    help = """\
Makes every device load its data again, and then send its unsent changes.

`pulseboard restore` does this itself. Run it after you restored a copy by other means, before the server starts:
without it devices would keep rows that the restored database does not have. The command waits for your yes; --yes is
for scripts.

  pulseboard rotate_epoch"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_yes(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        confirm(self, CONSEQUENCES, options)
        self.stdout.write(f"The store's epoch is now {write_now(epochs.rotate)}.")
