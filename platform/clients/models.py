"""Models of clients, admins, the audit log, and reasons for attention."""

from django.db import models
from django.db.models.functions import Upper

from core.clock import now
from core.ids import uuid7
from sync.models import SyncedRow


class Tier(models.TextChoices):
    BASIC = "basic"
    PRO = "pro"
    ENTERPRISE = "enterprise"


class Status(models.TextChoices):
    ACTIVE = "active"
    INACTIVE = "inactive"


class Source(models.TextChoices):
    """Who set a client's status last: a payment or an admin."""

    BILLING = "billing"
    ADMIN = "admin"


class Client(SyncedRow):
    """A business client of the provider. `user` is empty until the client signs up."""

    user = models.OneToOneField("accounts.User", on_delete=models.SET_NULL, null=True, related_name="client")
    company_name = models.CharField(max_length=200)
    contact_name = models.CharField(max_length=200)
    contact_email = models.CharField(max_length=255)
    phone = models.CharField(max_length=40, default="")
    website_url = models.CharField(max_length=2000, null=True)
    service_areas = models.TextField(null=True)
    subscription_tier = models.CharField(max_length=20, choices=Tier.choices, default=Tier.BASIC)
    subscription_status = models.CharField(max_length=20, choices=Status.choices, default=Status.INACTIVE)
    # A payment does not reactivate a client that an admin has deactivated.
    status_source = models.CharField(max_length=10, choices=Source.choices, default=Source.BILLING)
    notify_messages = models.BooleanField(default=True)
    notify_reports = models.BooleanField(default=True)
    model_preference = models.CharField(max_length=100, null=True)
    plan_level = models.CharField(max_length=40, null=True)
    ga4_property_id = models.CharField(max_length=100, null=True)
    ga4_property_name = models.CharField(max_length=200, null=True)
    # True for the client row of an admin who signed up as a client; lists, counters and emails leave it out.
    is_staff = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "clients"
        indexes = [models.Index(Upper("contact_email"), name="clients_by_email")]


class Admin(SyncedRow):
    """An admin of the provider. A user with such a row is an admin."""

    user = models.OneToOneField("accounts.User", on_delete=models.CASCADE, related_name="admin")
    role = models.CharField(max_length=20, default="admin")
    name = models.CharField(max_length=200)
    email = models.CharField(max_length=255)
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "admins"


class AuditEntry(models.Model):
    """An entry of the audit log: an action, its actor, its subject and its time, written in the action's transaction.

    The database rejects later changes. `subject` is an id or a fixed word. Names and other texts are in AuditText,
    which an erasure deletes; `text_digest` is the SHA-256 of that row, or "" without one. `n` counts the entries from
    1, and `digest` covers this entry and the previous entry's digest (clients.audit_chain). Both are set at the commit.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    n = models.BigIntegerField(null=True, unique=True)
    # No foreign key, because the deletion of a user must not change the entry.
    actor_id = models.UUIDField(null=True, db_index=True)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=120)
    # Used only by entries that a former version of the product wrote and that are not in the chain yet.
    detail = models.JSONField(default=dict)
    at = models.DateTimeField(default=now)
    text_digest = models.CharField(max_length=64, null=True)
    digest = models.CharField(max_length=64, null=True)

    class Meta:
        db_table = "audit_log"


class AuditText(models.Model):
    """The personal data of an audit entry. `email` is the address of its subject, or "". `detail` has texts by name.

    `salt` makes it impossible to guess the texts from their digest after this row is deleted.
    """

    entry = models.OneToOneField(AuditEntry, on_delete=models.DO_NOTHING, primary_key=True, related_name="text")
    salt = models.CharField(max_length=32)
    email = models.CharField(max_length=255, default="")
    detail = models.JSONField(default=dict)

    class Meta:
        db_table = "audit_texts"


class AuditHead(models.Model):
    """The only row of its table: the last entry of the audit log, and the result of the last verification.

    `n` and `digest` are those of the last entry. `code` authenticates them with a key that is not in the database.
    """

    id = models.SmallIntegerField(primary_key=True, default=1)
    n = models.BigIntegerField(default=0)
    digest = models.CharField(max_length=64, default="")
    code = models.CharField(max_length=64, default="")
    verified_at = models.DateTimeField(null=True)
    faults = models.IntegerField(default=0)

    class Meta:
        db_table = "audit_head"


class Attention(SyncedRow):
    """Why a client needs attention, for admins. The id is the client's. A client without a reason has no row.

    `reasons` is `[{code, points, text, since}]`, most points first. `snoozed_codes` are the codes of snoozed reasons.
    """

    reasons = models.JSONField(default=list)
    points = models.IntegerField(default=0)
    snoozed_until = models.DateTimeField(null=True)
    snoozed_by = models.CharField(max_length=200, default="")
    snoozed_codes = models.JSONField(default=list)

    class Meta:
        db_table = "client_attention"
