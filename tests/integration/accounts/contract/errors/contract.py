"""The error codes of the wire contract by status, and why this service never returns some of them."""

CONTRACT = {
    400: """bad_json validation_failed invalid_credentials email_not_confirmed phone_not_confirmed user_banned
        refresh_token_not_found refresh_token_already_used session_expired session_not_found bad_code_verifier
        provider_disabled email_provider_disabled phone_provider_disabled reauthentication_needed
        current_password_required current_password_invalid captcha_failed bad_oauth_state bad_oauth_callback
        flow_state_already_used email_address_not_authorized email_address_invalid bad_jwt""",
    401: "no_authorization insufficient_aal",
    403: """bad_jwt user_not_found session_not_found user_banned otp_expired not_admin insufficient_aal no_authorization
        mfa_verification_rejected""",
    404: """flow_state_not_found sso_provider_not_found sso_provider_disabled saml_provider_disabled
        manual_linking_disabled mfa_factor_not_found validation_failed feature_disabled passkey_disabled""",
    409: "conflict",
    413: "request_entity_too_large",
    422: """weak_password user_already_exists email_exists phone_exists signup_disabled anonymous_provider_disabled
        otp_disabled email_provider_disabled phone_provider_disabled same_password reauthentication_not_valid
        flow_state_expired user_sso_managed insufficient_aal mfa_factor_name_conflict too_many_enrolled_mfa_factors
        mfa_verified_factor_exists mfa_totp_enroll_not_enabled mfa_totp_verify_not_enabled mfa_phone_enroll_not_enabled
        mfa_phone_verify_not_enabled mfa_factor_not_found mfa_challenge_expired mfa_verification_failed
        mfa_ip_address_mismatch single_identity_not_deletable identity_not_found identity_already_exists
        email_conflict_identity_not_deletable provider_email_needs_verification email_not_confirmed sms_send_failed
        validation_failed""",
    429: "over_request_rate_limit over_email_send_rate_limit over_sms_send_rate_limit",
    504: "request_timeout",
}

NO_PHONE_SIGN_IN = "nobody signs in or up with a phone number; phones are second factors alone"
ALWAYS_MAIL = "an email address is how people sign up here; no setting switches it off"
SAML = "while SAML is off, whatever `/sso` cannot send on is saml_provider_disabled"
NEVER = {
    (400, "phone_not_confirmed"): NO_PHONE_SIGN_IN,
    (422, "phone_exists"): NO_PHONE_SIGN_IN,
    (400, "session_expired"): "sessions end by sign-out, by reuse and by their person, and never by time",
    (400, "session_not_found"): "a refresh token goes with its session, so it is refresh_token_not_found",
    (400, "email_provider_disabled"): ALWAYS_MAIL,
    (422, "email_provider_disabled"): ALWAYS_MAIL,
    (422, "signup_disabled"): "sign-up is open",
    (400, "captcha_failed"): "there is no captcha",
    (400, "flow_state_already_used"): "a flow goes with its exchange, so its code is flow_state_not_found",
    (400, "email_address_not_authorized"): "mail goes to any address",
    (400, "email_address_invalid"): "an address that cannot be one is validation_failed",
    (403, "mfa_verification_rejected"): "no hook judges a second factor",
    (404, "sso_provider_not_found"): SAML,
    (404, "sso_provider_disabled"): SAML,
    (404, "feature_disabled"): "no endpoint can be switched off",
    (404, "passkey_disabled"): "there is no endpoint for passkeys",
    (409, "conflict"): "whoever refreshes waits for the session's row, and meets the others' token there",
    (422, "mfa_totp_enroll_not_enabled"): "apps are always on",
    (422, "mfa_totp_verify_not_enabled"): "apps are always on",
    (504, "request_timeout"): "a store that does not answer is 503, which a client tries again just the same",
}


def codes() -> set[tuple[int, str]]:
    """Every (status, code) of the contract."""
    return {(status, code) for status, listed in CONTRACT.items() for code in listed.split()}
