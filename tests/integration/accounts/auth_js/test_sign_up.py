"""The public client signs users up by password and confirms them by the code or the link of a mail."""

from datetime import timedelta

import pytest

from tests.support.accounts.auth_js import ClientError
from tests.support.accounts.live_service import PASSWORD, Live, fragment, query

pytestmark = pytest.mark.xdist_group("auth-js")

NAMES = {"full_name": "Ada Lovelace", "company_name": "Engines Ltd"}
WRONG_CODE = ClientError("AuthApiError", 403, "otp_expired", "Token has expired or is invalid")
WRONG_PASSWORD = ClientError("AuthApiError", 400, "invalid_credentials", "Invalid login credentials")
WRONG_LINK = ClientError("AuthApiError", 403, "otp_expired", "Email link is invalid or has expired")
TOO_SOON = "For security purposes, you can only request this after "


def test_the_code_of_a_mail_confirms_a_user(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    data = tab.done("signUp", {"email": email.upper(), "password": PASSWORD, "options": {"data": NAMES}})
    assert (data["session"], data["user"]["email"]) == (None, email)
    assert "email_confirmed_at" not in data["user"]
    unconfirmed = tab.call("signInWithPassword", {"email": email, "password": PASSWORD})
    assert unconfirmed.error == ClientError("AuthApiError", 400, "email_not_confirmed", "Email not confirmed")
    session = tab.done("verifyOtp", {"type": "signup", "email": email, "token": live.mail(email).code})["session"]
    user = session["user"]
    assert (user["id"], user["email"]) == (data["user"]["id"], email)
    assert (user["email_confirmed_at"], user["user_metadata"]["email_verified"]) == (user["confirmed_at"], True)
    assert {name: user["user_metadata"][name] for name in NAMES} == NAMES
    assert [identity["provider"] for identity in user["identities"]] == ["email"]
    assert tab.session()["refresh_token"] == session["refresh_token"]
    assert tab.events() == ["INITIAL_SESSION", "SIGNED_IN"]


def test_a_link_confirms_a_user_in_the_requesting_browser(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    return_url = f"{live.server.url}/auth/callback?from=mail"
    tab.done("signUp", {"email": email, "password": PASSWORD, "options": {"emailRedirectTo": return_url}})
    reply = live.get(live.mail(email).link)
    assert (reply.status_code, reply.headers["Location"].partition("&code=")[0]) == (303, return_url)
    code = query(reply.headers["Location"])["code"]
    other_tab_answer = live.tabs.open().call("exchangeCodeForSession", code)
    assert other_tab_answer.error is not None
    assert other_tab_answer.error.name == "AuthPKCECodeVerifierMissingError"
    assert tab.done("exchangeCodeForSession", code)["session"]["user"]["email"] == email
    assert "sb-test-auth-token-code-verifier" not in tab.stored()
    second_reply = live.send("/token?grant_type=pkce", b'{"auth_code": "%s", "code_verifier": "x"}' % code.encode())
    assert (second_reply.status_code, second_reply.json()["error_code"]) == (404, "flow_state_not_found")


def test_a_link_without_a_flow_returns_the_session_in_the_fragment(live: Live) -> None:
    tab, email = live.tabs.open(flow="implicit"), live.address()
    tab.done("signUp", {"email": email, "password": PASSWORD})
    params = fragment(live.press(live.mail(email).link).headers["Location"])
    assert (params["type"], params["token_type"], params["expires_in"], params["sb"]) == (
        "signup",
        "bearer",
        "3600",
        "",
    )
    tokens = {"access_token": params["access_token"], "refresh_token": params["refresh_token"]}
    assert tab.done("setSession", tokens)["user"]["email"] == email


def test_the_token_of_a_link_can_be_posted_once(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    tab.done("signUp", {"email": email, "password": PASSWORD})
    link = {"type": "signup", "token_hash": live.mail(email).link_query["token"]}
    assert tab.done("verifyOtp", link)["session"]["user"]["email"] == email
    assert tab.call("verifyOtp", link).error == WRONG_LINK


def test_codes_and_links_end_after_an_hour(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    tab.done("signUp", {"email": email, "password": PASSWORD})
    mail = live.mail(email)
    condition = f"user_id = {live.user_id(email)}"
    live.let_pass("one_time_tokens.created_at", timedelta(hours=1), condition)
    assert tab.call("verifyOtp", {"type": "signup", "email": email, "token": mail.code}).error == WRONG_CODE
    assert tab.call("verifyOtp", {"type": "signup", "token_hash": mail.link_query["token"]}).error == WRONG_LINK
    params = query(live.get(mail.link).headers["Location"])
    assert (params["error"], params["error_code"]) == ("access_denied", "otp_expired")
    assert params["error_description"] == "Email link is invalid or has expired"
    live.let_pass("one_time_tokens.created_at", timedelta(minutes=59), condition)
    assert tab.done("verifyOtp", {"type": "signup", "email": email, "token": mail.code})["session"]


def test_the_code_of_a_flow_ends_after_five_minutes(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    tab.done("signUp", {"email": email, "password": PASSWORD})
    code = query(live.get(live.mail(email).link).headers["Location"])["code"]
    live.let_pass("flow_states.code_issued_at", timedelta(minutes=5), f"user_id = {live.user_id(email)}")
    answer = tab.call("exchangeCodeForSession", code)
    message = "invalid flow state, flow state has expired"
    assert answer.error == ClientError("AuthApiError", 422, "flow_state_expired", message)
    assert live.rows(f"SELECT COUNT(*) FROM sessions WHERE user_id = {live.user_id(email)}") == [(0,)]


def test_a_mail_is_sent_again_when_the_cool_down_is_over(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    tab.done("signUp", {"email": email, "password": PASSWORD})
    first_mail = live.mail(email)
    cooldown_error = tab.call("resend", {"type": "signup", "email": email}).error
    assert cooldown_error is not None
    assert (cooldown_error.status, cooldown_error.code) == (429, "over_email_send_rate_limit")
    assert cooldown_error.message.startswith(TOO_SOON)
    assert live.mail_count(email) == 1
    live.let_pass("limit_counters.at", timedelta(seconds=60), "key LIKE 'pause-%'")
    tab.done("resend", {"type": "signup", "email": email})
    second_mail = live.mail(email)
    assert second_mail.code != first_mail.code or second_mail.link != first_mail.link
    assert tab.done("verifyOtp", {"type": "signup", "email": email, "token": second_mail.code})["session"]
    live.let_pass("limit_counters.at", timedelta(seconds=60), "key LIKE 'confirmation:%'")
    tab.done("resend", {"type": "signup", "email": email})
    tab.done("resend", {"type": "signup", "email": live.address("nobody")})
    assert live.mail_count(email) == 2


def test_a_confirmed_address_looks_like_a_new_one_without_identities(live: Live) -> None:
    _, email = live.new_user()
    tab = live.tabs.open()
    live.let_pass("limit_counters.at", timedelta(seconds=60), "key LIKE 'confirmation:%'")
    data = tab.done("signUp", {"email": email, "password": "another password", "options": {"data": NAMES}})
    assert (data["session"], data["user"]["identities"], data["user"]["role"]) == (None, [], "")
    assert f"{data['user']['id']}" not in [str(id) for (id,) in live.rows("SELECT id FROM users")]
    assert live.mail_count(email) == 1
    error = tab.call("signInWithPassword", {"email": email, "password": "another password"}).error
    assert error == ClientError("AuthApiError", 400, "invalid_credentials", "Invalid login credentials")


def test_concurrent_sign_ups_create_one_user(live: Live) -> None:
    email = live.address()
    tabs = [live.tabs.open() for _ in range(8)]
    calls = [tab.calling("signUp", {"email": email, "password": f"{PASSWORD} {n}"}) for n, tab in enumerate(tabs)]
    answers = live.tabs.at_once(*calls)
    user_ids = [answer.data["user"]["id"] for answer in answers if answer.error is None]
    errors = [answer.error for answer in answers if answer.error is not None]
    assert len(user_ids) == 1
    assert {(error.status, error.code) for error in errors} == {(429, "over_email_send_rate_limit")}
    assert len(live.rows(f"SELECT id FROM users WHERE email = '{email}'")) == 1
    assert live.mail_count(email) == 1
    # Seven other requests named the address, so the server cannot tell whose password belongs to the code.
    session = tabs[0].done("verifyOtp", {"type": "signup", "email": email, "token": live.mail(email).code})["session"]
    assert session["user"]["app_metadata"]["needs_password"] is True
    for n, tab in enumerate(tabs):
        assert tab.call("signInWithPassword", {"email": email, "password": f"{PASSWORD} {n}"}).error == WRONG_PASSWORD


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            {"email": "eve@example.com", "password": "12345"},
            ("AuthWeakPasswordError", 422, "weak_password", "Password should be at least 6 characters."),
        ),
        (
            {"email": "eve@example.com", "password": "x" * 73},
            ("AuthApiError", 400, "validation_failed", "Password cannot be longer than 72 characters"),
        ),
        (
            {"email": "eve", "password": PASSWORD},
            ("AuthApiError", 400, "validation_failed", "Unable to validate email address: invalid format"),
        ),
        (
            {"email": "eve@example.com", "password": ""},
            ("AuthApiError", 400, "validation_failed", "Signup requires a valid password"),
        ),
        (
            {"phone": "+15550101", "password": PASSWORD},
            ("AuthApiError", 400, "phone_provider_disabled", "Phone signups are disabled"),
        ),
        (
            {"password": PASSWORD},
            (
                "AuthInvalidCredentialsError",
                400,
                None,
                "You must provide either an email or phone number and a password",
            ),
        ),
    ],
)
def test_an_invalid_sign_up_creates_no_user(
    given: dict[str, str], expected: tuple[str, int, str | None, str], live: Live
) -> None:
    before = live.rows("SELECT COUNT(*) FROM users")
    answer = live.tabs.open().call("signUp", given)
    assert answer.error == ClientError(*expected)
    assert answer.reasons == (("length",) if expected[2] == "weak_password" else ())
    assert live.rows("SELECT COUNT(*) FROM users") == before


def test_confirming_an_address_converts_an_anonymous_user(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    user = tab.done("signInAnonymously", {"options": {"data": {"theme": "dark"}}})["user"]
    assert (user["email"], user["is_anonymous"], user["user_metadata"]) == ("", True, {"theme": "dark"})
    enrol_error = tab.call("mfa.enroll", {"factorType": "totp"}).error
    message = "Anonymous user not allowed to perform these actions"
    assert enrol_error == ClientError("AuthApiError", 403, "no_authorization", message)
    assert tab.done("updateUser", {"email": email})["user"]["new_email"] == email
    confirmed = tab.done("verifyOtp", {"type": "email_change", "email": email, "token": live.mail(email).code})["user"]
    assert (confirmed["id"], confirmed["email"], confirmed["is_anonymous"]) == (user["id"], email, False)
    assert tab.done("getClaims")["claims"]["is_anonymous"] is False


def test_a_code_ends_after_ten_guesses_and_its_link_does_not(live: Live) -> None:
    tab, email = live.tabs.open(), live.address()
    tab.done("signUp", {"email": email, "password": PASSWORD})
    mail = live.mail(email)
    wrong_code = "000000" if mail.code != "000000" else "000001"
    for code in (*[wrong_code] * 10, mail.code):
        assert tab.call("verifyOtp", {"type": "signup", "email": email, "token": code}).error == WRONG_CODE
    assert tab.done("verifyOtp", {"type": "signup", "token_hash": mail.link_query["token"]})["session"]
