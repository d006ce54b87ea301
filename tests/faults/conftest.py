"""What the fault tests share: a served product with people in it."""

import os

from tests.support.crashing import furnished, place

__all__ = ["furnished", "place"]

# What has no meaning on SQLite, whose one file belongs to one machine, runs where the servers are.
collect_ignore_glob = [] if os.environ.get("STORE") == "postgresql" else ["test_distributed_*.py"]
