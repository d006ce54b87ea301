"""The public client changes an account's data, password and address, and links identities."""

from datetime import timedelta

import pytest

from tests.support.accounts.auth_js import ClientError, Tab
from tests.support.accounts.live_service import PASSWORD, Live, query
from tests.support.fakes.sandbox import path_of

pytestmark = pytest.mark.xdist_group("auth-js")

ONE_CONFIRMED = "Confirmation link accepted. Please proceed to confirm link sent to the other email"


def update_error(tab: Tab, *args: object) -> ClientError | None:
    """The error of a call of `updateUser`, or None."""
    return tab.call("updateUser", *args).error


def test_user_data_is_merged_and_fields_of_the_server_are_not_writable(live: Live) -> None:
    tab, email = live.new_user()
    tab.done("updateUser", {"data": {"full_name": "Ada", "theme": "dark", "email": "eve@example.com", "sub": "x"}})
    user = tab.done("updateUser", {"data": {"theme": None, "lang": "de"}})["user"]
    metadata = {name: user["user_metadata"].get(name) for name in ("full_name", "theme", "lang", "email", "sub")}
    assert metadata == {"full_name": "Ada", "theme": None, "lang": "de", "email": email, "sub": user["id"]}
    assert tab.session()["user"] == user
    assert tab.events()[-1] == "USER_UPDATED"
    not_admin = ClientError("AuthApiError", 403, "not_admin", "Updating app_metadata requires admin privileges")
    assert update_error(tab, {"app_metadata": {"role": "admin"}}) == not_admin


def test_a_new_password_ends_the_other_sessions(live: Live) -> None:
    tab, email = live.new_user()
    other = live.signed_in(email)
    same_password = ClientError(
        "AuthApiError", 422, "same_password", "New password should be different from the old password."
    )
    assert update_error(tab, {"password": PASSWORD}) == same_password
    weak_password = tab.call("updateUser", {"password": "12345"})
    assert weak_password.error == ClientError(
        "AuthWeakPasswordError", 422, "weak_password", "Password should be at least 6 characters."
    )
    assert weak_password.reasons == ("length",)
    assert other.call("getUser").error is None
    tab.done("updateUser", {"password": "a new password"})
    session_error = other.call("getUser").error
    assert session_error is not None
    assert session_error.name == "AuthSessionMissingError"
    assert tab.call("refreshSession").error is None
    live.signed_in(email, "a new password")


def test_an_old_session_reauthenticates_by_mail(live: Live) -> None:
    tab, email = live.new_user()
    live.let_pass("sessions.created_at", timedelta(hours=25), f"user_id = {live.user_id(email)}")
    reauthentication_needed = ClientError(
        "AuthApiError", 400, "reauthentication_needed", "Password update requires reauthentication"
    )
    assert update_error(tab, {"password": "a new password"}) == reauthentication_needed
    assert tab.done("reauthenticate") == {"user": None, "session": None}
    mail = live.mail(email)
    sign_in_error = tab.call("verifyOtp", {"type": "email", "email": email, "token": mail.code}).error
    assert sign_in_error is not None
    assert sign_in_error.code == "otp_expired"
    wrong_code = "000000" if mail.code != "000000" else "000001"
    invalid_nonce = ClientError("AuthApiError", 422, "reauthentication_not_valid", "Nonce has expired or is invalid")
    assert update_error(tab, {"password": "a new password", "nonce": wrong_code}) == invalid_nonce
    tab.done("updateUser", {"password": "a new password", "nonce": mail.code})
    assert update_error(tab, {"password": "a third password", "nonce": mail.code}) == invalid_nonce


def test_an_address_changes_when_both_addresses_have_confirmed(live: Live) -> None:
    tab, email = live.new_user()
    new_email = live.address("new")
    user = tab.done("updateUser", {"email": new_email, "current_password": PASSWORD})["user"]
    assert (user["email"], user["new_email"]) == (email, new_email)
    old_mail, new_mail = live.mail(email), live.mail(new_email)
    first_result = tab.done("verifyOtp", {"type": "email_change", "email": new_email, "token": new_mail.code})
    assert (first_result["user"], first_result["session"]) == (None, None)
    params = query(live.press(old_mail.link).headers["Location"])
    session = tab.done("exchangeCodeForSession", params["code"])["session"]
    assert (session["user"]["email"], session["user"].get("new_email")) == (new_email, None)
    assert session["user"]["user_metadata"]["email"] == session["user"]["identities"][0]["email"] == new_email
    live.signed_in(new_email)
    old_error = live.tabs.open().call("signInWithPassword", {"email": email, "password": PASSWORD}).error
    assert old_error == ClientError("AuthApiError", 400, "invalid_credentials", "Invalid login credentials")


