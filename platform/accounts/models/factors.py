"""Second factors, what they were asked, and the codes that stand in for a lost one."""

from django.db import models

from accounts.models.users import User
from core.clock import now
from core.ids import uuid7


class Factor(models.Model):
    """A second proof of a person: an app that makes codes, or a phone that gets them.

    `secret` is sealed, "" for a phone. A code of an app is good for the steps after `last_step` alone.
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
    """One question to a factor. `code_digest` is of the code that was sent to a phone, "" for an app."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    factor = models.ForeignKey(Factor, on_delete=models.CASCADE, related_name="challenges")
    code_digest = models.CharField(max_length=64, default="")
    created_at = models.DateTimeField(default=now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "factor_challenges"


class RecoveryCode(models.Model):
    """A code that is good once in place of a factor's; its digest is kept, sealed, and the row goes with its use."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    sealed = models.TextField()
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "recovery_codes"
