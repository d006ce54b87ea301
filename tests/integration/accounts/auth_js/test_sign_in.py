"""The public client signs users in by password, by a mailed code or link, and by recovery."""

from datetime import timedelta

import pytest

from tests.support.accounts.auth_js import ClientError
from tests.support.accounts.live_service import PASSWORD, Live, query

pytestmark = pytest.mark.xdist_group("auth-js")

WRONG = ClientError("AuthApiError", 400, "invalid_credentials", "Invalid login credentials")
WRONG_CODE = ClientError("AuthApiError", 403, "otp_expired", "Token has expired or is invalid")
PHONE_OFF = "Unsupported phone provider"


def amr(claims: dict[str, list[dict[str, str]]]) -> list[str]:
    return [entry["method"] for entry in claims["amr"]]


def test_a_password_starts_a_session_whose_token_the_key_set_verifies(live: Live) -> None:
    _, email = live.new_user()
    tab = live.tabs.open()
    data = tab.done("signInWithPassword", {"email": email, "password": PASSWORD})
    assert data["user"]["email"] == data["session"]["user"]["email"] == email
    assert list(tab.stored()) == ["sb-test-auth-token"]
    result = tab.done("getClaims")
    claims, header = result["claims"], result["header"]
    assert "GET /user" not in tab.requests()
    assert header["alg"] == "ES256"
    assert claims["iss"] == f"{live.server.url}/auth/v1"
    assert (claims["sub"], claims["aud"], claims["role"]) == (data["user"]["id"], "authenticated", "authenticated")
    assert (claims["email"], claims["phone"], claims["aal"]) == (email, "", "aal1")
    assert (claims["exp"], claims["exp"] - claims["iat"]) == (data["session"]["expires_at"], 3600)
    assert (amr(claims), claims["is_anonymous"]) == (["password"], False)


def test_wrong_passwords_and_unknown_users_get_the_same_error(live: Live) -> None:
    _, email = live.new_user()
    tab = live.tabs.open()
    for credentials in ({"email": email, "password": "wrong"}, {"email": live.address("nobody"), "password": PASSWORD}):
        assert tab.call("signInWithPassword", credentials).error == WRONG
    assert tab.call("signInWithPassword", {"email": email, "password": ""}).error == WRONG
    phone_error = tab.call("signInWithPassword", {"phone": "+15550100", "password": PASSWORD}).error
    assert phone_error == ClientError("AuthApiError", 422, "phone_provider_disabled", "Phone logins are disabled")
    error = tab.call("signInWithPassword", {"password": PASSWORD}).error
    assert error is not None
    assert error.message == "You must provide either an email or phone number and a password"
    assert (tab.stored(), tab.events()) == ({}, ["INITIAL_SESSION"])


def test_a_banned_user_gets_the_reason_and_loses_their_sessions(live: Live) -> None:
    tab, email = live.new_user()
    live.let_pass("users.banned_until", timedelta(days=-1), f"email = '{email}'")
    banned = ClientError("AuthApiError", 400, "user_banned", "User is banned")
    assert live.tabs.open().call("signInWithPassword", {"email": email, "password": PASSWORD}).error == banned
    assert tab.call("getUser").error == banned._replace(status=403)
    assert tab.call("refreshSession").error == banned


def test_a_mailed_code_signs_in(live: Live) -> None:
    _, email = live.new_user()
    tab = live.tabs.open()
    assert tab.done("signInWithOtp", {"email": email, "options": {"shouldCreateUser": False}})
    mail = live.mail(email)
    assert (
        tab.call("verifyOtp", {"type": "email", "email": live.address("eve"), "token": mail.code}).error == WRONG_CODE
    )
    session = tab.done("verifyOtp", {"type": "email", "email": email, "token": mail.code})["session"]
    assert session["user"]["email"] == email
    assert amr(tab.done("getClaims")["claims"]) == ["otp"]
    assert tab.call("verifyOtp", {"type": "email", "email": email, "token": mail.code}).error == WRONG_CODE


def test_a_magic_link_signs_in_the_requesting_browser(live: Live) -> None:
    _, email = live.new_user()
    tab = live.tabs.open()
    tab.done("signInWithOtp", {"email": email})
    code = query(live.get(live.mail(email).link).headers["Location"])["code"]
    assert tab.done("exchangeCodeForSession", code)["session"]["user"]["email"] == email
    assert amr(tab.done("getClaims")["claims"]) == ["magiclink"]


