"""What every test run shares: how the work is dealt out to four workers on two cores."""

import os
from pathlib import Path
from zlib import crc32

import pytest

from tests.support.emptying import by_deleting

TESTS = Path(__file__).parent
# Tests with real browsers follow each other on two workers, those that kill servers on a third: all of them wait a lot.
# Without browsers those that kill servers have two, or the others would be done a minute before.
WORKERS_OF = {"e2e": 2, "faults": 2 if os.environ.get("STORE") == "postgresql" else 1}
READABLE = 60


def pytest_configure() -> None:
    if os.environ.get("STORE") == "postgresql":
        by_deleting()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files of a kind of whole-stack tests have their workers; a file of unit tests keeps what it has prepared."""
    for item in items:
        kind = item.path.relative_to(TESTS).parts[0]
        if kind in WORKERS_OF:
            place = crc32(item.path.stem.encode()) % WORKERS_OF[kind]
            item.add_marker(pytest.mark.xdist_group(f"{kind}-{place}"))
        elif kind == "unit":
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A long value names no case; where it is random, two workers could not agree on the tests either."""
    return argname if isinstance(val, str) and len(val) > READABLE else None
