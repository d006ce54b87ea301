"""Effects that run inside a transaction: in batches, each once, and a failure does not block the others."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from django.db import connection

from sync.effects import effects
from sync.effects.effects import Queue
from sync.models import Effect
from sync.writes.db_executor import read, write
from tests.support.database.concurrent_writers import Undo, new_client

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
KIND, MOST = "test.inside", 4


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the handlers that a test registers when it ends."""
    for name in ("_inside", "_queues", "_handlers"):
        monkeypatch.setattr(effects, name, dict(getattr(effects, name)))
    monkeypatch.setattr(effects, "_wakers", [])


@pytest.fixture
def calls() -> list[list[str]]:
    """The subjects of each call of the handler, which creates a client for each subject and raises for a bad one."""
    recorded_calls: list[list[str]] = []

    def inside(subjects: Sequence[str]) -> None:
        recorded_calls.append(list(subjects))
        for subject in subjects:
            new_client(subject)
            if subject.startswith("bad"):
                raise Undo

    effects.handles_in_transaction(KIND, at_a_time=MOST)(inside)
    return recorded_calls


async def request(*subjects: str) -> None:
    await write(effects.each_after_commit, kind=KIND, subjects=dict.fromkeys(subjects))


async def swept(most: int | None = None) -> int:
    def work() -> int:
        try:
            return effects.sweep(most=most)
        finally:
            connection.close()

    return await asyncio.to_thread(work)


async def clients() -> list[str]:
    from clients.models import Client

    return await read(lambda: list(Client.objects.order_by("company_name").values_list("company_name", flat=True)))


async def states() -> dict[str, tuple[bool, int, str]]:
    """Whether each effect is done, its number of attempts, and its error."""
    effects = Effect.objects.filter(kind=KIND).order_by("subject")
    return await read(lambda: {one.subject: (one.done_at is not None, one.tries, one.error) for one in effects})


async def test_they_are_done_some_at_a_time_and_once(calls: list[list[str]]) -> None:
    await request("1", "2", "3", "4", "5", "6")
    await request("6", "7")
    assert await swept() == 7
    assert calls == [["1", "2", "3", "4"], ["5", "6", "7"]]
    assert await clients() == ["1", "2", "3", "4", "5", "6", "7"]
    assert set((await states()).values()) == {(True, 1, "")}
    assert await swept() == 0


async def test_not_more_are_done_than_was_said(calls: list[list[str]]) -> None:
    await request("1", "2", "3", "4", "5", "6")
    assert await swept(most=5) == 5
    assert await clients() == ["1", "2", "3", "4", "5"]


async def test_one_that_fails_is_tried_again_later_and_leaves_nothing(calls: list[list[str]]) -> None:
    await request("1", "bad", "2", "3", "4")
    assert await swept() == 4
    assert await clients() == ["1", "2", "3", "4"]
    effects = await states()
    assert effects.pop("bad") == (False, 1, "Undo()")
    assert set(effects.values()) == {(True, 1, "")}
    assert await swept() == 0


async def test_a_process_that_dies_meanwhile_leaves_them_to_the_next_at_once(
    calls: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """Simulates the end of a process."""

    def crash(subjects: Sequence[str]) -> None:
        new_client("half")
        raise Killed

    await request("1", "2")
    handler = effects._inside[KIND]
    effects.handles_in_transaction(KIND, at_a_time=MOST)(crash)
    with pytest.raises(Killed):
        await swept()
    assert (await clients(), set((await states()).values())) == ([], {(False, 0, "")})
    monkeypatch.setitem(effects._inside, KIND, handler)
    assert (await swept(), await clients()) == (2, ["1", "2"])


async def test_only_who_does_them_is_woken() -> None:
    woken: list[str] = []

    def waking(name: str) -> Callable[[], None]:
        return lambda: woken.append(name)

    other = Queue("other", effects.QUICK.lease)
    effects.handles_in_transaction(KIND, at_a_time=1)(lambda subjects: None)
    effects.register_waker(waking("quick"), effects.QUICK)
    effects.register_waker(waking("other"), other)
    effects.register_waker(waking("any"))
    await request("1")
    assert woken == ["quick", "any"]
    await write(effects.after_commit, kind="done by another process", subject="1")
    assert woken[2:] == ["quick", "other", "any"]
