"""What every test run shares: how the work is dealt out to two cores."""

import os
from pathlib import Path

import pytest

from tests.support.emptying import by_deleting

TESTS = Path(__file__).parent
# Real browsers and killed servers follow each other on one worker, so that they never compete for a core.
WHOLE_STACK = frozenset({"e2e", "faults"})
READABLE = 60


def pytest_configure() -> None:
    if os.environ.get("STORE") == "postgresql":
        by_deleting()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker takes the whole-stack tests, and a file of unit tests keeps what it has prepared."""
    for item in items:
        kind = item.path.relative_to(TESTS).parts[0]
        if kind in WHOLE_STACK:
            item.add_marker(pytest.mark.xdist_group("whole-stack"))
        elif kind == "unit":
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A long value names no case; where it is random, two workers could not agree on the tests either."""
    return argname if isinstance(val, str) and len(val) > READABLE else None
