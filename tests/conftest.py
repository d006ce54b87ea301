"""What every test run shares: the order of work on two cores."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
# Real browsers and killed servers share one worker, so that they never compete with each other for a core.
WHOLE_STACK = ("e2e", "faults")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole-stack tests form one group, which starts first because it is the longest."""
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in WHOLE_STACK:
            item.add_marker(pytest.mark.xdist_group("whole-stack"))
