"""`manage.py rotate_epoch`: gives the store a new epoch, as the last step of a restore."""

from typing import Any

from sync.log import epochs
from sync.management.store_command import StoreCommand
from sync.writes.db_executor import write_now


class Command(StoreCommand):
    help = """\
Makes every device load its data again, and then send its unsent changes.

`pulseboard restore` does this itself. Run it after you restored a copy by other means, before the server starts:
without it devices would keep rows that the restored database does not have.

  pulseboard rotate_epoch"""

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"The store's epoch is now {write_now(epochs.rotate)}.")
