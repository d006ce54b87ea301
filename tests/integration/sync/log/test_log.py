"""The log: dense numbers in commit order, rows and changes together, and versions that only grow."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import UUID

import pytest
from django.db import connection, transaction

from clients.models import Attention, Client
from core.ids import uuid7
from messaging.models import Message, Thread
from sync.errors import NoTransaction
from sync.log import changes, hints, membership, pending, streams
from sync.log.hints import Committed
from sync.models import Change, Stream
from tests.support.database.concurrent_writers import Undo, change_phone, concurrent_writers, log_gaps, new_client

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def logged(stream: str = "w") -> list[tuple[str, str, UUID, int]]:
    """`(op, tbl, row, v)` of each change of a stream, in order."""
    changes = Change.objects.filter(stream=stream).order_by("seq")
    return [(change.op, change.tbl, change.row_id, change.v) for change in changes]


def committed_client(name: str = "Harbor") -> Client:
    with transaction.atomic():
        return new_client(name)


def test_lg1_a_reader_always_sees_exactly_1_to_the_head() -> None:
    """12 writers with rollbacks and savepoints; they go on until the reader has read ten times."""
    reads: list[tuple[int, list[str]]] = []
    with concurrent_writers(12, times=5, may_end=lambda: len(reads) >= 10) as writers:
        while not all(writer.done() for writer in writers):
            reads.append((Stream.objects.get(id="w").head, log_gaps()))
    assert [gaps for _, gaps in reads if gaps] == []
    assert [head for head, _ in reads] == sorted(head for head, _ in reads)
    committed = [name for writer in writers for name in writer.result()]
    assert sorted(Client.objects.values_list("company_name", flat=True)) == sorted(committed)
    assert log_gaps() == []
    frames = [json.loads(frame) for frame in Change.objects.filter(stream="w").values_list("frame", flat=True)]
    assert {frame["company_name"] for frame in frames} == set(committed)


def test_lg1_a_rollback_returns_the_number() -> None:
    first = committed_client()
    with suppress(Undo), transaction.atomic():
        new_client("rolled back")
        raise Undo
    second = committed_client()
    assert logged() == [("u", "clients", first.id, 1), ("u", "clients", second.id, 1)]
    assert log_gaps() == []


def test_lg1_numbers_are_assigned_at_the_end_of_the_transaction() -> None:
    """So it locks the counter of a stream only briefly."""
    with transaction.atomic():
        new_client("one")
        change_phone(new_client("two"), "1")
        assert (Stream.objects.get(id="w").head, Change.objects.count()) == (0, 0)
    assert Stream.objects.get(id="w").head == 2


def test_lg2_changes_of_a_rolled_back_savepoint_are_dropped() -> None:
    with transaction.atomic():
        stored = new_client("kept")
        with suppress(Undo), transaction.atomic():
            new_client("dropped")
            change_phone(stored, "dropped")
            with transaction.atomic():
                new_client("released, then dropped")
            raise Undo
        with transaction.atomic():
            released = new_client("released")
    assert logged() == [("u", "clients", stored.id, 1), ("u", "clients", released.id, 1)]
    assert set(Client.objects.values_list("id", flat=True)) == {stored.id, released.id}


def test_lg2_a_failed_log_write_rolls_back_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no space for the log")

    with monkeypatch.context() as broken:
        broken.setattr(pending, "write", fail)
        with pytest.raises(RuntimeError), transaction.atomic():
            new_client("half")
    assert (Client.objects.count(), Change.objects.count(), Stream.objects.get(id="w").head) == (0, 0, 0)
    after = committed_client()
    assert logged() == [("u", "clients", after.id, 1)]


def head_for_others() -> int:
    """The head of `w` as another connection sees it now."""

    def count() -> int:
        try:
            return Stream.objects.get(id="w").head
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        return other.submit(count).result()


def test_lg2_a_hint_is_published_after_the_commit_and_never_for_a_rollback() -> None:
    hints_received: list[tuple[int, set[str]]] = []

    def listener(committed: Committed) -> None:
        hints_received.append((head_for_others(), set(committed)))

    hints.listen(listener)
    try:
        with suppress(Undo), transaction.atomic():
            new_client("rolled back")
            raise Undo
        client = committed_client()
    finally:
        hints.unlisten(listener)
    assert hints_received == [(1, {"w", streams.client(client.id)})]


def test_lg2_a_failed_listener_does_not_undo_the_commit() -> None:
    def broken(committed: Committed) -> None:
        raise RuntimeError("the listener failed")

    hints.listen(broken)
    try:
        client = committed_client()
    finally:
        hints.unlisten(broken)
    assert logged() == [("u", "clients", client.id, 1)]


OUTSIDE_TRANSACTION: dict[str, Callable[[UUID], object]] = {
    "insert": lambda client_id: new_client("outside"),
    "update": lambda client_id: changes.update(Client.objects.get(id=client_id), phone="outside"),
    "delete": lambda client_id: changes.delete(Client.objects.get(id=client_id)),
    "ensure": lambda client_id: changes.ensure(Thread(id=client_id)),
    "lock": lambda client_id: changes.locked(Client, client_id),
    "membership": lambda client_id: membership.join(user_id=client_id),
}


@pytest.mark.parametrize("action", OUTSIDE_TRANSACTION)
def test_lg3_a_write_outside_a_transaction_is_rejected(action: str) -> None:
    client = committed_client()
    before = (list(Client.objects.values()), list(Thread.objects.values()), logged())
    with pytest.raises(NoTransaction):
        OUTSIDE_TRANSACTION[action](client.id)
    assert (list(Client.objects.values()), list(Thread.objects.values()), logged()) == before
    other = committed_client()
    assert logged()[1:] == [("u", "clients", other.id, 1)]


def test_lg4_several_writes_of_a_row_make_one_change_with_the_last_state() -> None:
    with transaction.atomic():
        client = new_client("often")
        for n in range(5):
            change_phone(client, str(n))
        removed = new_client("created and deleted")
        removed_id = removed.id
        changes.delete(removed)
    for stream in ("w", streams.client(client.id)):
        assert ("u", "clients", client.id, 6) in logged(stream)
    assert logged() == [("u", "clients", client.id, 6), ("d", "clients", removed_id, 2)]
    assert json.loads(Change.objects.get(stream="w", seq=1).frame)["phone"] == "4"


def test_lg5_each_write_has_a_new_version_also_a_deletion_and_a_hiding() -> None:
    maya, otto = committed_client("maya"), committed_client("otto")
    row = Message(
        id=uuid7(), client_id=maya.id, content="", sender_role="client", sender_name="", created_at=maya.created_at
    )
    with transaction.atomic():
        changes.insert(row)
    with transaction.atomic():
        changes.update(Message.objects.select_for_update().get(id=row.id), content="edited")
    with transaction.atomic():
        changes.update(Message.objects.select_for_update().get(id=row.id), client_id=otto.id)
    all_streams = ("w", streams.client(maya.id), streams.client(otto.id))

    def versions() -> list[list[tuple[str, int]]]:
        return [[(op, v) for op, tbl, _, v in logged(stream) if tbl == "messages"] for stream in all_streams]

    # Hiding or removing a row also blanks its earlier changes (LG10).
    assert versions() == [[("u", 1), ("u", 2), ("u", 3)], [("x", 3)] * 3, [("u", 3)]]
    with transaction.atomic():
        changes.delete(Message.objects.select_for_update().get(id=row.id))
    assert versions() == [[("d", 4)] * 4, [("x", 3)] * 3, [("d", 4)] * 2]
    hidden = Change.objects.filter(stream=streams.client(maya.id), op="x")
    assert {change.frame for change in hidden} == {""}


def test_lg5_a_recreated_row_continues_its_versions() -> None:
    """A device that has version 3 of the row, or its tombstone, would ignore a version 1 (CL3)."""
    maya = committed_client("maya")
    versions = []
    for points in (1, 2):
        with transaction.atomic():
            changes.insert(Attention(id=maya.id, reasons=[], points=points))
        versions.append(logged("w")[-1])
        with transaction.atomic():
            changes.update(Attention.objects.select_for_update().get(id=maya.id), points=10 * points)
        versions.append(logged("w")[-1])
        with transaction.atomic():
            changes.delete(Attention.objects.select_for_update().get(id=maya.id))
        versions.append(logged("w")[-1])
    assert [(op, v) for op, _, _, v in versions] == [("u", 1), ("u", 2), ("d", 3), ("u", 4), ("u", 5), ("d", 6)]
    with transaction.atomic():
        changes.insert(Attention(id=committed_client("otto").id, reasons=[], points=1))
    assert [v for _, tbl, _, v in logged("w") if tbl == "client_attention"][-1] == 1


def test_lg1_a_transaction_locks_its_streams_in_one_order() -> None:
    """So two transactions that write the same streams in opposite orders do not deadlock."""
    with transaction.atomic():
        first, second = new_client("a"), new_client("b")
    order: list[list[str]] = []

    def listener(committed: Committed) -> None:
        order.append(list(committed))

    hints.listen(listener)
    try:
        for clients in ((first, second), (second, first)):
            with transaction.atomic():
                for client in clients:
                    change_phone(client, "1")
    finally:
        hints.unlisten(listener)
    assert order[0] == order[1] == sorted(order[0])


def test_lg2_a_connection_that_closes_in_a_transaction_drops_its_pending_changes() -> None:
    with suppress(Undo), transaction.atomic():
        new_client("lost")
        connection.close()
        raise Undo
    after = committed_client()
    assert logged() == [("u", "clients", after.id, 1)]
    assert log_gaps() == []
