"""The SQLite backend: Django's, with recorded changes flushed before COMMIT."""

from django.db.backends.sqlite3 import base

from sync.db.flushing import FlushingMixin


class DatabaseWrapper(FlushingMixin, base.DatabaseWrapper):
    """`ENGINE: sync.db.sqlite3`."""
