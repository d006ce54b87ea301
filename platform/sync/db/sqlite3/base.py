"""The SQLite backend: Django's, with recorded changes written before COMMIT."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.backends.sqlite3 import base

from sync.db.flushing import FlushingMixin


class DatabaseWrapper(FlushingMixin, base.DatabaseWrapper):
    """`ENGINE: sync.db.sqlite3`."""

    transaction_mode: str | None

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """Inside, a transaction takes the write lock only when it writes."""
        self.ensure_connection()  # it sets `transaction_mode`
        mode, self.transaction_mode = self.transaction_mode, "DEFERRED"
        try:
            yield
        finally:
            self.transaction_mode = mode
