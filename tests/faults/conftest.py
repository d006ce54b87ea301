"""What the fault tests share: a served product with people in it."""

import os

from tests.support.servers.crash_harness import furnished, place

__all__ = ["furnished", "place"]

# What needs several servers runs where they are; what no store has a part in runs once.
SEVERAL = ["distributed"]
NO_STORE = [
    "jobs/test_friday_run.py",
    "servers/test_cleanup.py",
    "servers/test_strange_requests.py",
    "sync/test_bounds.py",
    "sync/test_crowds.py",
    "sync/test_floods.py",
    "sync/test_versions.py",
]
collect_ignore_glob = NO_STORE if os.environ.get("STORE") == "postgresql" else SEVERAL
