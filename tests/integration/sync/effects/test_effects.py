"""Effects that run inside a transaction: in batches, each once, and a failure does not block the others."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.db import connection
from time_machine import Traveller

from core.clock import now
from sync.effects import effects
from sync.effects.reactions import QUICK, BatchReaction, Queue, Reaction, register
from sync.writes.db_executor import read, write
from tests.support.database.concurrent_writers import Undo, new_client
from tests.support.database.effects import effects_of, own_reactions

__all__ = ["own_reactions"]
pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("own_reactions"),
]
BATCH_MAX = 4


class Killed(BaseException):
    """Simulates the end of a process."""


class Recorder:
    """A handler that records its calls, creates a client for each subject, and raises for a subject like `bad`."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.is_killed = False

    def handle(self, subjects: Sequence[str]) -> None:
        self.calls.append(list(subjects))
        for subject in subjects:
            new_client(subject)
            if self.is_killed:
                raise Killed
            if subject.startswith("bad"):
                raise Undo


@pytest.fixture
def recorder() -> Recorder:
    instance = Recorder()
    register(BatchReaction("test.inside", instance.handle, after=[], at_a_time=BATCH_MAX))
    return instance


async def request(recorder: Recorder, *subjects: str) -> None:
    await write(effects.each_after_commit, recorder.handle, dict.fromkeys(subjects))


async def sweep(limit: int | None = None) -> int:
    """Run the due effects in a thread; returns how many are done now."""

    def work() -> int:
        try:
            return effects.sweep(limit=limit)
        finally:
            connection.close()

    return await asyncio.to_thread(work)


async def client_names() -> list[str]:
    from clients.models import Client

    return await read(lambda: list(Client.objects.order_by("company_name").values_list("company_name", flat=True)))


async def states(recorder: Recorder) -> dict[str, tuple[bool, int, str]]:
    """Whether each effect is done, its number of attempts, and its error."""
    stored = effects_of(recorder.handle).order_by("subject")
    return await read(lambda: {one.subject: (one.done_at is not None, one.tries, one.error) for one in stored})


async def test_effects_run_in_batches_and_once(recorder: Recorder) -> None:
    await request(recorder, "1", "2", "3", "4", "5", "6")
    await request(recorder, "6", "7")
    assert await sweep() == 7
    assert recorder.calls == [["1", "2", "3", "4"], ["5", "6", "7"]]
    assert await client_names() == ["1", "2", "3", "4", "5", "6", "7"]
    assert set((await states(recorder)).values()) == {(True, 1, "")}
    assert await sweep() == 0


async def test_a_sweep_runs_at_most_the_given_number_of_effects(recorder: Recorder) -> None:
    await request(recorder, "1", "2", "3", "4", "5", "6")
    assert await sweep(limit=5) == 5
    assert await client_names() == ["1", "2", "3", "4", "5"]


async def test_a_failed_effect_is_rolled_back_and_retried_later(recorder: Recorder) -> None:
    await request(recorder, "1", "bad", "2", "3", "4")
    assert await sweep() == 4
    assert await client_names() == ["1", "2", "3", "4"]
    effects = await states(recorder)
    assert effects.pop("bad") == (False, 1, "Undo()")
    assert set(effects.values()) == {(True, 1, "")}
    assert await sweep() == 0


async def test_effects_of_a_crashed_process_are_taken_over_at_once(recorder: Recorder) -> None:
    await request(recorder, "1", "2")
    recorder.is_killed = True
    with pytest.raises(Killed):
        await sweep()
    assert (await client_names(), set((await states(recorder)).values())) == ([], {(False, 0, "")})
    recorder.is_killed = False
    assert (await sweep(), await client_names()) == (2, ["1", "2"])


async def test_only_workers_of_the_queue_are_woken(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []

    def waker(name: str) -> Callable[[], None]:
        return lambda: woken.append(name)

    monkeypatch.setattr(effects, "_wakers", [])
    effects.register_waker(waker("quick"), QUICK)
    effects.register_waker(waker("other"), Queue("other", QUICK.lease))
    effects.register_waker(waker("any"))
    await request(recorder, "1")
    assert woken == ["quick", "any"]


async def test_a_lease_far_in_the_future_counts_as_expired() -> None:
    """Only a process whose clock was ahead can have set it, because a lease of this queue lasts QUICK.lease."""
    done: list[str] = []
    register(Reaction("test.leased", done.append, after=[]))
    await write(effects.after_commit, done.append, "1")
    stored = effects_of(done.append)
    for ahead, ran in ((QUICK.lease, []), (timedelta(days=1), ["1"])):
        await write(stored.update, leased_until=now() + ahead)
        await sweep()
        assert done == ran


async def test_a_late_failure_of_a_batch_changes_no_effect_that_another_process_has_done() -> None:
    """The first process has rolled back and logs the error. Another runs the effect before the first continues."""
    calls: list[Sequence[str]] = []

    def handle(subjects: Sequence[str]) -> None:
        calls.append(subjects)
        if len(calls) == 1:
            raise Undo

    class OtherProcess(logging.Filter):
        def filter(self, record: logging.LogRecord) -> bool:
            return effects.sweep() == 1

    register(BatchReaction("test.late", handle, after=[], at_a_time=BATCH_MAX))
    await write(effects.after_commit, handle, "1")
    other = OtherProcess()
    effects.log.addFilter(other)
    try:
        await sweep()
    finally:
        effects.log.removeFilter(other)
    stored = await read(effects_of(handle).get)
    assert (stored.done_at is not None, stored.tries, stored.error) == (True, 1, "")
    assert calls == [["1"], ["1"]]


@pytest.mark.parametrize("late", [None, Undo(), effects.Postponed(now())])
async def test_a_process_whose_lease_has_expired_changes_no_effect_that_another_one_has_done(
    late: Exception | None, fake_clock: Traveller
) -> None:
    done_at = None
    calls: list[str] = []

    def handle(subject: str) -> None:
        nonlocal done_at
        calls.append(subject)
        if len(calls) == 1:
            fake_clock.shift(QUICK.lease + timedelta(seconds=1))
            assert effects.sweep() == 1  # as another process does
            done_at = now()
            fake_clock.shift(timedelta(seconds=1))
            if late is not None:
                raise late

    register(Reaction("test.expired", handle, after=[]))
    await write(effects.after_commit, handle, "1")
    await sweep()
    stored = await read(effects_of(handle).get)
    assert (stored.done_at, stored.tries, stored.error) == (done_at, 2, "")
    assert calls == ["1", "1"]
