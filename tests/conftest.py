"""What every test run shares: how the work is dealt out to four workers on two cores."""

import gc
import os
from pathlib import PurePosixPath
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from manage import GC_THRESHOLDS
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.support.database.reset import take_over

# Tests with real browsers follow each other on two workers, those that kill servers on a third: all of them wait a lot.
# Without browsers those that kill servers have two, or the others would be done a minute before.
WORKERS_OF = {"e2e": 2, "faults": 2 if os.environ.get("STORE") == "postgresql" else 1}
READABLE = 60
# What depends on the timing of real browsers and killed processes is tried once more, as browser tests are elsewhere.
# The summary names each under RERUN: it is a defect of the test or of the product, and is mended.
TRIED_AGAIN = ("e2e", "faults")


def pytest_configure() -> None:
    gc.set_threshold(*GC_THRESHOLDS)
    take_over()
    # How long one example takes says how busy the machine is.
    settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("any machine")


class ByKind(LoadScopeScheduling):
    """The files of a kind of whole-stack tests have their workers; a file of unit tests keeps what it has prepared.

    The marks of xdist 3.8 for this do nothing under pytest 9.2, which has no `_nodeid` that could be set any more.
    """

    def _split_scope(self, nodeid: str) -> str:
        path = PurePosixPath(nodeid.partition("::")[0])
        kind = path.parts[1]
        if kind in WORKERS_OF:
            return f"{kind}-{crc32(str(path).encode()) % WORKERS_OF[kind]}"
        return str(path) if kind == "unit" else nodeid


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = PurePosixPath(__file__).parent
    for item in items:
        if item.path.relative_to(tests).parts[0] in TRIED_AGAIN:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByKind:
    return ByKind(config, log)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A long value names no case, and bytes never do: an archive holds the second it was made in.

    Where a name is random, two workers cannot agree on the tests, and none of them runs.
    """
    return argname if isinstance(val, bytes) or (isinstance(val, str) and len(val) > READABLE) else None
