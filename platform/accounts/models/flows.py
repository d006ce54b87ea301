"""What is underway: flows of browsers, tokens of mails, and counted requests."""

from django.db import models
from django.db.models import Q

from accounts.models.users import User
from core.clock import now
from core.ids import uuid7


class FlowState(models.Model):
    """A sign-in that ends in the browser which began it: only that one knows the verifier of `challenge`.

    `code_digest` is the SHA-256 of the code that the browser gets in its address, "" until there is one. What a
    provider said meanwhile waits in `sealed`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="flow_states", null=True)
    amr = models.CharField(max_length=20)
    challenge = models.CharField(max_length=128)
    challenge_method = models.CharField(max_length=5)
    code_digest = models.CharField(max_length=64, default="")
    code_issued_at = models.DateTimeField(null=True)
    sealed = models.TextField(default="")
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "flow_states"
        constraints = [
            models.UniqueConstraint(fields=["code_digest"], condition=~Q(code_digest=""), name="flow_states_code_once")
        ]


class Slot(models.TextChoices):
    """What a token is for. A new mail replaces the code of the former one; its link stays good for its hour."""

    CONFIRMATION = "confirmation"
    RECOVERY = "recovery"  # of magic links too
    CHANGE_NEW = "change_new"
    CHANGE_CURRENT = "change_current"
    AGREED = "agreed"  # its press has let one address of a change agree
    REAUTHENTICATION = "reauthentication"


class OneTimeToken(models.Model):
    """What one mail lets its reader do, by its code or by its link. Only digests are kept.

    A code is short, so its digest is made with the server's key; wrong guesses are counted (`limits`).
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="one_time_tokens")
    slot = models.CharField(max_length=20, choices=Slot.choices)
    code_digest = models.CharField(max_length=64)
    link_digest = models.CharField(max_length=64, unique=True)
    flow = models.ForeignKey(FlowState, on_delete=models.SET_NULL, null=True)
    wrong_guesses = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "one_time_tokens"


class PendingSignUp(models.Model):
    """The password and the metadata that one sign-up gave for an unconfirmed address.

    They become the account's only when `token` is redeemed by whoever made this sign-up.
    """

    token = models.OneToOneField(OneTimeToken, on_delete=models.CASCADE, related_name="sign_up")
    password_hash = models.CharField(max_length=255, default="")
    user_metadata = models.JSONField(default=dict)

    class Meta:
        db_table = "pending_sign_ups"


class LimitCounter(models.Model):
    """How many more requests of one kind somebody may make: a bucket that fills up again with time."""

    key = models.CharField(max_length=80, primary_key=True)
    left = models.FloatField()
    at = models.DateTimeField(default=now)

    class Meta:
        db_table = "limit_counters"
