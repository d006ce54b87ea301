"""Deletes expired rows. Runs once a day."""

from datetime import timedelta

from django.db.models import F, OuterRef, QuerySet, Subquery

from accounts.models import Challenge, FlowState, LimitCounter, OneTimeToken, ProviderFlow, RefreshToken, User
from core.clock import now

STALE = timedelta(days=1)
# Used refresh tokens are stored this long, so that a session ends if a thief presents one of its used tokens.
USED_TOKEN_RETENTION = timedelta(days=7)


def prune() -> int:
    """Delete old refresh and mailed tokens, flows, challenges and counters; cancel unconfirmed address changes.

    Returns how many rows were deleted.
    """
    old = now() - STALE
    stale_changes = User.objects.filter(new_email__isnull=False, email_change_sent_at__lt=old)
    stale_changes.update(new_email=None, email_change_sent_at=None, is_change_half_confirmed=False)
    removed = 0
    for rows in (
        OneTimeToken.objects.filter(created_at__lt=old),
        FlowState.objects.filter(created_at__lt=old),
        ProviderFlow.objects.filter(created_at__lt=old),
        Challenge.objects.filter(created_at__lt=old),
        LimitCounter.objects.filter(at__lt=old),
        _old_refresh_tokens(),
    ):
        removed += rows.delete()[0]
    return removed


def _old_refresh_tokens() -> QuerySet[RefreshToken]:
    """Old refresh tokens, except the active one of each chain and its parent, which may be presented in its place."""
    active = RefreshToken.objects.filter(session=OuterRef("session"), used_at=None).values("number")[:1]
    used_long_ago = RefreshToken.objects.filter(used_at__lt=now() - USED_TOKEN_RETENTION)
    return used_long_ago.annotate(active=Subquery(active)).filter(number__lt=F("active") - 1)
