"""Messages and threads. A thread is a client's: its id is the client's id."""

from django.db import models

from sync.models import SyncedRow


class Role(models.TextChoices):
    """The two sides of a thread."""

    CLIENT = "client"
    ADMIN = "admin"


class Message(SyncedRow):
    """One message; its id is made on the sender's device and is the key of repetition (MU1)."""

    comes_back = False  # what is deleted stays as a tombstone; a client that is erased takes its messages along

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
    # Taken back by its sender: a tombstone, without text and file, keeps its place.
    removed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "messages"
        indexes = [models.Index(fields=["client", "created_at", "id"], name="messages_in_order")]


class MessageCard(models.Model):
    """The figure that a message asks about, frozen as its writer saw it. It travels in its message's row."""

    message = models.OneToOneField(Message, on_delete=models.CASCADE, primary_key=True, related_name="card")
    label = models.CharField(max_length=80)
    value = models.CharField(max_length=80)
    period = models.CharField(max_length=80)
    as_of = models.DateTimeField(null=True)
    source = models.CharField(max_length=80)

    class Meta:
        db_table = "message_cards"


class TakenBackId(models.Model):
    """The id of a message that its sender took back before it arrived. If it arrives, it is rejected.

    The key names sender and thread, because a record must never reject a message of another person.
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
    """What a thread's lists show: its last message, and each side's unread count and read marker.

    One row, because its lock is also what orders the thread (MU3). The provider's side has one marker for all
    admins: "read by Ana, 14:02". What was delivered is told only where reading did not tell more within seconds.
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


class SearchThread(models.Model):
    """A thread in the index of the search: its messages up to `indexed_to` are indexed, `size` entries were made."""

    id = models.AutoField(primary_key=True)
    client_id = models.UUIDField(unique=True)
    indexed_to = models.DateTimeField(null=True)
    size = models.BigIntegerField(default=0)

    class Meta:
        db_table = "search_threads"


class SearchEntry(models.Model):
    """A message in the index of the search.

    Triggers (migration 0005) mark it stale when its message changes or goes: no search finds it any more, and the
    indexer renews or removes it. Its text is in a row of its own, so that whoever changes a message does not write that.
    """

    id = models.BigIntegerField(primary_key=True)  # folding.entry_id
    message_id = models.UUIDField(unique=True)
    is_stale = models.BooleanField(default=False)

    class Meta:
        db_table = "search_entries"
        indexes = [models.Index(fields=["id"], condition=models.Q(is_stale=True), name="search_entries_stale")]


class SearchText(models.Model):
    """What searches compare (messaging.search.trigrams) of the entry with the same id.

    Its keys are in the table `search_keys` on SQLite, and on PostgreSQL in a column of this one (migration 0005).
    """

    id = models.BigIntegerField(primary_key=True)
    folded = models.TextField()

    class Meta:
        db_table = "search_texts"


class SendAllowance(models.Model):
    """What is left of the messages and bytes that a person may send in a thread (messaging.send_limits), as of `at`.

    The thread's lock orders its writes.
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
