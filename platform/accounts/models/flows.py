"""Short-lived rows: sign-in flows of browsers, tokens of mails, and rate limit counters."""

from django.db import models
from django.db.models import Q

from accounts.models.users import User
from core.clock import now
from core.ids import uuid7


class FlowState(models.Model):
    """A sign-in that ends in the browser that began it, because only that browser knows the verifier of `challenge`.

    `code_digest` is the SHA-256 of the code that the browser gets in its redirect URL, "" until there is one. `sealed`
    is the encrypted response of an identity provider, stored until the code is redeemed.
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
    """The purpose of a token. A new mail invalidates the previous mail's code, but the previous link stays valid for an
    hour."""

    CONFIRMATION = "confirmation"
    RECOVERY = "recovery"  # also used for magic links
    CHANGE_NEW = "change_new"
    CHANGE_CURRENT = "change_current"
    AGREED = "agreed"  # records that one address of a change has agreed by a link
    REAUTHENTICATION = "reauthentication"


class OneTimeToken(models.Model):
    """The code and the link of one mail. Only digests are stored.

    A code is short, so its digest is keyed with the server's key, and wrong guesses are counted (`limits`).
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
    """The password and the metadata of one sign-up for an unconfirmed address.

    The account gets them only if the user who made this sign-up redeems `token`.
    """

    token = models.OneToOneField(OneTimeToken, on_delete=models.CASCADE, related_name="sign_up")
    password_hash = models.CharField(max_length=255, default="")
    user_metadata = models.JSONField(default=dict)

    class Meta:
        db_table = "pending_sign_ups"


class LimitCounter(models.Model):
    """A token bucket: the requests of one kind that are left for one subject, as of the time `at`."""

    key = models.CharField(max_length=80, primary_key=True)
    left = models.FloatField()
    at = models.DateTimeField(default=now)

    class Meta:
        db_table = "limit_counters"
