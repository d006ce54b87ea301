"""The end of a process: effects that it interrupts are due again at once, without an error or a counted try."""

import asyncio
import logging
import threading
from collections.abc import Sequence

import pytest
from django.db import connection

from core.clock import now
from sync.effects import effects, ending, sweeper
from sync.effects.reactions import QUICK, BatchHandler, BatchReaction, Handler, Queue, Reaction, register
from sync.effects.sweeper import WorkerThread
from sync.writes.db_executor import read, write
from tests.support.database.effects import effects_of, own_reactions

__all__ = ["own_reactions"]
pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("own_reactions"),
]
TESTS = Queue("tests", QUICK.lease)
WITHIN_S = 5.0


class BlockedHandlers:
    """Handlers that wait until the test lets them go on, and then raise, or return if `fails` is False."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = threading.Event(), threading.Event()
        self.subjects: list[str] = []
        self.fails = True

    def handle(self, subject: str) -> None:
        self.subjects.append(subject)
        self.has_begun.set()
        assert self.may_end.wait(WITHIN_S)
        if self.fails:
            raise RuntimeError("cannot schedule new futures after shutdown")

    def handle_first(self, subjects: Sequence[str]) -> None:
        self.handle(subjects[0])


@pytest.fixture
def blocked(monkeypatch: pytest.MonkeyPatch) -> BlockedHandlers:
    monkeypatch.setattr(ending, "_has_begun", threading.Event())
    monkeypatch.setattr(sweeper, "_started", [])
    monkeypatch.setattr(effects, "_wakers", [])
    return BlockedHandlers()


async def end_while_running(blocked: BlockedHandlers) -> None:
    """Start a worker thread, end the process's effects while the first one runs, and then let that effect finish."""

    def sweep() -> None:
        effects.sweep(TESTS)
        connection.close()

    thread = WorkerThread("test", sweep, None, TESTS)
    thread.start()
    assert await asyncio.to_thread(blocked.has_begun.wait, WITHIN_S)
    sweeper.stop(timeout_s=0)
    blocked.may_end.set()
    await asyncio.to_thread(thread.join, WITHIN_S)
    assert thread.is_stuck()  # a thread that has ended counts as stuck


@pytest.mark.parametrize("is_batch", [False, True])
async def test_an_interrupted_effect_is_due_again_without_an_error(
    is_batch: bool, blocked: BlockedHandlers, caplog: pytest.LogCaptureFixture
) -> None:
    handler: Handler | BatchHandler = blocked.handle_first if is_batch else blocked.handle
    if is_batch:
        register(BatchReaction("test.ends", blocked.handle_first, after=[], at_a_time=1, queue=TESTS))
    else:
        register(Reaction("test.ends", blocked.handle, after=[], queue=TESTS))
    await write(effects.each_after_commit, handler, {"1": None, "2": None})
    await end_while_running(blocked)
    stored = await read(lambda: list(effects_of(handler).order_by("subject")))
    assert [(one.done_at, one.leased_until, one.tries, one.error) for one in stored] == [(None, None, 0, "")] * 2
    assert all(one.due <= now() for one in stored)
    assert blocked.subjects == ["1"]
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_an_effect_that_finishes_in_time_is_done_and_no_other_is_taken(blocked: BlockedHandlers) -> None:
    blocked.fails = False
    register(Reaction("test.ends", blocked.handle, after=[], queue=TESTS))
    await write(effects.each_after_commit, blocked.handle, {"1": None, "2": None})
    await end_while_running(blocked)
    stored = await read(lambda: list(effects_of(blocked.handle).order_by("subject")))
    assert [(one.done_at is not None, one.leased_until, one.tries) for one in stored] == [
        (True, None, 1),
        (False, None, 0),
    ]
    assert blocked.subjects == ["1"]
