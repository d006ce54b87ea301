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

NO_PHONE_SIGN_IN = "users do not sign in or up with a phone number; a phone is only a second factor"
ALWAYS_MAIL = "users sign up with an email address; no setting switches this off"
SAML = "SAML is off, so `/sso` returns saml_provider_disabled for each request that it cannot redirect"
APPS_ALWAYS = "no setting switches authenticator apps off"
NEVER = {
    (400, "phone_not_confirmed"): NO_PHONE_SIGN_IN,
    (422, "phone_exists"): NO_PHONE_SIGN_IN,
    (400, "session_expired"): "the tokens of an ended session are deleted, so the code is refresh_token_not_found",
    (400, "session_not_found"): "the tokens of an ended session are deleted, so the code is refresh_token_not_found",
    (400, "email_provider_disabled"): ALWAYS_MAIL,
    (422, "email_provider_disabled"): ALWAYS_MAIL,
    (422, "signup_disabled"): "sign-up is open",
    (400, "captcha_failed"): "there is no captcha",
    (400, "flow_state_already_used"): "the exchange deletes the flow, so the code is flow_state_not_found",
    (400, "email_address_not_authorized"): "mails are sent to any address",
    (400, "email_address_invalid"): "the code of an invalid address is validation_failed",
    (403, "mfa_verification_rejected"): "there is no hook that could reject a second factor",
    (404, "sso_provider_not_found"): SAML,
    (404, "sso_provider_disabled"): SAML,
    (404, "feature_disabled"): "no endpoint can be switched off",
    (404, "passkey_disabled"): "there is no endpoint for passkeys",
    (409, "conflict"): "concurrent refreshes lock the session's row one after another, and return the same new token",
    (422, "mfa_totp_enroll_not_enabled"): APPS_ALWAYS,
    (422, "mfa_totp_verify_not_enabled"): APPS_ALWAYS,
    (504, "request_timeout"): "if the database does not respond, the status is 503, and clients retry after it too",
}


def codes() -> set[tuple[int, str]]:
    """Every (status, code) of the contract."""
    return {(status, code) for status, listed in CONTRACT.items() for code in listed.split()}
