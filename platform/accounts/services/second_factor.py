"""The second step of a sign-in: verifies a factor and raises the session to aal2.

Errors about a code are returned, not raised, so that the count of a wrong guess is committed.
"""

from uuid import UUID

from accounts import access, queries
from accounts.credentials import encryption, recovery_codes, totp
from accounts.errors import (
    AuthFailure,
    ChallengeExpired,
    ChallengeNotFound,
    ChallengeUsed,
    SessionMissing,
    TooManyRequests,
    WrongPhoneCode,
    WrongTotpCode,
)
from accounts.limits.buckets import FACTOR, Requester, buckets
from accounts.models import Challenge, Factor, Session
from accounts.services import rate_limits
from accounts.services.factors import CHALLENGE_LIFETIME, METHODS, must_not_replace_second_factor, own_factor
from accounts.services.session_end import end
from accounts.services.sessions import Grant, store_refresh_token
from accounts.tokens import one_time, refresh_tokens
from core.actor import Actor
from core.clock import is_within, now
from mail import services as mail


def verify(
    *, caller: Actor, factor_id: UUID, challenge_id: UUID | None, code: str, requester: Requester
) -> Grant | AuthFailure:
    """Raise the caller's session to aal2 with the code of a challenge, or a recovery code if the factor is verified.

    A recovery code needs no challenge, because a challenge of a phone fails if no text message can be sent.
    Invalidates the session's previous refresh tokens, and ends the user's other sessions below aal2.
    Raises FactorNotFound, EnrollNeedsAal2, ChallengeNotFound, ChallengeUsed, ChallengeExpired, and what
    `access.signed_in_session` raises.
    """
    factor = own_factor(caller, factor_id)
    must_not_replace_second_factor(caller, factor)
    is_recovery = factor.is_verified and recovery_codes.parse(code) is not None
    challenge = None if is_recovery and challenge_id is None else _usable_challenge(factor, challenge_id)
    guesses = buckets(FACTOR, str(factor.user_id), requester)
    if rate_limits.take(buckets=guesses) is not None:
        return TooManyRequests()
    method = _proved_method(factor, challenge, code)
    if method is None:
        return WrongPhoneCode() if factor.factor_type == "phone" else WrongTotpCode()
    rate_limits.forgive(buckets=guesses)
    at = now()
    if challenge is not None:
        challenge.used_at = at
        challenge.save(update_fields=["used_at"])
    if not factor.is_verified and factor.user.email:
        mail.send(kind="factor_added", to=factor.user.email)
    factor.is_verified, factor.updated_at = True, at
    factor.save(update_fields=["is_verified", "last_step", "updated_at"])
    factor.user.factors.filter(factor_type=factor.factor_type, is_verified=False).delete()
    session = _end_others_below_aal2(factor, caller.session_id)
    return _raise_to_aal2(session, factor, method)


def _usable_challenge(factor: Factor, challenge_id: UUID | None) -> Challenge:
    challenge = factor.challenges.filter(id=challenge_id).first() if challenge_id else None
    if challenge is None:
        raise ChallengeNotFound
    if challenge.used_at is not None:
        raise ChallengeUsed
    if not is_within(CHALLENGE_LIFETIME, since=challenge.created_at):
        raise ChallengeExpired(str(challenge.id))
    return challenge


def _proved_method(factor: Factor, challenge: Challenge | None, code: str) -> str | None:
    """The `amr` method that `code` proves, or None if it is wrong."""
    characters = recovery_codes.parse(code)
    if factor.is_verified and characters is not None:
        codes = factor.user.recovery_codes.all()
        used_codes = [
            one for one in codes if recovery_codes.matches(one.sealed, user_id=factor.user_id, characters=characters)
        ]
        for one in used_codes:
            one.delete()
        return access.RECOVERY_CODE_METHOD if used_codes else None
    if challenge is None:
        return None
    if factor.factor_type == "phone":
        is_correct = one_time.is_code(challenge.code_digest, user_id=factor.user_id, slot=str(challenge.id), code=code)
    else:
        secret = encryption.unseal(factor.secret)["secret"]
        step = totp.step_of(secret, code, at=now(), after=factor.last_step)
        is_correct = step is not None
        factor.last_step = step if is_correct else factor.last_step
    return METHODS[factor.factor_type] if is_correct else None


def _end_others_below_aal2(factor: Factor, session_id: UUID) -> Session:
    """Lock and return the caller's session. Ends all other sessions of the user that are below aal2.

    Raises SessionMissing.
    """
    own: Session | None = None
    for session in Session.objects.select_for_update().filter(user=factor.user).order_by("id"):
        if session.id == session_id:
            own = session
        elif session.aal != access.AAL2:
            end(session)
    if own is None:  # it was ended before this transaction locked it
        raise SessionMissing
    return own


def _raise_to_aal2(session: Session, factor: Factor, method: str) -> Grant:
    others = [entry for entry in session.amr if entry.get("method") != method]
    session.amr = [{"method": method, "timestamp": int(now().timestamp())}, *others]
    session.aal, session.factor = access.AAL2, factor
    session.save(update_fields=["aal", "amr", "factor"])
    number = session.refresh_tokens.order_by("-number").values_list("number", flat=True)[0] + 1
    session.refresh_tokens.all().delete()
    token = refresh_tokens.random_token()
    store_refresh_token(token, session=session, number=number, at=now())
    return Grant(queries.account(factor.user), session, token)
