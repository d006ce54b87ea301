"""The tables of the sync engine, and the base model of every row that reaches devices."""

import uuid
from typing import ClassVar

from django.db import models

from core.clock import now


class SyncedRow(models.Model):
    """A row that devices hold. Only `sync.log.changes` writes it, and increases `v` with each write.

    `comes_back`: whether an id may be stored again after its row was removed; each insert then looks for a tombstone.
    `locked_by`: the columns in whose order several rows of the table are locked.
    """

    comes_back: ClassVar[bool] = True
    locked_by: ClassVar[str] = "id"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    v = models.BigIntegerField(default=0)

    class Meta:
        abstract = True


class Stream(models.Model):
    """The counter of one stream; `head` is its highest number, `tail` the lowest that is kept."""

    id = models.CharField(max_length=64, primary_key=True)
    head = models.BigIntegerField()
    tail = models.BigIntegerField(default=1)
    epoch = models.CharField(max_length=16)

    class Meta:
        db_table = "sync_stream"


class Change(models.Model):
    """One entry of a stream, with the row already projected for its audience and encoded."""

    pk = models.CompositePrimaryKey("stream", "seq")
    stream = models.CharField(max_length=64)
    seq = models.BigIntegerField()
    change_id = models.CharField(max_length=16)
    tbl = models.CharField(max_length=40)
    row_id = models.UUIDField()
    op = models.CharField(max_length=1)
    v = models.BigIntegerField()
    frame = models.TextField()
    at = models.DateTimeField(default=now)
    # Selects the row's earlier changes in this stream that this change hides (LG10, sync.log.pending.Entry).
    hides = models.TextField(null=True)

    class Meta:
        db_table = "sync_change"
        indexes = [models.Index(fields=["row_id", "stream", "seq"], name="sync_change_row")]


class Tombstone(models.Model):
    """The version at which a row was removed; a row that is stored under its id again continues from it (LG5)."""

    pk = models.CompositePrimaryKey("tbl", "row_id")
    tbl = models.CharField(max_length=40)
    row_id = models.UUIDField()
    v = models.BigIntegerField()
    at = models.DateTimeField(default=now)

    class Meta:
        db_table = "sync_tombstone"


class Effect(models.Model):
    """Work that must happen after a change; stored in the change's transaction, executed under a lease."""

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=80)
    due = models.DateTimeField(default=now)
    leased_until = models.DateTimeField(null=True)
    tries = models.IntegerField(default=0)
    done_at = models.DateTimeField(null=True)
    error = models.TextField(default="")
    span = models.CharField(max_length=55, null=True)  # of the request that caused it, if it is traced

    class Meta:
        db_table = "effects"
        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="effects_once")]
        indexes = [models.Index(fields=["due"], name="effects_open", condition=models.Q(done_at=None))]


class Heartbeat(models.Model):
    """One running process: when it last wrote to the database, and when its jobs were last known to make progress."""

    id = models.CharField(max_length=32, primary_key=True)  # random for each start of a process
    host = models.CharField(max_length=255)
    pid = models.IntegerField()
    seen_at = models.DateTimeField()
    jobs = models.CharField(max_length=40, default="")  # names of sync.heartbeats.JOBS, separated by spaces
    jobs_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "sync_heartbeat"
