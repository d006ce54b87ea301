"""Errors of second factors."""

from accounts.errors.requests import AuthFailure, TooSoon, Unacceptable, ValidationFailed
from core.errors import NotSignedIn


class BadFactorType(ValidationFailed):
    message = "factor_type needs to be totp or phone"


class BadFactorId(ValidationFailed):
    status = 404
    message = "factor_id must be an UUID"


class FactorNotFound(AuthFailure):
    """The factor does not exist, or belongs to another user."""

    status = 404
    code = "mfa_factor_not_found"
    message = "Factor not found"


class PhoneFactorsOff(Unacceptable):
    code = "mfa_phone_enroll_not_enabled"
    message = "MFA enroll is disabled for Phone"


class PhoneChallengesOff(Unacceptable):
    code = "mfa_phone_verify_not_enabled"
    message = "MFA verification is disabled for Phone"


class FactorNameTaken(Unacceptable):
    code = "mfa_factor_name_conflict"

    def __init__(self, name: str) -> None:
        super().__init__(f'A factor with the friendly name "{name}" for this user already exists')


class TooManyFactors(Unacceptable):
    code = "too_many_enrolled_mfa_factors"
    message = "Maximum number of verified factors reached, unenroll to continue"


class PhoneFactorExists(Unacceptable):
    code = "mfa_verified_factor_exists"
    message = "A verified phone factor already exists, unenroll the existing factor to continue"


class NeedsAal2(AuthFailure):
    """The user has a second factor that the session has not proved. Each endpoint has its own status for this error."""

    code = "insufficient_aal"


class EnrollNeedsAal2(NeedsAal2):
    status = 403
    message = "AAL2 required to enroll a new factor"


class UnenrollNeedsAal2(NeedsAal2):
    status = 422
    message = "AAL2 required to unenroll verified factor"


class ChangeNeedsAal2(NeedsAal2):
    status = 401
    message = "AAL2 session is required to update email or password when MFA is enabled."


class SecondFactorNeeded(NotSignedIn):
    """The session has not proved the user's second factor. All endpoints outside the sign-in service use this error."""

    code = "insufficient_aal"
    message = "Two-factor sign-in is needed."


class SmsTooSoon(TooSoon):
    code = "over_sms_send_rate_limit"


class TooManySms(AuthFailure):
    status = 429
    code = "over_sms_send_rate_limit"
    message = "sms rate limit exceeded"


class SmsNotSent(Unacceptable):
    code = "sms_send_failed"
    message = "Error sending confirmation sms"


class ChallengeNotFound(Unacceptable):
    code = "mfa_factor_not_found"
    message = "MFA factor with the provided challenge ID not found"


class ChallengeUsed(Unacceptable):
    """The challenge was used already. The wire contract prescribes code and message, but no IP address is compared."""

    code = "mfa_ip_address_mismatch"
    message = "Challenge and verify IP addresses mismatch"


class ChallengeExpired(Unacceptable):
    code = "mfa_challenge_expired"

    def __init__(self, challenge: str) -> None:
        super().__init__(
            f"MFA challenge {challenge} has expired, verify against another challenge or create a new challenge."
        )


class WrongTotpCode(Unacceptable):
    code = "mfa_verification_failed"
    message = "Invalid TOTP code entered"


class WrongPhoneCode(WrongTotpCode):
    message = "Invalid MFA Phone code entered"
