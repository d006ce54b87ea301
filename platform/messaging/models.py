"""Models of messages and threads. Each client has one thread, whose id is the client's id."""

from django.db import models

from sync.models import SyncedRow


class Role(models.TextChoices):
    """The two sides of a thread."""

    CLIENT = "client"
    ADMIN = "admin"


class Message(SyncedRow):
    """One message. The sender's device creates its id, which is also the idempotency key (MU1)."""

    comes_back = False  # a deleted id is never stored again: take-back leaves a tombstone, erasure deletes all rows

    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+", db_index=False)
    content = models.TextField()
    sender = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    sender_role = models.CharField(max_length=10, choices=Role.choices)
    sender_name = models.CharField(max_length=200)
    attachment_url = models.CharField(max_length=400, null=True)
    attachment_name = models.CharField(max_length=255, null=True)
    attachment_type = models.CharField(max_length=100, null=True)
    attachment_size = models.BigIntegerField(null=True)
    attachment_width = models.IntegerField(null=True)
    attachment_height = models.IntegerField(null=True)
    created_at = models.DateTimeField()
    # When the sender took the message back. The tombstone has no text and no file, and keeps its place in the thread.
    removed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "messages"
        indexes = [models.Index(fields=["client", "created_at", "id"], name="messages_in_order")]


class MessageCard(models.Model):
    """The figure that a message asks about, as its sender saw it. The card is synced as a part of the message's row."""

    message = models.OneToOneField(Message, on_delete=models.CASCADE, primary_key=True, related_name="card")
    label = models.CharField(max_length=80)
    value = models.CharField(max_length=80)
    period = models.CharField(max_length=80)
    as_of = models.DateTimeField(null=True)
    source = models.CharField(max_length=80)

    class Meta:
        db_table = "message_cards"


class TakenBackId(models.Model):
    """The id of a message that its sender took back before it arrived. If the message arrives, the server rejects it.

    The key includes sender and thread, because a record must never reject a message of another user.
    """

    sender = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+")
    message_id = models.UUIDField()
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "taken_back_message_ids"
        constraints = [
            models.UniqueConstraint(fields=["message_id", "sender", "client"], name="taken_back_message_ids_once")
        ]


class Thread(SyncedRow):
    """A thread as lists show it: its last message, and each side's unread count and read marker.

    All this is in one row, because the lock of this row also orders the thread's messages (MU3). The provider's side
    has one marker for all admins: "read by Ana, 14:02". A delivered marker is stored only if no read marker reaches
    the same message within seconds.
    """

    last_message_id = models.UUIDField(null=True)
    last_message_at = models.DateTimeField(null=True)
    last_message_preview = models.CharField(max_length=140, default="")
    last_message_role = models.CharField(max_length=10, choices=Role.choices, null=True)
    provider_delivered_created_at = models.DateTimeField(null=True)
    provider_unread = models.IntegerField(default=0)
    provider_read_to = models.UUIDField(null=True)
    provider_read_created_at = models.DateTimeField(null=True)
    provider_read_at = models.DateTimeField(null=True)
    provider_read_by = models.CharField(max_length=200, null=True)
    client_delivered_created_at = models.DateTimeField(null=True)
    client_unread = models.IntegerField(default=0)
    client_read_to = models.UUIDField(null=True)
    client_read_created_at = models.DateTimeField(null=True)
    client_read_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "threads"


class ThreadResolution(SyncedRow):
    """How far the admins have marked a thread as needing no answer. Its id is the client's; only admins receive it.

    This is not in the thread's row, because the client receives every change of that row. The messages up to
    `resolved_created_at` need no answer. An undo restores `former_created_at`.
    """

    resolved_created_at = models.DateTimeField(null=True)
    former_created_at = models.DateTimeField(null=True)
    resolved_at = models.DateTimeField(null=True)
    resolved_by = models.CharField(max_length=200, default="")

    class Meta:
        db_table = "thread_resolutions"


class SearchThread(models.Model):
    """A thread in the search index. Its messages up to `indexed_to` are indexed, in `size` entries."""

    id = models.AutoField(primary_key=True)
    client_id = models.UUIDField(unique=True)
    indexed_to = models.DateTimeField(null=True)
    size = models.BigIntegerField(default=0)

    class Meta:
        db_table = "search_threads"


class SearchEntry(models.Model):
    """A message in the search index.

    Triggers (migration 0005) mark an entry stale when its message changes or is deleted. Searches skip stale entries,
    and the indexer renews or removes them. The text is in another table, so that marking an entry stale does not
    rewrite the text.
    """

    id = models.BigIntegerField(primary_key=True)  # trigrams.entry_id
    message_id = models.UUIDField(unique=True)
    is_stale = models.BooleanField(default=False)

    class Meta:
        db_table = "search_entries"
        indexes = [models.Index(fields=["id"], condition=models.Q(is_stale=True), name="search_entries_stale")]


class SearchText(models.Model):
    """The folded text (messaging.trigrams) of the entry with the same id.

    Its keys are in the table `search_keys` on SQLite, and in a column of this table on PostgreSQL (migration 0005).
    """

    id = models.BigIntegerField(primary_key=True)
    folded = models.TextField()

    class Meta:
        db_table = "search_texts"


class SendAllowance(models.Model):
    """The messages and bytes that a user may still send in a thread (messaging.send_limits), as of `at`.

    The thread's lock orders the writes.
    """

    sender = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    client_id = models.UUIDField()
    minute_messages = models.FloatField()
    day_messages = models.FloatField()
    minute_bytes = models.FloatField()
    day_bytes = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        db_table = "send_allowances"
        constraints = [models.UniqueConstraint(fields=["client_id", "sender"], name="send_allowances_once")]
