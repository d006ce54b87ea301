"""Reads when users were last active, and whether they have a second factor."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from accounts.models import Factor, Session


@dataclass(frozen=True, slots=True)
class SignInState:
    """When one of the user's sessions was last renewed, None without a session, and whether a second factor is set up.

    A device in use renews its session once an hour or more often (ACCESS_TOKEN_S).
    """

    last_active_at: datetime | None
    has_second_factor: bool


def sign_in_states(user_ids: Collection[UUID]) -> dict[UUID, SignInState]:
    """The sign-in state of each of these users, in two queries."""
    sessions = Session.objects.filter(user_id__in=user_ids).values_list("user_id").annotate(Max("refreshed_at"))
    active = dict(sessions)
    protected = {*Factor.objects.filter(user_id__in=user_ids, is_verified=True).values_list("user_id", flat=True)}
    return {user_id: SignInState(active.get(user_id), user_id in protected) for user_id in user_ids}
