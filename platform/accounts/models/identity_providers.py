"""Models of sign-in at identity providers: authorization requests, and companies with a provider of their own."""

from django.db import models

from accounts.models.flows import FlowState
from accounts.models.users import Session
from core.clock import now
from core.ids import uuid7


class ProviderFlow(models.Model):
    """An authorization request: a browser that was redirected to a provider.

    The callback deletes the row, so that a state is accepted once. `sealed` holds the encrypted nonce and our PKCE
    verifier. The verifier of `flow` identifies the browser; a cookie identifies a browser that has no verifier.
    `linking` is the session to whose user the identity will be linked, or None for a sign-in.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    provider = models.CharField(max_length=40)
    state_digest = models.CharField(max_length=64, unique=True)
    cookie_digest = models.CharField(max_length=64, default="")
    sealed = models.TextField()
    redirect_to = models.CharField(max_length=1000)
    flow = models.ForeignKey(FlowState, on_delete=models.CASCADE, null=True)
    linking = models.ForeignKey(Session, on_delete=models.CASCADE, null=True)
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "provider_flows"


class SsoProvider(models.Model):
    """A company's own OpenID Connect provider; `secret` is encrypted."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    issuer = models.CharField(max_length=500)
    client_id = models.CharField(max_length=255)
    secret = models.TextField()
    is_enabled = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=now)

    class Meta:
        db_table = "sso_providers"


class SsoDomain(models.Model):
    """A domain of email addresses whose users sign in at `provider`. A provider may assert only its own domains."""

    domain = models.CharField(max_length=253, primary_key=True)
    provider = models.ForeignKey(SsoProvider, on_delete=models.CASCADE, related_name="domains")

    class Meta:
        db_table = "sso_domains"
