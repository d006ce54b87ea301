"""Queued writes are committed in one transaction, each with the same result as if it were alone."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from uuid import UUID

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts import services as accounts
from core.clock import now
from core.errors import NotSignedIn
from core.ids import uuid7
from messaging import services as messaging
from messaging.errors import MessageIdTaken
from messaging.models import Message
from sync.db.flushing import FlushingMixin
from sync.errors import CommitFailed
from sync.log import changes, hints
from sync.log.hints import Committed
from sync.writes.db_executor import read, write, write_now
from tests.support.database.concurrent_writers import Undo, log_gaps, new_client
from tests.support.database.group_commit import SOME_ID, Group, one_group, stored_names, write_client
from tests.support.portal.agency import Portal
from tests.support.sync.convergence import Devices, replicas_converge
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

COMMIT = vars(BaseDatabaseWrapper)["_commit"]


@pytest.fixture
def commits() -> Iterator[list[Committed]]:
    """The changes that each transaction committed."""
    commits_received: list[Committed] = []
    hints.listen(commits_received.append)
    yield commits_received
    hints.unlisten(commits_received.append)


def write_and_raise(name: str, client_id: UUID) -> None:
    """A service that writes like `write_client` and then raises."""
    write_client(name, client_id)
    raise Undo


def results(outcomes: list[object]) -> list[object]:
    """The outcomes, with the type of each error instead of the error."""
    return [type(one) if isinstance(one, BaseException) else one for one in outcomes]


async def test_lg1_queued_writes_share_one_transaction(commits: list[Committed]) -> None:
    async with one_group() as group:
        for n in range(5):
            group.submit(write_client, name=f"{n}", client_id=SOME_ID)
    assert group.outcomes == ["0", "1", "2", "3", "4"]
    assert [len(committed["w"]) for committed in commits] == [5]
    assert await read(log_gaps) == []


async def test_lg2_no_write_returns_before_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    returned: list[bool] = []
    async with one_group() as group:
        for n in range(3):
            group.submit(write_client, name=f"{n}", client_id=SOME_ID)

        def commit(database: BaseDatabaseWrapper) -> None:
            COMMIT(database)
            returned.extend(task.done() for task in group.tasks)

        monkeypatch.setattr(BaseDatabaseWrapper, "_commit", commit)
    assert returned[-3:] == [False, False, False]
    assert group.outcomes == ["0", "1", "2"]


async def test_lg2_a_rejected_write_of_a_group_rolls_back_only_itself(portal: Portal, devices: Devices) -> None:
    async with replicas_converge(devices), one_group() as group:
        for name in ("first", "second"):
            group.submit(write_client, name=name, client_id=SOME_ID)
        group.submit(write_and_raise, name="third", client_id=SOME_ID)
        group.submit(write_client, name="fourth", client_id=SOME_ID)
    assert results(group.outcomes) == ["first", "second", Undo, "fourth"]
    assert await stored_names() == (["first", "fourth", "second"], ["first", "fourth", "second"])


async def test_lg2_a_rejection_does_not_affect_the_next_group(portal: Portal, devices: Devices) -> None:
    """The next group runs with savepoints, the one after it without; in both, each write gets its own result."""
    for n in range(3):
        async with replicas_converge(devices), one_group() as group:
            group.submit(write_client if n else write_and_raise, name=f"{n} odd", client_id=SOME_ID)
            group.submit(write_client, name=f"{n} even", client_id=SOME_ID)
        assert results(group.outcomes) == [f"{n} odd" if n else Undo, f"{n} even"]
    assert (await stored_names())[0] == ["0 even", "1 even", "1 odd", "2 even", "2 odd"]


async def test_lg2_a_write_whose_rows_cannot_be_committed_fails_alone(portal: Portal, devices: Devices) -> None:
    """A deferred constraint is checked at COMMIT, and its error does not name the write that broke it."""

    def orphan(client_id: UUID) -> None:
        changes.insert(
            Message(id=uuid7(), client_id=uuid7(), content="", sender_role="client", sender_name="", created_at=now())
        )

    async with replicas_converge(devices), one_group() as group:
        group.submit(write_client, name="before", client_id=SOME_ID)
        group.submit(orphan, client_id=SOME_ID)
        group.submit(write_client, name="after", client_id=SOME_ID)
    assert results(group.outcomes) == ["before", IntegrityError, "after"]
    assert await stored_names() == (["after", "before"], ["after", "before"])


async def test_lg2_a_write_that_silently_breaks_its_transaction_gets_an_error() -> None:
    def broken(name: str, client_id: UUID) -> str:
        new_client(name)
        with suppress(Undo), transaction.atomic(savepoint=False):
            raise Undo
        return name

    async with one_group() as group:
        group.submit(write_client, name="whole", client_id=SOME_ID)
        group.submit(broken, name="broken", client_id=SOME_ID)
    with pytest.raises(transaction.TransactionManagementError):
        await write(broken, name="broken alone", client_id=SOME_ID)
    assert results(group.outcomes) == ["whole", transaction.TransactionManagementError]
    assert await stored_names() == (["whole"], ["whole"])


@pytest.mark.parametrize("took_effect", [False, True])
async def test_lg2_a_failed_commit_fails_all_writes_and_their_repeats_are_stored_once(
    took_effect: bool, portal: Portal, devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outcome of the commit is unknown, so the server does not retry; devices do, with the same ids (MU1)."""
    messages = [(name, uuid7()) for name in ("maya", "otto")]

    def fail(database: FlushingMixin) -> None:
        if not database.pending:  # the write that keeps the writer busy has written nothing
            COMMIT(database)
            return
        monkeypatch.setattr(BaseDatabaseWrapper, "_commit", COMMIT)
        if took_effect:
            COMMIT(database)
        raise OperationalError("the connection ended")

    def enqueue(group: Group) -> None:
        for name, message_id in messages:
            actor, client_id = actor_of(portal.users[name]), portal.clients[name]
            group.submit(
                messaging.send_message, actor=actor, message_id=message_id, client_id=client_id, content="once"
            )

    async with replicas_converge(devices):
        async with one_group() as group:
            enqueue(group)
            monkeypatch.setattr(BaseDatabaseWrapper, "_commit", fail)
        assert results(group.outcomes) == [CommitFailed, CommitFailed]
        assert await read(Message.objects.count) == (2 if took_effect else 0)
        async with one_group() as again:
            enqueue(again)
        assert [sent.first for sent in again.outcomes if isinstance(sent, messaging.SentMessage)] == [
            not took_effect
        ] * 2
    assert (await read(Message.objects.count), await read(log_gaps)) == (2, [])


