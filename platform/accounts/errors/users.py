"""Errors of creating and changing a user."""

from accounts.errors.requests import AuthFailure, Unacceptable, ValidationFailed


class AnonymousSignInsOff(Unacceptable):
    code = "anonymous_provider_disabled"
    message = "Anonymous sign-ins are disabled"


class NotForAnonymous(AuthFailure):
    """An anonymous user may not use this endpoint."""

    status = 403
    code = "no_authorization"
    message = "Anonymous user not allowed to perform these actions"


class NoAddressYet(ValidationFailed):
    """An anonymous user may set a password only together with an address, because sign-in looks up the address."""

    status = 422
    message = "Updating password of an anonymous user without an email or phone is not allowed"


class PhoneSignUpsOff(AuthFailure):
    code = "phone_provider_disabled"
    message = "Phone signups are disabled"


class PhoneSignInsOff(Unacceptable):
    code = "phone_provider_disabled"
    message = "Phone logins are disabled"


class WeakPassword(Unacceptable):
    """The password is too short, easy to guess, or known from a breach.

    `reasons` has the reasons as the wire contract names them.
    """

    code = "weak_password"
    reasons = ("length",)


class BreachedPassword(WeakPassword):
    message = "Password is known to be weak and easy to guess, please choose a different one."
    reasons = ("pwned",)


class AlreadyRegistered(Unacceptable):
    code = "user_already_exists"
    message = "User already registered"


class EmailExists(Unacceptable):
    code = "email_exists"
    message = "A user with this email address has already been registered"


class SamePassword(Unacceptable):
    code = "same_password"
    message = "New password should be different from the old password."


class NonceNeeded(AuthFailure):
    code = "reauthentication_needed"
    message = "Password update requires reauthentication"


class ReauthenticationNeeded(AuthFailure):
    """Adding or removing a way to sign in requires a recent sign-in. `PUT /user` accepts the proof."""

    code = "reauthentication_needed"
    message = "This change requires a recent sign-in or reauthentication"


class NonceWrong(Unacceptable):
    code = "reauthentication_not_valid"
    message = "Nonce has expired or is invalid"


class CurrentPasswordNeeded(AuthFailure):
    code = "current_password_required"
    message = "Current password required when setting new password."


class CurrentPasswordWrong(AuthFailure):
    code = "current_password_invalid"
    message = "Current password is incorrect."


class NotAdmin(AuthFailure):
    status = 403
    code = "not_admin"
    message = "Updating app_metadata requires admin privileges"


class SsoManaged(Unacceptable):
    code = "user_sso_managed"
    message = "Updating email, phone, password of a SSO account only possible via SSO"
