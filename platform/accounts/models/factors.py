"""Second factors, their challenges, and the recovery codes that replace a lost factor."""

from django.db import models

from accounts.models.users import User
from core.clock import now
from core.ids import uuid7


class Factor(models.Model):
    """A second factor of a user: an app that generates codes, or a phone that receives them.

    `secret` is encrypted, and "" for a phone. A code of an app is accepted only for time steps after `last_step`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="factors")
    factor_type = models.CharField(max_length=10)
    friendly_name = models.CharField(max_length=200)
    is_verified = models.BooleanField(default=False)
    secret = models.TextField(default="")
    phone = models.CharField(max_length=15, default="")
    last_step = models.BigIntegerField(null=True)
    last_challenged_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "factors"
        constraints = [models.UniqueConstraint(fields=["user", "friendly_name"], name="factors_name_once")]


class Challenge(models.Model):
    """One challenge of a factor. `code_digest` is the digest of the code sent to a phone, and "" for an app."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    factor = models.ForeignKey(Factor, on_delete=models.CASCADE, related_name="challenges")
    code_digest = models.CharField(max_length=64, default="")
    created_at = models.DateTimeField(default=now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "factor_challenges"


class RecoveryCode(models.Model):
    """A single-use code that replaces a factor's code. `sealed` is its encrypted digest. Using it deletes the row."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    sealed = models.TextField()
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "recovery_codes"
