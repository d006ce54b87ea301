"""The clock of this process, which a test stops and sets."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine


@pytest.fixture
def fake_clock() -> Iterator[time_machine.Traveller]:
    """This process's clock, stopped at the current time; other processes and `time.monotonic` are not affected."""
    with time_machine.travel(timedelta(), tick=False) as traveller:
        yield traveller
