"""Statements of synced rows: they need a transaction and the stored version, and they store the set values."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from django.db import DataError, connection, transaction

from clients.models import Client
from core.ids import uuid7
from messaging.models import Message, Thread
from sync.errors import IdTaken, NoTransaction, StaleRow
from sync.log import changes, registry
from sync.models import Change, SyncedRow
from tests.support.database.concurrent_writers import change_phone, new_client

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def logged(row: SyncedRow) -> list[tuple[str, int]]:
    """`(op, v)` of the row's changes in `w`, in order."""
    return list(Change.objects.filter(stream="w", row_id=row.id).order_by("seq").values_list("op", "v"))


@pytest.fixture
def client() -> Client:
    with transaction.atomic():
        return new_client("Harbor")


ACTIONS: dict[str, Callable[[Client], None]] = {
    "insert": lambda client: changes.insert(Thread(id=client.id)),
    "update": lambda client: changes.update(client, phone="1"),
    "delete": lambda client: changes.delete(client),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_lg3_a_row_of_no_stream_is_not_written_outside_a_transaction_either(
    action: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is recorded for such a row, so the write itself must be rejected."""
    for published in registry.all_tables():
        monkeypatch.setitem(registry._by_model, published.model, replace(published, streams=lambda row: []))
    before = list(Client.objects.values()), list(Thread.objects.values())
    with pytest.raises(NoTransaction):
        ACTIONS[action](client)
    assert (list(Client.objects.values()), list(Thread.objects.values())) == before


@pytest.mark.parametrize("action", ["update", "delete"])
def test_lg5_a_row_that_is_not_the_stored_version_is_not_written(action: str, client: Client) -> None:
    """A caller that did not lock the row, or holds an old copy, would store an older state as a newer version."""
    stored = Client.objects.get(id=client.id)
    with transaction.atomic():
        change_phone(client, "1")
    with pytest.raises(StaleRow), transaction.atomic():
        changes.update(stored, phone="2") if action == "update" else changes.delete(stored)
    assert (Client.objects.get(id=client.id).phone, logged(client)) == ("1", [("u", 1), ("u", 2)])


def test_lg2_a_row_whose_id_is_taken_is_not_written_and_the_transaction_continues(client: Client) -> None:
    other = Client(id=client.id, company_name="other")
    with transaction.atomic():
        with pytest.raises(IdTaken):
            changes.insert(other)
        assert not changes.ensure(other)
        new_client("after")
    assert logged(client) == [("u", 1)]
    assert sorted(Client.objects.values_list("company_name", flat=True)) == ["Harbor", "after"]


def test_lg2_an_ensured_row_is_logged(client: Client) -> None:
    with transaction.atomic():
        assert changes.ensure(Thread(id=client.id))
    assert list(Change.objects.filter(tbl="threads").values_list("op", "v")) == [("u", 1), ("u", 1)]


def test_lg5_a_locked_row_is_the_stored_row(client: Client) -> None:
    """Every kind of column equals the ORM's value; an absent row is None."""
    with transaction.atomic():
        message = Message(
            id=uuid7(), client=client, content="☕", sender_role="admin", sender_name="", created_at=client.created_at
        )
        changes.insert(message)
        changes.update(client, is_staff=True, user=None, website_url="https://harbor.example")
        assert changes.locked(Client, uuid7()) is None
        for model, row in ((Client, client), (Message, message)):
            locked = changes.locked(model, row.id)
            assert locked is not None
            names = [field.attname for field in model._meta.concrete_fields]
            stored = model._default_manager.get(id=row.id)
            assert [getattr(locked, name) for name in names] == [getattr(stored, name) for name in names]
            assert [type(getattr(locked, name)) for name in names] == [type(getattr(stored, name)) for name in names]
            assert [getattr(row, name) for name in names] == [getattr(stored, name) for name in names]


def test_bulk_statements_lock_and_write_each_row_like_single_ones(client: Client) -> None:
    """The values differ between the rows, and some are NULL."""
    others = [Client(id=uuid7(), company_name=name) for name in ("Inlet", "Juniper")]
    with transaction.atomic():
        assert changes.ensure_each([*others, Client(id=client.id, company_name="taken")]) == others
        locked = changes.locked_each(Client, [client.id, uuid7(), *(one.id for one in others)])
        assert sorted(row.company_name for row in locked.values()) == ["Harbor", "Inlet", "Juniper"]
        expected = dict(zip(sorted(locked), ((None, True), ("https://b.example", False), (None, False)), strict=True))
        changes.update_each(
            [
                (locked[id], {"website_url": expected[id][0], "is_staff": expected[id][1], "user": None})
                for id in expected
            ]
        )
    stored = {row.id: (row.website_url, row.is_staff, row.v) for row in Client.objects.all()}
    assert stored == {row_id: (*values, 2) for row_id, values in expected.items()}
    for row in locked.values():
        single = Client.objects.get(id=row.id)
        assert [getattr(row, f.attname) for f in Client._meta.concrete_fields] == [
            getattr(single, f.attname) for f in Client._meta.concrete_fields
        ]
        assert logged(row)[-1] == ("u", 2)


def test_lg5_if_one_of_several_is_not_the_stored_version_none_is_written(client: Client) -> None:
    with transaction.atomic():
        other = new_client("Inlet")
    stored = Client.objects.get(id=client.id)
    with transaction.atomic():
        change_phone(client, "1")
    with pytest.raises(StaleRow), transaction.atomic():
        changes.update_each([(other, {"phone": "2"}), (stored, {"phone": "2"})])
    assert dict(Client.objects.values_list("company_name", "phone")) == {"Harbor": "1", "Inlet": ""}
    assert (logged(client), logged(other)) == ([("u", 1), ("u", 2)], [("u", 1)])


def test_a_text_that_is_too_long_for_its_column_is_not_cut_off() -> None:
    """A bulk statement that cast values to the column's type would cut it off."""
    with transaction.atomic():
        clients = [new_client("Harbor"), new_client("Inlet")]
    long = "1" * (1 + (Client._meta.get_field("phone").max_length or 0))
    with suppress(DataError), transaction.atomic():
        changes.update_each([(row, {"phone": long}) for row in clients])
    stored = long if connection.vendor == "sqlite" else ""  # SQLite checks no lengths; PostgreSQL rejects the text
    assert [row.phone for row in Client.objects.all()] == [stored, stored]
