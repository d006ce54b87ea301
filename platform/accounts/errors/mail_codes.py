"""Errors of mailed codes and links."""

from accounts.errors.requests import AuthFailure, TooSoon, Unacceptable, ValidationFailed


class CodeExpired(AuthFailure):
    """The code is wrong, used, expired, or another user's. The error does not reveal which."""

    status = 403
    code = "otp_expired"
    message = "Token has expired or is invalid"


class LinkExpired(CodeExpired):
    message = "Email link is invalid or has expired"


class CrossSiteSubmit(AuthFailure):
    """Another site submitted the form that only our own page may submit."""

    status = 403
    code = "no_authorization"
    message = "This was not sent by our own page. Open the link in the email again."


class BadAddress(ValidationFailed):
    """The email address is invalid. `/verify` responds with 422, although other endpoints respond with 400."""

    status = 422
    message = "Unable to validate email address: invalid format"


class MailTooSoon(TooSoon):
    code = "over_email_send_rate_limit"


class TooManyMails(AuthFailure):
    status = 429
    code = "over_email_send_rate_limit"
    message = "email rate limit exceeded"


class CodeSignUpsOff(Unacceptable):
    """The address has no account, and the request to `/otp` forbids creating one."""

    code = "otp_disabled"
    message = "Signups not allowed for otp"


class AddressNotConfirmed(Unacceptable):
    code = "email_not_confirmed"
    message = "Please verify your email first."


class PhoneOff(AuthFailure):
    code = "phone_provider_disabled"
    message = "Unsupported phone provider"
