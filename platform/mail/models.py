"""The table of mails, with their recipients and delivery states."""

from django.db import models

from core.clock import now
from core.ids import uuid7


class State(models.TextChoices):
    """The state of a mail. `unknown`: the connection ended before the server confirmed the delivery.

    An unknown mail is not sent again, so that nobody gets it twice.
    """

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    UNKNOWN = "unknown"


class Mail(models.Model):
    """One mail. `sealed` is its content, encrypted with the server's key.

    A mail is settled once it is sent, failed or unknown. From then on `sealed` is "".
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=20)
    recipient = models.CharField(max_length=255)
    sealed = models.TextField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    reason = models.CharField(max_length=200, default="")
    created_at = models.DateTimeField(default=now)
    good_until = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "mails"