def test_a_wrong_verifier_redeems_nothing_and_does_not_void_the_code(live: Live) -> None:
    _, email = live.new_user()
    tab, other_tab = live.tabs.open(), live.tabs.open()
    tab.done("signInWithOtp", {"email": email})
    code = query(live.get(live.mail(email).link).headers["Location"])["code"]
    other_tab.done("resetPasswordForEmail", live.address("nobody"))  # stores a verifier in this tab
    message = "code challenge does not match previously saved code verifier"
    assert other_tab.call("exchangeCodeForSession", code).error == ClientError(
        "AuthApiError", 400, "bad_code_verifier", message
    )
    assert tab.done("exchangeCodeForSession", code)["session"]["user"]["email"] == email
    unknown_code_error = other_tab.call("exchangeCodeForSession", "00000000-0000-0000-0000-000000000000").error
    assert unknown_code_error is not None
    assert unknown_code_error.name == "AuthPKCECodeVerifierMissingError"


def test_a_code_creates_a_user_unless_creation_is_off(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    error = tab.call("signInWithOtp", {"email": email, "options": {"shouldCreateUser": False}}).error
    assert error == ClientError("AuthApiError", 422, "otp_disabled", "Signups not allowed for otp")
    assert live.mail_count(email) == 0
    tab.done("signInWithOtp", {"email": email, "options": {"data": {"full_name": "Ada"}}})
    session = tab.done("verifyOtp", {"type": "email", "email": email, "token": live.mail(email).code})["session"]
    assert (session["user"]["email"], session["user"]["user_metadata"]["full_name"]) == (email, "Ada")
    assert live.rows(f"SELECT password_hash FROM users WHERE email = '{email}'") == [("",)]
    assert live.tabs.open().call("signInWithPassword", {"email": email, "password": PASSWORD}).error == WRONG


def test_a_recovery_leads_to_a_new_password(live: Live) -> None:
    other_tab, email = live.new_user()
    tab = live.tabs.open()
    tab.done("resetPasswordForEmail", email, {"redirectTo": f"{live.server.url}/auth/callback"})
    mail = live.mail(email)
    tab.done("verifyOtp", {"type": "recovery", "email": email, "token": mail.code})
    assert tab.events() == ["INITIAL_SESSION", "PASSWORD_RECOVERY"]
    tab.done("updateUser", {"password": "a new password"})
    assert live.signed_in(email, "a new password").session()["user"]["email"] == email
    assert live.tabs.open().call("signInWithPassword", {"email": email, "password": PASSWORD}).error == WRONG
    session_error = other_tab.call("getUser").error
    assert session_error is not None
    assert session_error.name == "AuthSessionMissingError"
    assert other_tab.stored() == {}


def test_the_app_learns_that_a_link_was_a_recovery(live: Live) -> None:
    _, email = live.new_user()
    tab = live.tabs.open()
    tab.done("resetPasswordForEmail", email)
    code = query(live.get(live.mail(email).link).headers["Location"])["code"]
    assert tab.done("exchangeCodeForSession", code)["redirectType"] == "recovery"
    assert tab.events() == ["INITIAL_SESSION", "PASSWORD_RECOVERY"]
    assert amr(tab.done("getClaims")["claims"]) == ["recovery"]


def test_a_recovery_of_an_unknown_address_gets_the_same_response(live: Live) -> None:
    _, email = live.new_user()
    tab, unknown = live.tabs.open(), live.address("nobody")
    for address in (email, email, unknown, unknown):
        assert tab.done("resetPasswordForEmail", address) == {}
    assert (live.mail_count(email), live.mail_count(unknown)) == (2, 0)


def test_sms_sign_in_is_off(live: Live) -> None:
    tab = live.tabs.open()
    for result in (
        tab.call("signInWithOtp", {"phone": "+15550100"}),
        tab.call("resend", {"type": "sms", "phone": "+15550100"}),
    ):
        assert result.error == ClientError("AuthApiError", 400, "phone_provider_disabled", PHONE_OFF)
    assert tab.call("verifyOtp", {"type": "sms", "phone": "+15550100", "token": "123456"}).error == WRONG_CODE


def test_an_invalid_address_is_rejected_by_every_method(live: Live) -> None:
    tab = live.tabs.open()
    message = "Unable to validate email address: invalid format"
    for method, args in (("signInWithOtp", {"email": "ada"}), ("resend", {"type": "signup", "email": "ada"})):
        assert tab.call(method, args).error == ClientError("AuthApiError", 400, "validation_failed", message)
    assert tab.call("resetPasswordForEmail", "ada").error == ClientError(
        "AuthApiError", 400, "validation_failed", message
    )
    verify_answer = tab.call("verifyOtp", {"type": "email", "email": "ada", "token": "123456"})
    assert verify_answer.error == ClientError("AuthApiError", 422, "validation_failed", message)
