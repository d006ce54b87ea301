"""Connections to Google, encrypted tokens, pending authorization requests, and each client's newest figures."""

from django.db import models

from core.clock import now
from core.ids import uuid7
from sync.models import SyncedRow


class SourceType(models.TextChoices):
    ANALYTICS = "google_analytics"
    SEARCH_CONSOLE = "google_search_console"


class Status(models.TextChoices):
    CONNECTED = "connected"
    NOT_CONNECTED = "not_connected"
    NO_ACCOUNT = "no_account"
    COMING_SOON = "coming_soon"
    ERROR = "error"


class Connection(SyncedRow):
    """A data source of a user. `error` states why the last read failed or was incomplete; it is "" otherwise."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    client = models.ForeignKey("clients.Client", on_delete=models.CASCADE, related_name="+")
    source_type = models.CharField(max_length=40, choices=SourceType.choices)
    status = models.CharField(max_length=20, choices=Status.choices, default=Status.NOT_CONNECTED)
    connected_account = models.CharField(max_length=255, null=True)
    connected_property = models.CharField(max_length=250, null=True)
    last_sync = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, default="")
    created_at = models.DateTimeField(default=now)
    updated_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "connections"
        constraints = [models.UniqueConstraint(fields=["client", "source_type"], name="connections_once")]


class GoogleCredentials(models.Model):
    """A user's consent at Google. `sealed` has the encrypted tokens; `scopes` are separated by spaces."""

    user = models.OneToOneField("accounts.User", on_delete=models.CASCADE, primary_key=True, related_name="+")
    subject = models.CharField(max_length=255)
    email = models.CharField(max_length=255)
    scopes = models.TextField()
    sealed = models.TextField()
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "google_credentials"


class GoogleFlow(models.Model):
    """A pending authorization request at Google.

    `state_digest` is the SHA-256 of its state; `sealed` has the encrypted nonce and PKCE verifier.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    source_type = models.CharField(max_length=40, choices=SourceType.choices)
    state_digest = models.CharField(max_length=64, unique=True)
    sealed = models.TextField()
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "google_flows"


class Snapshot(SyncedRow):
    """The figures of a client's property. A part that Google did not return keeps its older figures and time.

    NULL means "no data", unlike 0. `bounce_rate` is in per cent with one decimal, `avg_engagement_time` in seconds.
    `session_trend` is `[[day, sessions], ..]`, `traffic_sources` is `[[source / medium, sessions], ..]`.

    The `previous_*` columns have the figures of the 30 days before, or NULL if the periods cannot be compared.
    `previous_totals` has them by column name. `previous_sources` has only those sources of `traffic_sources` whose
    earlier sessions are known.
    """

    client = models.OneToOneField("clients.Client", on_delete=models.CASCADE, related_name="+")
    property_id = models.CharField(max_length=100)
    total_users = models.BigIntegerField(null=True)
    new_users = models.BigIntegerField(null=True)
    sessions = models.BigIntegerField(null=True)
    engaged_sessions = models.BigIntegerField(null=True)
    bounce_rate = models.FloatField(null=True)
    avg_engagement_time = models.FloatField(null=True)
    conversions = models.FloatField(null=True)
    previous_totals = models.JSONField(null=True)
    totals_as_of = models.DateTimeField(null=True)
    session_trend = models.JSONField(null=True)
    previous_trend = models.JSONField(null=True)
    trend_as_of = models.DateTimeField(null=True)
    traffic_sources = models.JSONField(null=True)
    previous_sources = models.JSONField(null=True)
    sources_as_of = models.DateTimeField(null=True)

    class Meta:
        db_table = "ga_snapshots"
