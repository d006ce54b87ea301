"""The audit log: one chain of digests for all writers, and texts that can be erased."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from types import ModuleType

import pytest
from django.db import connection, transaction
from pytest_django import Settings

from clients.models import AuditEntry, AuditHead, AuditText
from clients.queries.audit_verification import verify
from clients.services import audit_log
from clients.services.audit_log import audit, erase_texts
from core.ids import uuid7
from sync.writes.db_executor import write_now
from tests.support.apps.audit_log import HARBOR, entry, write_entries
from tests.support.database.concurrent_writers import Undo

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def test_each_entry_continues_the_chain_and_reads_back_with_its_texts() -> None:
    write_entries(3)
    with transaction.atomic():
        audit(actor_id=None, action="effects.retried", subject="everything")
    result = verify()
    assert (result.n, result.erased, result.faults) == (4, 0, [])
    assert result.digest == entry(4).digest
    assert AuditText.objects.count() == 3
    assert entry(1).detail == {}


def test_an_erasure_deletes_names_and_leaves_the_log_valid() -> None:
    with transaction.atomic():
        audit(actor_id=None, action="client.link-undecided", subject=str(uuid7()), subject_email="maya@h.example")
    write_entries(2)
    with transaction.atomic():
        erase_texts(client_id=HARBOR, email="Maya@h.example")
    result = verify()
    assert (result.n, result.erased, result.faults) == (5, 3, [])
    assert AuditText.objects.count() == 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM audit_log")
        columns = repr(cursor.fetchall())
    assert "maya" not in columns.lower()
    assert "Harbor" not in columns


def test_an_entry_of_the_erasing_transaction_is_erased_too() -> None:
    """Queued services share a transaction, so the entry has no place in the chain yet."""
    with transaction.atomic():
        audit(actor_id=None, action="client.edited", subject=str(HARBOR), company="Harbor")
        erase_texts(client_id=HARBOR, email="maya@h.example")
    assert (AuditText.objects.count(), verify().faults) == (0, [])


def test_a_rolled_back_action_leaves_no_entry_and_no_gap() -> None:
    write_entries(1)
    with suppress(Undo), transaction.atomic():
        audit(actor_id=None, action="client.viewed", subject=str(HARBOR))
        raise Undo
    with transaction.atomic():
        audit(actor_id=None, action="client.viewed", subject="outer")
        with suppress(Undo), transaction.atomic():
            audit(actor_id=None, action="client.viewed", subject="inner")
            raise Undo
    assert list(AuditEntry.objects.order_by("n").values_list("n", "subject")) == [(1, str(HARBOR)), (2, "outer")]
    assert verify().faults == []


def test_concurrent_writers_extend_one_chain() -> None:
    def run(writer: int) -> None:
        try:
            for n in range(10):
                with transaction.atomic():
                    audit(actor_id=None, action="client.viewed", subject=f"{writer}-{n}", company="Harbor")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(run, range(4)))
    result = verify()
    assert (result.n, result.faults, AuditEntry.objects.count()) == (40, [], 40)


MIGRATION = import_module("clients.migrations.0005_chain_former_entries")


@pytest.mark.parametrize(
    ("module", "adopt"),
    [
        (audit_log, audit_log.adopt_former_entries),
        (MIGRATION, lambda: MIGRATION.adopt(AuditEntry, AuditText, AuditHead)),
    ],
)
def test_entries_of_a_former_version_are_adopted_in_batches_with_their_texts(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, adopt: Callable[[], int]
) -> None:
    monkeypatch.setattr(module, "BATCH_SIZE", 2)
    write_entries(1)
    AuditEntry.objects.create(action="admin.created", subject="ana@portal.example")
    AuditEntry.objects.create(action="client.added", subject=str(HARBOR), detail={"company": "Harbor"})
    AuditEntry.objects.create(action="report.withdrawn", subject="r")
    adopted_counts = [write_now(adopt) for _ in range(3)]
    assert (adopted_counts, verify().faults) == ([2, 1, 0], [])
    former_entries = AuditEntry.objects.order_by("n")[1:]
    assert [(one.subject, one.detail) for one in former_entries] == [("", {}), (str(HARBOR), {}), ("r", {})]
    assert list(AuditText.objects.filter(entry__n__gt=1).order_by("entry__n").values_list("email", "detail")) == [
        ("ana@portal.example", {}),
        ("", {"company": "Harbor"}),
    ]


def test_a_new_secret_key_signs_the_head_anew(settings: Settings) -> None:
    write_entries(1)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = (
        [settings.SECRET_KEY],
        "another key of forty characters .......",
    )
    assert verify().faults == []
    with transaction.atomic():
        audit_log.sign_head()
    settings.SECRET_KEY_FALLBACKS = []
    assert verify().faults == []
