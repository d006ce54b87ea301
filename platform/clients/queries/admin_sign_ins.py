"""Reads when the admins were last active, and whether they have a second factor."""

from uuid import UUID

from accounts.queries.sign_in_states import SignInState, sign_in_states
from clients import access
from clients.models import Admin
from core.actor import Actor


def admin_sign_ins(*, actor: Actor) -> dict[UUID, SignInState]:
    """The sign-in states of all admins by user id. Raises AdminsOnly."""
    access.must_be_admin(actor)
    return sign_in_states(list(Admin.objects.order_by("id").values_list("user_id", flat=True)))
