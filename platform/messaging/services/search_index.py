"""Writes of the search index. They run in separate transactions, so that sending a message does not wait for them."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection

from messaging.models import SearchEntry, SearchThread
from messaging.queries.search_index import Batch, Renewal
from messaging.trigrams import entry_id, keys_of, tokens
from sync.sql import raw_sql
from sync.writes import queued_write


@queued_write.own_transaction
def add_entries(*, batch: Batch) -> bool:
    """Index a batch of a thread's messages.

    Returns False, and changes nothing, if another process has indexed the batch or if one of its messages has changed
    since it was read.
    """
    thread, _ = SearchThread.objects.select_for_update().get_or_create(client_id=batch.client_id)
    if thread.indexed_to != batch.after or not _are_unchanged(batch.versions):
        return False
    entries = [
        (SearchEntry(id=entry_id(thread.id, thread.size + n), message_id=message_id), folded)
        for n, (message_id, folded) in enumerate(batch.texts)
    ]
    SearchEntry.objects.bulk_create(entry for entry, _ in entries)
    for entry, folded in entries:
        _add_text(entry.id, folded)
    thread.indexed_to, thread.size = batch.upto, thread.size + len(entries)
    thread.save(update_fields=["indexed_to", "size"])
    return True


@queued_write.own_transaction
def renew_entries(*, renewals: Sequence[Renewal]) -> bool:
    """Update stale entries with the texts of their messages, and delete entries whose message has no text any more.

    Returns False, and changes nothing, in the same cases as `add_entries`.
    """
    stale = SearchEntry.objects.select_for_update().filter(id__in=[one.entry for one in renewals], is_stale=True)
    if len(stale.order_by("id")) < len(renewals):
        return False
    if not _are_unchanged({one.message_id: one.version for one in renewals}):
        return False
    for one in renewals:
        _remove_text(one.entry)
        if one.folded:
            _add_text(one.entry, one.folded)
    SearchEntry.objects.filter(id__in=[one.entry for one in renewals if one.folded]).update(is_stale=False)
    SearchEntry.objects.filter(id__in=[one.entry for one in renewals if not one.folded]).delete()
    return True


def _are_unchanged(versions: Mapping[UUID, int | None]) -> bool:
    """Whether messages have these versions. On PostgreSQL they are locked until the end of the transaction."""
    ids = sorted(versions)
    # A later change waits for this lock, so that its trigger sees the new entry.
    share = " FOR SHARE" if connection.vendor == "postgresql" else ""
    sql = f"SELECT id, v FROM messages WHERE id IN {raw_sql.placeholders(len(ids), 1)} ORDER BY id{share}"
    rows = raw_sql.rows(sql, [raw_sql.adapted(message_id) for message_id in ids]) if ids else []
    present = {raw_sql.uuid(message_id): v for message_id, v in rows}
    return all(present.get(message_id) == v for message_id, v in versions.items())


def _add_text(entry: int, folded: str) -> None:
    keys = keys_of(entry, folded)
    if connection.vendor == "sqlite":
        raw_sql.count("INSERT INTO search_texts (id, folded) VALUES (%s, %s)", [entry, folded])
        raw_sql.count("INSERT INTO search_keys (rowid, keys) VALUES (%s, %s)", [entry, tokens(keys)])
    else:
        raw_sql.count("INSERT INTO search_texts (id, folded, keys) VALUES (%s, %s, %s)", [entry, folded, sorted(keys)])


def _remove_text(entry: int) -> None:
    if connection.vendor == "sqlite":
        folded = raw_sql.rows("SELECT folded FROM search_texts WHERE id = %s", [entry])[0][0]
        # A contentless FTS5 table needs the stored keys to delete an entry.
        sql = "INSERT INTO search_keys (search_keys, rowid, keys) VALUES ('delete', %s, %s)"
        raw_sql.count(sql, [entry, tokens(keys_of(entry, folded))])
    raw_sql.count("DELETE FROM search_texts WHERE id = %s", [entry])
