"""What every test run shares: how the work is dealt out to three workers on two cores."""

import os
from pathlib import Path

import pytest

from tests.support.emptying import by_deleting

TESTS = Path(__file__).parent
# Tests with real browsers follow each other on one worker, those that kill servers on another: both wait a lot.
WHOLE_STACK = frozenset({"e2e", "faults"})
READABLE = 60


def pytest_configure() -> None:
    if os.environ.get("STORE") == "postgresql":
        by_deleting()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each kind of whole-stack tests has one worker, and a file of unit tests keeps what it has prepared."""
    for item in items:
        kind = item.path.relative_to(TESTS).parts[0]
        if kind in WHOLE_STACK:
            item.add_marker(pytest.mark.xdist_group(kind))
        elif kind == "unit":
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A long value names no case; where it is random, two workers could not agree on the tests either."""
    return argname if isinstance(val, str) and len(val) > READABLE else None
