"""Notices with their delivery state, push devices, notification preferences, and sent weekly emails."""

from django.db import models
from django.db.models import Q

from core.clock import now
from core.ids import uuid7
from sync.models import SyncedRow


class Kind(models.TextChoices):
    """What a notice is about. Users can switch off messages and reports in their settings."""

    MESSAGE = "message"
    REPORT = "report"
    TEST = "test"


# The tag of the notice of a scan's end. Its kind is REPORT, because a former client cannot show other kinds, and because
# the switch for reports covers it.
SCAN_TAG = "scan"


class Side(models.TextChoices):
    """Whether the recipient is a client or an admin of the provider."""

    CLIENT = "client"
    PROVIDER = "provider"


class Notice(SyncedRow):
    """One recipient's notice under one `tag`: a thread's messages share one notice, as do the reports for an
    admin; for a client, each report has its own.

    Further events update the notice: `n` is its revision, `count` the number of events since it was last opened. The
    last event was at `told_at`, and its push is due at `push_at`. A device acknowledged the notice at `shown_at`, and
    the recipient opened it at `opened_at`. It is unopened since `open_since`, and no device has shown it since
    `unseen_since`.
    """

    locked_by = "client_id, id"  # the lock order of batched services, which run in the order of their clients

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+", db_index=False)
    side = models.CharField(max_length=10, choices=Side.choices)
    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+", null=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    tag = models.CharField(max_length=80)
    subject = models.CharField(max_length=80)
    title = models.CharField(max_length=200)
    body = models.CharField(max_length=400)
    path = models.CharField(max_length=400)
    n = models.IntegerField(default=1)
    count = models.IntegerField(default=1)
    told_at = models.DateTimeField(default=now)
    push_at = models.DateTimeField(default=now)
    open_since = models.DateTimeField(default=now)
    unseen_since = models.DateTimeField(default=now)
    pushed_at = models.DateTimeField(null=True)
    shown_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    mail_id = models.UUIDField(null=True)
    # Set if the recipient has not opened the notice for two days; admins see that on the client's row.
    unreached_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "notices"
        constraints = [models.UniqueConstraint(fields=["user", "tag"], name="notices_one_each")]
        indexes = [
            models.Index(fields=["tag", "side"], name="notices_open", condition=Q(opened_at=None)),
            models.Index(fields=["unreached_at"], name="notices_unreached", condition=Q(unreached_at__isnull=False)),
        ]

    @property
    def is_followed_up(self) -> bool:
        """Whether an email, and a mark for the admins, follow if nobody sees the notice."""
        return self.kind != Kind.TEST and self.tag != SCAN_TAG


class PushDevice(SyncedRow):
    """A browser that receives pushes: its push service's URL, its keys, and its session.

    `trouble` is the reason why the last push failed, as a text for the owner; "" if it succeeded.
    """

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    session_id = models.UUIDField()
    endpoint = models.CharField(max_length=1000)
    fingerprint = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    user_agent = models.CharField(max_length=400)
    trouble = models.CharField(max_length=200, default="")
    added_at = models.DateTimeField(default=now)
    checked_at = models.DateTimeField(default=now)
    shown_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "push_devices"


class Preferences(SyncedRow):
    """A user's quiet hours, and an admin's two switches; a client's two switches are on the client row.

    The id is the user's id. `quiet_from` and `quiet_to` are minutes of the day in `zone`. The quiet hours may pass
    midnight.
    """

    messages = models.BooleanField(default=True)
    reports = models.BooleanField(default=True)
    is_quiet = models.BooleanField(default=False)
    quiet_from = models.IntegerField(default=22 * 60)
    quiet_to = models.IntegerField(default=7 * 60)
    zone = models.CharField(max_length=60, default="")

    class Meta:
        db_table = "notice_wishes"


class WeeklyMail(models.Model):
    """The record that a client's email of one week was sent; `week` is its Monday."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+")
    week = models.DateField()
    mail_id = models.UUIDField()
    at = models.DateTimeField(default=now)

    class Meta:
        db_table = "weekly_mails"
        constraints = [models.UniqueConstraint(fields=["client", "week"], name="weekly_mails_once")]
