"""Notices and what became of them, the devices that get pushes, what people want to hear, and the weekly mails that went."""

from django.db import models
from django.db.models import Q

from core.clock import now
from core.ids import uuid7
from sync.models import SyncedRow


class Kind(models.TextChoices):
    """What a notice tells of; the two switches of the settings rule the first two."""

    MESSAGE = "message"
    REPORT = "report"
    TEST = "test"


class Side(models.TextChoices):
    """Whom it tells: a client's person, or one of the provider's."""

    CLIENT = "client"
    PROVIDER = "provider"


class Notice(SyncedRow):
    """What one person is told under one `tag`: a thread's messages are one notice, and each report is one.

    It is told again when there is more: `n` says how often it was, `count` how often since it was opened. It goes from
    told to shown (a device has acknowledged it) to opened. `open_since` and `unseen_since` are when the present wait for
    the one and the other began.
    """

    locked_by = "client_id, id"  # services that are committed together come in the order of their clients

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
    # Nothing opened for two days: the provider sees it on the client's row.
    unreached_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "notices"
        constraints = [models.UniqueConstraint(fields=["user", "tag"], name="notices_one_each")]
        indexes = [
            models.Index(fields=["tag", "side"], name="notices_open", condition=Q(opened_at=None)),
            models.Index(fields=["unreached_at"], name="notices_unreached", condition=Q(unreached_at__isnull=False)),
        ]


class PushDevice(SyncedRow):
    """A browser that takes pushes: where its service is, its keys, and the session that it belongs to.

    `trouble` says why the last push did not get there, in words for its owner; "" if it did.
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


class Wishes(SyncedRow):
    """When one person wants quiet, and what an admin wants to hear of; a client's two switches are the client row's.

    Its id is the person's. The hours are minutes of the day in `zone`; they may pass midnight.
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
    """A client's mail of one week, named by its Monday: it goes once."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+")
    week = models.DateField()
    mail_id = models.UUIDField()
    at = models.DateTimeField(default=now)

    class Meta:
        db_table = "weekly_mails"
        constraints = [models.UniqueConstraint(fields=["client", "week"], name="weekly_mails_once")]
