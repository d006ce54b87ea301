"""Enrolls, challenges and removes second factors."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings

from accounts import access, ports
from accounts.credentials import encryption, totp
from accounts.errors import (
    EnrollNeedsAal2,
    FactorNameTaken,
    FactorNotFound,
    PhoneChallengesOff,
    PhoneFactorExists,
    PhoneFactorsOff,
    SmsNotSent,
    SmsTooSoon,
    TooManyFactors,
    TooManySms,
    UnenrollNeedsAal2,
)
from accounts.errors.requests import Unacceptable
from accounts.limits.buckets import SMS, Buckets, Requester, buckets, daily_sms_bucket
from accounts.models import Challenge, Factor, RecoveryCode, Session, User
from accounts.services import rate_limits
from accounts.services.session_end import end
from accounts.tokens import one_time
from core.actor import Actor
from core.clock import now
from mail import services as mail
from sync.log import membership

FACTORS_MAX = 10
UNUSED_FACTOR_LIFETIME = timedelta(minutes=5)
CHALLENGE_LIFETIME = timedelta(minutes=5)
SMS_COOLDOWN = timedelta(seconds=60)
METHODS = {"totp": "totp", "phone": "mfa/phone"}


@dataclass(frozen=True, slots=True)
class NewFactor:
    """A new factor. Only this result contains its secret in readable form."""

    factor: Factor
    secret: str = ""
    uri: str = ""


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """A new challenge; `code` is the code to send to the phone, "" if nothing is to be sent.

    `limits` are the buckets from which its message has taken a token.
    """

    challenge: Challenge
    code: str = ""
    limits: Buckets = field(default_factory=list)

    @property
    def expires_at(self) -> datetime:
        return self.challenge.created_at + CHALLENGE_LIFETIME


def enroll_app(*, caller: Actor, friendly_name: str, issuer: str) -> NewFactor:
    """Add an unverified authenticator app.

    Raises FactorNameTaken, TooManyFactors, EnrollNeedsAal2, ReauthenticationNeeded, and what
    `access.signed_in_session` raises.
    """
    user = _locked_user_for_enrollment(caller, friendly_name)
    secret = totp.fresh_secret()
    factor = Factor.objects.create(
        user=user, factor_type="totp", friendly_name=friendly_name, secret=encryption.seal({"secret": secret})
    )
    issued_by = issuer or urlsplit(settings.SITE_URL).hostname or settings.PRODUCT_NAME
    return NewFactor(factor, secret, totp.uri(secret, issuer=issued_by, account=user.email or user.phone or ""))


def enroll_phone(*, caller: Actor, friendly_name: str, phone: str) -> NewFactor:
    """Add an unverified phone. Raises PhoneFactorsOff, SmsNotSent, PhoneFactorExists, and what `enroll_app` raises."""
    if not ports.sms.reaches(phone):
        raise PhoneFactorsOff
    user = _locked_user_for_enrollment(caller, friendly_name, phone=phone)
    _must_allow_sms(user.id, phone, error_type=PhoneFactorsOff)
    return NewFactor(Factor.objects.create(user=user, factor_type="phone", friendly_name=friendly_name, phone=phone))


def challenge(*, caller: Actor, factor_id: UUID, requester: Requester) -> NewChallenge:
    """Start a challenge of a factor.

    Raises FactorNotFound, EnrollNeedsAal2, PhoneChallengesOff, SmsNotSent, SmsTooSoon, TooManySms, and what
    `access.signed_in_session` raises.
    """
    factor = own_factor(caller, factor_id)
    must_not_replace_second_factor(caller, factor)
    challenge_row = Challenge(factor=factor, created_at=now())
    code, limits = _phone_code(factor, challenge_row, requester) if factor.factor_type == "phone" else ("", [])
    challenge_row.save()
    factor.last_challenged_at = challenge_row.created_at
    factor.save(update_fields=["last_challenged_at"])
    return NewChallenge(challenge_row, code if factor.phone not in settings.AUTH_TEST_PHONE else "", limits)


def discard_challenge(*, new_challenge: NewChallenge, is_counted: bool) -> None:
    """Delete a challenge whose code could not be sent, so that a new one is allowed at once.

    Unless `is_counted`, the limits do not count its message.
    """
    challenge_id = new_challenge.challenge.id
    Factor.objects.filter(challenges=challenge_id).update(last_challenged_at=None)
    deleted, _ = Challenge.objects.filter(id=challenge_id).delete()
    if deleted and not is_counted:
        rate_limits.put_back(buckets=new_challenge.limits)


def unenroll(*, caller: Actor, factor_id: UUID) -> None:
    """Remove a factor; the sessions that it raised to aal2 fall back to aal1.

    Raises FactorNotFound, UnenrollNeedsAal2, ReauthenticationNeeded, and what `access.signed_in_session` raises.
    """
    factor = own_factor(caller, factor_id)
    if factor.is_verified:
        current = access.signed_in_session(caller)
        if current.aal != access.AAL2:
            raise UnenrollNeedsAal2
        access.must_be_recently_proved(current)
        if factor.user.email:
            mail.send(kind="factor_removed", to=factor.user.email)
    for session in Session.objects.select_for_update().filter(factor=factor).order_by("id"):
        methods = {METHODS[factor.factor_type], access.RECOVERY_CODE_METHOD}
        session.amr = [entry for entry in session.amr if entry.get("method") not in methods]
        session.aal, session.factor = access.AAL1, None
        session.save(update_fields=["aal", "amr", "factor"])
    factor.delete()
    membership.join(user_id=caller.id)  # connections re-read the user's streams: an admin may lack a second factor now
    if not Factor.objects.filter(user_id=caller.id, is_verified=True).exists():
        RecoveryCode.objects.filter(user_id=caller.id).delete()


def own_factor(caller: Actor, factor_id: UUID) -> Factor:
    """A factor of the caller; locks the user's row.

    Raises FactorNotFound, and what `access.signed_in_session` raises.
    """
    User.objects.select_for_update().get(id=access.signed_in_session(caller).user_id)
    factor = Factor.objects.select_related("user").filter(id=factor_id, user_id=caller.id).first()
    if factor is None:
        raise FactorNotFound
    return factor


def must_not_replace_second_factor(caller: Actor, factor: Factor) -> None:
    """Rejects an unverified factor if the user has a verified one that this session has not proved.

    A thief with the password may have enrolled the unverified factor before the user verified their own. Raises
    EnrollNeedsAal2, and what `access.signed_in_session` raises.
    """
    if not factor.is_verified and access.lacks_second_factor(access.signed_in_session(caller)):
        raise EnrollNeedsAal2


def _locked_user_for_enrollment(caller: Actor, friendly_name: str, *, phone: str = "") -> User:
    session = access.signed_in_session(caller)
    user = User.objects.select_for_update().get(id=session.user_id)
    _delete_unused_factors(user)
    factors = list(user.factors.all())
    if any(factor.friendly_name == friendly_name for factor in factors):
        raise FactorNameTaken(friendly_name)
    if len(factors) >= FACTORS_MAX:
        raise TooManyFactors
    if session.aal != access.AAL2 and any(factor.is_verified for factor in factors):
        raise EnrollNeedsAal2
    access.must_be_recently_proved(session)
    if phone and any(factor.is_verified and factor.phone == phone for factor in factors):
        raise PhoneFactorExists
    return user


def _delete_unused_factors(user: User) -> None:
    old = user.factors.filter(is_verified=False, challenges=None, created_at__lt=now() - UNUSED_FACTOR_LIFETIME)
    old.delete()


def _must_allow_sms(user_id: UUID, phone: str, *, error_type: type[Unacceptable]) -> None:
    """Checks that a message may go to a number that is not verified yet.

    Raises `error_type` if `may_get_sms` does not allow the user, SmsNotSent if the settings do not name the country.
    """
    if phone in settings.AUTH_TEST_PHONE:  # test numbers get no message
        return
    if not ports.may_get_sms.call(user_id):
        raise error_type
    if not phone.startswith(settings.SMS_COUNTRIES):
        raise SmsNotSent


def _phone_code(factor: Factor, challenge_row: Challenge, requester: Requester) -> tuple[str, Buckets]:
    """A new code, and the buckets from which its message has taken a token."""
    if not ports.sms.reaches(factor.phone):
        raise PhoneChallengesOff
    if not factor.is_verified:  # a verified factor always gets its code, because its user needs it to sign in
        _must_allow_sms(factor.user_id, factor.phone, error_type=PhoneChallengesOff)
    since = challenge_row.created_at - factor.last_challenged_at if factor.last_challenged_at else SMS_COOLDOWN
    if timedelta() <= since < SMS_COOLDOWN:  # a time in the future comes from a clock that was wrong
        raise SmsTooSoon(ceil((SMS_COOLDOWN - since).total_seconds()))
    # An unverified number has no proven owner. All accounts that name it share one limit, so that it gets few messages.
    number_requester = replace(requester, is_known=requester.is_known and factor.is_verified)
    limits = buckets(SMS, str(factor.user_id), requester) + buckets(SMS, factor.phone, number_requester)
    if factor.phone not in settings.AUTH_TEST_PHONE:
        limits.append(daily_sms_bucket(challenge_row.created_at))
    if rate_limits.take(buckets=limits) is not None:
        raise TooManySms
    code = settings.AUTH_TEST_PHONE.get(factor.phone) or one_time.fresh_code()
    challenge_row.code_digest = one_time.code_digest(user_id=factor.user_id, slot=str(challenge_row.id), code=code)
    return code, limits


def remove_factors(*, email: str) -> int | None:
    """Remove all factors of the users with this address, sign them out and mail them.

    Returns the number of removed factors, or None if no user has the address.
    """
    users = list(User.objects.select_for_update().filter(email=email.lower()).order_by("id"))
    for session in Session.objects.select_for_update().filter(user__in=users).order_by("id"):
        end(session)
    removed = Factor.objects.filter(user__in=users)
    for user in users:
        if user.email and removed.filter(user=user, is_verified=True).exists():
            mail.send(kind="factor_removed", to=user.email)
    count = removed.count()
    removed.delete()
    RecoveryCode.objects.filter(user__in=users).delete()
    return count if users else None