def test_the_first_of_two_links_reports_that_the_other_is_needed(live: Live) -> None:
    tab, email = live.new_user()
    tab.done("updateUser", {"email": live.address("new"), "current_password": PASSWORD})
    assert query(live.press(live.mail(email).link).headers["Location"])["message"] == ONE_CONFIRMED
    live.let_pass("limit_counters.at", timedelta(seconds=60), "key LIKE 'pause-%'")
    tab.done("resend", {"type": "email_change", "email": email})
    assert live.mail_count(email) == 2


def test_a_taken_or_invalid_address_is_rejected(live: Live) -> None:
    tab, email = live.new_user()
    _, taken_email = live.new_user()
    message = "A user with this email address has already been registered"
    assert update_error(tab, {"email": taken_email}) == ClientError("AuthApiError", 422, "email_exists", message)
    invalid_message = "Unable to validate email address: invalid format"
    assert update_error(tab, {"email": "ada"}) == ClientError("AuthApiError", 400, "validation_failed", invalid_message)
    phone_error = ClientError("AuthApiError", 400, "phone_provider_disabled", "Unsupported phone provider")
    assert update_error(tab, {"phone": "+15550100"}) == phone_error
    assert live.mail_count(email) == 1


def test_an_identity_is_linked_and_unlinked(live: Live) -> None:
    tab, email = live.new_user()
    [email_identity] = tab.done("getUserIdentities")["identities"]
    message = "User must have at least 1 identity after unlinking"
    assert tab.call("unlinkIdentity", email_identity).error == ClientError(
        "AuthApiError", 422, "single_identity_not_deletable", message
    )
    url = tab.done("linkIdentity", {"provider": "google", "options": {"skipBrowserRedirect": True}})["url"]
    code = query(_final_url(live, url, email))["code"]
    # The identity is linked only when the browser redeems the code.
    assert len(tab.done("getUserIdentities")["identities"]) == 1
    assert tab.done("exchangeCodeForSession", code)["user"]["email"] == email
    linked = {one["provider"]: one for one in tab.done("getUserIdentities")["identities"]}
    assert set(linked) == {"email", "google"}
    assert tab.call("unlinkIdentity", linked["google"]).error is None
    assert [one["provider"] for one in tab.done("getUserIdentities")["identities"]] == ["email"]


def test_another_users_identity_is_not_linked(live: Live) -> None:
    other_tab, taken_email = live.tabs.open(), live.address("taken")
    url = other_tab.done("signInWithOAuth", {"provider": "google", "options": {"skipBrowserRedirect": True}})["url"]
    other_tab.done(
        "exchangeCodeForSession", query(_final_url(live, live.get(url).headers["Location"], taken_email))["code"]
    )
    tab, _ = live.new_user()
    url = tab.done("linkIdentity", {"provider": "google", "options": {"skipBrowserRedirect": True}})["url"]
    params = query(_final_url(live, url, taken_email))
    assert (params["error_code"], params["error_description"]) == (
        "identity_already_exists",
        "Identity is already linked to another user",
    )
    assert len(tab.done("getUserIdentities")["identities"]) == 1


def test_account_calls_without_a_session_send_no_request(live: Live) -> None:
    tab = live.tabs.open()
    for method, *args in (("updateUser", {"data": {}}), ("reauthenticate",), ("getUser",), ("mfa.listFactors",)):
        error = tab.call(method, *args).error
        assert error is not None
        assert (error.name, error.message) == ("AuthSessionMissingError", "Auth session missing!")
    assert tab.requests() == []


def _final_url(live: Live, url: str, email: str) -> str:
    """The URL that the browser is sent to after it consents at the provider as `email`."""
    callback_url = live.google.allow(url, email)
    assert path_of(callback_url).startswith("/callback?")
    return str(live.get(callback_url).headers["Location"])
