"""The check of synced rows: all code writes them through sync.log.changes."""

from pathlib import Path

import pytest

from tests.support.architecture.planting import assert_clean, plant
from tests.support.architecture.synced_writes import only_through_changes, tables_of
from tests.support.architecture.tree import ROOT

TREE = {
    "platform/sync/models.py": "'''Base.'''\nclass SyncedRow(models.Model): ...\nclass Effect(models.Model): ...\n",
    "platform/sync/log/changes.py": "'''The one way.'''\ndef insert(row):\n    row.save(force_insert=True)\n",
    "platform/clients/models.py": "'''Rows.'''\nclass Client(SyncedRow): ...\nclass AuditEntry(models.Model): ...\n",
    "platform/clients/synced.py": "'''Streams.'''\npublish(Client, streams=streams_of, as_={})\n",
    "platform/accounts/models.py": "'''Users.'''\nclass User(models.Model): ...\n",
    "platform/accounts/services.py": "'''Writes.'''\ndef rename(user, name):\n    user.name = name\n    user.save()\n",
}
GOOD = """
    '''Writes of clients.'''
    import hashlib
    from sync.log import changes
    from clients.models import AuditEntry, Client

    def rename(client: Client, name: str) -> None:
        changes.update(client, company_name=name)
        AuditEntry.objects.create(subject=client.id)
        entry = AuditEntry(subject=client.id)
        entry.save()
        AuditEntry.objects.filter(subject=client.id).delete()

    def forget(client: Client, cache: Cache) -> None:
        locked = Client.objects.select_for_update().get(id=client.id)
        changes.delete(locked)
        seen: dict[str, str] = {}
        seen.update(name="x")
        cache.delete(client.id)
        hashlib.sha256().update(b"x")
        fields = dict(a=1)
        fields.update(b=2)
    """


def test_the_tree_is_clean() -> None:
    assert_clean(only_through_changes(ROOT))


def test_a_good_tree_passes(tmp_path: Path) -> None:
    assert only_through_changes(plant(tmp_path, TREE | {"platform/clients/services.py": GOOD})) == []


def test_synced_tables_are_found_by_base_and_by_publication(tmp_path: Path) -> None:
    tables = tables_of(plant(tmp_path, TREE))
    assert {name for name, synced in tables.models.items() if synced} == {"SyncedRow", "Client"}


@pytest.mark.parametrize(
    ("app", "line"),
    [
        ("clients", "Client.objects.create(id=1)"),
        ("clients", "Client.objects.filter(id=1).update(phone='')"),
        ("clients", "Client.objects.bulk_create([])"),
        ("clients", "models.Client.objects.get_or_create(id=1)"),
        ("clients", "Client(id=1).save()"),
        ("clients", "row = Client.objects.get(id=1)\n    row.save()"),
        ("clients", "row, made = Client.objects.get_or_create(id=1)"),
        ("clients", "rows = Client.objects.all()\n    rows.delete()"),
        ("clients", "for row in Client.objects.all():\n        row.delete()"),
        ("clients", "row = access.client_for_writing(actor)\n    row.save(update_fields=['phone'])"),
        ("clients", "queries.clients_of(actor).filter(id=1).update(phone='')"),
        ("clients", "entry = AuditEntry.objects.get(id=1)\n    entry.client.save()"),
        ("clients", "cursor.execute('UPDATE clients SET v = 1')"),
        ("clients", "super().save()"),
        ("accounts", "Client.objects.update(phone='')"),
        ("accounts", "Client.objects.aupdate_or_create(id=1)"),
    ],
)
def test_a_breach_is_caught(app: str, line: str, tmp_path: Path) -> None:
    head = '"""Planted."""\nfrom clients.models import AuditEntry, Client\ndef plant(actor, cursor):\n    '
    breaches = only_through_changes(plant(tmp_path, TREE | {f"platform/{app}/planted.py": f"{head}{line}\n"}))
    assert len(breaches) == 1, breaches
    assert breaches[0].startswith(f"platform/{app}/planted.py:")
    assert "goes past the log: use `changes.insert(row)`" in breaches[0]


def test_a_write_of_an_annotated_argument_is_caught_in_every_app(tmp_path: Path) -> None:
    text = '"""Planted."""\ndef close(*, client: Client | None) -> None:\n    client.save()\n'
    [breach] = only_through_changes(plant(tmp_path, TREE | {"platform/accounts/planted.py": text}))
    assert "`client.save(...)` goes past the log" in breach
