"""The poll for commits of other processes returns exactly the new heads; PostgreSQL compares heads instead."""

import pytest
from django.db import connection, transaction

from sync import queries
from sync.db.new_changes import NewChanges
from sync.log import streams
from sync.models import Change, Stream
from tests.support.database.concurrent_writers import change_phone, new_client

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def polled_heads(changes: NewChanges) -> dict[str, int]:
    """The new heads by stream as the log follower polls them; {} on a store that does not report them."""
    return changes.poll() if changes.is_supported else {}


def expected_heads(new_heads: dict[str, int]) -> dict[str, int]:
    """The new heads that a poll reports on the store in use."""
    return new_heads if connection.vendor == "sqlite" else {}


def test_lg7_a_poll_reports_the_new_heads_and_nothing_else() -> None:
    changes = NewChanges()
    with transaction.atomic():
        harbor = new_client("Harbor")
    assert polled_heads(changes) == {}  # the first poll only records the newest change
    assert polled_heads(changes) == {}
    with transaction.atomic():
        ottos = new_client("Otto's")
    with transaction.atomic():
        change_phone(ottos, "1")
    assert polled_heads(changes) == expected_heads({"w": 3, streams.client(ottos.id): 2})
    assert polled_heads(changes) == {}
    assert queries.heads(["w", streams.client(harbor.id), "nobody's"]) == {"w": 3, streams.client(harbor.id): 1}


def test_lg7_a_restored_log_is_polled_from_its_head() -> None:
    changes = NewChanges()
    with transaction.atomic():
        client = new_client("Harbor")
    polled_heads(changes)
    with transaction.atomic():
        change_phone(client, "1")
    Change.objects.filter(seq=2).delete()
    Stream.objects.update(head=1)
    assert polled_heads(changes) == {}
    with transaction.atomic():
        change_phone(client, "2")
    assert polled_heads(changes) == expected_heads({"w": 2, streams.client(client.id): 2})
