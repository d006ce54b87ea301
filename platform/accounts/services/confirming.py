"""An address becomes confirmed: the moment from which its person counts for the rooms above."""

from accounts import ports, queries
from accounts.models import User
from accounts.services.signing_out import end
from core.clock import now


def confirm(user: User) -> None:
    """Mark the address of `user` confirmed, and tell the rooms above. Sessions from before end."""
    assert user.email is not None
    for session in user.sessions.select_for_update().order_by("id"):
        end(session)
    at = now()
    user.email_confirmed_at = user.updated_at = at
    user.user_metadata = {**user.user_metadata, "email_verified": True}
    user.save(update_fields=["email_confirmed_at", "user_metadata", "updated_at"])
    for identity in user.identities.filter(provider="email"):
        identity.identity_data = {**identity.identity_data, "email_verified": True}
        identity.save(update_fields=["identity_data"])
    ports.person_confirmed.tell(
        user_id=user.id,
        email=user.email,
        full_name=queries.typed_name(user, "full_name"),
        company_name=queries.typed_name(user, "company_name"),
        confirmed_at=at,
    )
