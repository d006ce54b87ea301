"""Retention of the log: KEEP_LOG_DAYS, and at least the last 5,000 changes of each stream; erased rows lose their content."""

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.conf import settings

from core.clock import now
from sync.log import tombstones
from sync.models import Change, Stream
from sync.writes.db_executor import write_now

# Longer than the day for which devices keep a tombstone (CL3). Until then, a row that is stored under a removed row's
# id must continue the versions of the removed row.
TOMBSTONE_RETENTION = timedelta(days=14)
MIN_CHANGES = 5_000
BATCH = 1_000


def prune() -> int:
    """Remove what is older than the retention; returns the number of removed changes.

    Do not call it in the writer thread, because it waits for writes.
    """
    removed = 0
    for stream in list(Stream.objects.values_list("id", flat=True)):
        while part := write_now(prune_batch, stream=stream):
            removed += part
    before = now() - TOMBSTONE_RETENTION
    if expired := tombstones.expired(before=before):
        write_now(tombstones.prune, before=before, rows=expired)
    return removed


def prune_batch(*, stream: str) -> int:
    """Remove at most 1,000 old changes of one stream and move its tail, in one transaction (LG8)."""
    row = Stream.objects.select_for_update().get(id=stream)
    upto = _batch_end(row)
    if upto <= row.tail:
        return 0
    Change.objects.filter(stream=stream, seq__lt=upto).delete()
    Stream.objects.filter(id=stream).update(tail=upto)
    return upto - row.tail


def _batch_end(row: Stream) -> int:
    """The number at which this batch ends: the first change that is too young, even if later ones are old."""
    end = min(row.tail + BATCH, row.head - MIN_CHANGES + 1)
    oldest = now() - timedelta(days=settings.RETENTION.log_days)
    young = Change.objects.filter(stream=row.id, seq__gte=row.tail, seq__lt=end, at__gte=oldest)
    return young.order_by("seq").values_list("seq", flat=True).first() or end


def forget_rows(*, row_ids: Collection[UUID]) -> None:
    """Reduce the log's changes of rows that are erased permanently to their deletion (LG9)."""
    Change.objects.filter(row_id__in=row_ids).exclude(op="d").update(op="d", frame="")


def forget_stream(*, stream: str) -> None:
    """Remove the stream of an erased user or client, which nobody may follow any more."""
    Change.objects.filter(stream=stream).delete()
    Stream.objects.filter(id=stream).delete()
