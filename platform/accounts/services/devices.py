"""Writes on the caller's signed-in devices and recovery codes."""

from uuid import UUID

from accounts import access
from accounts.credentials import recovery_codes
from accounts.errors import NoFactorYet, SessionNotFound
from accounts.models import Factor, RecoveryCode, Session, User
from accounts.services.session_end import end
from core.actor import Actor


def end_device(*, actor: Actor, session_id: UUID) -> None:
    """Sign one of the caller's devices out. Raises SessionNotFound."""
    session = Session.objects.select_for_update().filter(id=session_id, user_id=actor.id).first()
    if session is None:
        raise SessionNotFound
    end(session)


def create_recovery_codes(*, actor: Actor) -> list[str]:
    """Replace the caller's recovery codes by ten new ones. Only this result contains them in readable form.

    Raises NoFactorYet, RecentProofNeeded.
    """
    user = User.objects.select_for_update().get(id=actor.id)
    if not Factor.objects.filter(user=user, is_verified=True).exists() or not access.is_aal2(actor):
        raise NoFactorYet
    access.must_have_recent_proof(actor)
    codes = [recovery_codes.fresh_code() for _ in range(recovery_codes.COUNT)]
    user.recovery_codes.all().delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, sealed=recovery_codes.sealed_digest(user_id=user.id, code=code)) for code in codes
    )
    return codes