async def test_mb5_each_session_is_checked_at_its_own_write(portal: Portal) -> None:
    """A sign-out affects later writes, even in the same group, and no earlier ones."""

    def send(group: Group, name: str) -> None:
        actor, client_id = actor_of(portal.users[name]), portal.clients[name]
        group.submit(messaging.send_message, actor=actor, message_id=uuid7(), client_id=client_id, content=name)

    async with one_group() as group:
        send(group, "maya")
        group.submit(accounts.sign_out, caller=actor_of(portal.users["maya"]), scope="local")
        send(group, "maya")
        send(group, "otto")
    assert [type(outcome) for outcome in group.outcomes] == [
        messaging.SentMessage,
        type(None),
        NotSignedIn,
        messaging.SentMessage,
    ]


async def test_mu1_one_id_several_times_in_a_group_is_one_message(portal: Portal, devices: Devices) -> None:
    actor, client_id, message_id = actor_of(portal.users["maya"]), portal.clients["maya"], uuid7()
    contents = ["once", "once", "other", "once"]
    async with replicas_converge(devices), one_group() as group:
        for content in contents:
            group.submit(
                messaging.send_message, actor=actor, message_id=message_id, client_id=client_id, content=content
            )
    first_flags = [one.first if isinstance(one, messaging.SentMessage) else one for one in results(group.outcomes)]
    assert first_flags == [True, False, MessageIdTaken, False]


async def test_a_cancelled_write_does_not_delay_its_group() -> None:
    async with one_group() as group:
        for name in ("stays", "goes", "stays too"):
            group.submit(write_client, name=name, client_id=SOME_ID)
        await asyncio.sleep(0)
        group.tasks[1].cancel()
    assert results(group.outcomes) == ["stays", asyncio.CancelledError, "stays too"]
    assert (await stored_names())[0] == ["stays", "stays too"]


async def test_writes_of_threads_without_an_event_loop_join_the_group(commits: list[Committed]) -> None:
    async with one_group() as group:
        group.submit(write_client, name="endpoint", client_id=SOME_ID)
        job = asyncio.create_task(asyncio.to_thread(write_now, write_client, name="job", client_id=SOME_ID))
    assert await job == "job"
    assert await stored_names() == (["endpoint", "job"], ["endpoint", "job"])
    with pytest.raises(Undo):
        await asyncio.to_thread(write_now, write_and_raise, name="rejected", client_id=SOME_ID)
