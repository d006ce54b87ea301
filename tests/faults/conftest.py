"""What the fault tests share: a served product with people in it."""

import os

from tests.support.servers.crash_harness import furnished, place

__all__ = ["furnished", "place"]

# What needs several servers runs where they are; what no store has a part in runs once.
SEVERAL = ["test_distributed_*.py"]
NO_STORE = [
    "test_friday_run.py",
    "test_started_servers.py",
    "test_strange_requests.py",
    "test_sync_bounds.py",
    "test_sync_crowds.py",
    "test_sync_floods.py",
    "test_sync_versions.py",
]
collect_ignore_glob = NO_STORE if os.environ.get("STORE") == "postgresql" else SEVERAL
