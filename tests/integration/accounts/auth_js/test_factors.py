"""The public client enrols, challenges, verifies and removes second factors: an app and a phone."""

from datetime import timedelta

import pyotp
import pytest

from core.clock import now
from tests.support.accounts.auth_js import ClientError, Json, Tab
from tests.support.accounts.live_service import PHONE, PHONE_CODE, Live

pytestmark = pytest.mark.xdist_group("auth-js")

STEP = timedelta(seconds=30)
WRONG = ClientError("AuthApiError", 422, "mfa_verification_failed", "Invalid TOTP code entered")
NOT_FOUND = ClientError("AuthApiError", 404, "mfa_factor_not_found", "Factor not found")


def enroll(tab: Tab, name: str = "My app") -> tuple[str, pyotp.TOTP]:
    """The id of a new factor, and the app with its secret."""
    enrolment = tab.done("mfa.enroll", {"factorType": "totp", "friendlyName": name})
    return enrolment["id"], pyotp.TOTP(enrolment["totp"]["secret"])


def enroll_verified(tab: Tab) -> tuple[str, pyotp.TOTP]:
    """A new factor and its app, verified by the code of the previous time step."""
    factor, app = enroll(tab)
    tab.done("mfa.challengeAndVerify", {"factorId": factor, "code": app.at(now() - STEP)})
    return factor, app


def wrong_code(app: pyotp.TOTP) -> str:
    near_codes = {app.at(now() + ahead * STEP) for ahead in range(-3, 4)}
    return next(code for code in (f"{n:06d}" for n in range(100)) if code not in near_codes)


def levels(tab: Tab) -> tuple[str, str]:
    """The session's assurance level, and the highest level that its user can reach."""
    level: Json = tab.done("mfa.getAuthenticatorAssuranceLevel")
    return level["currentLevel"], level["nextLevel"]


def test_a_verified_app_raises_the_session_to_aal2_and_ends_the_others(live: Live) -> None:
    tab, email = live.new_user()
    other_tab = live.signed_in(email)
    assert levels(tab) == ("aal1", "aal1")
    factor, app = enroll(tab)
    assert tab.done("mfa.listFactors")["totp"] == []
    old_refresh_token = tab.session()["refresh_token"]
    challenge = tab.done("mfa.challenge", {"factorId": factor})["id"]
    verify_args = {"factorId": factor, "challengeId": challenge}
    assert tab.call("mfa.verify", {**verify_args, "code": wrong_code(app)}).error == WRONG
    tab.done("mfa.verify", {**verify_args, "code": app.now()})
    assert tab.events()[-1] == "MFA_CHALLENGE_VERIFIED"
    assert levels(tab) == ("aal2", "aal2")
    assert [one["id"] for one in tab.done("mfa.listFactors")["totp"]] == [factor]
    reuse_error = tab.call("mfa.verify", {**verify_args, "code": app.at(now() + STEP)}).error
    message = "Challenge and verify IP addresses mismatch"
    assert reuse_error == ClientError("AuthApiError", 422, "mfa_ip_address_mismatch", message)
    refresh_error = live.tabs.open().call("refreshSession", {"refresh_token": old_refresh_token}).error
    assert refresh_error is not None
    assert refresh_error.code == "refresh_token_not_found"
    session_error = other_tab.call("getUser").error
    assert session_error is not None
    assert session_error.name == "AuthSessionMissingError"


def test_the_next_sign_in_requires_the_second_factor(live: Live) -> None:
    tab, email = live.new_user()
    factor, app = enroll_verified(tab)
    new_tab = live.signed_in(email)
    assert levels(new_tab) == ("aal1", "aal2")
    update_error = new_tab.call("updateUser", {"password": "a new password"}).error
    message = "AAL2 session is required to update email or password when MFA is enabled."
    assert update_error == ClientError("AuthApiError", 401, "insufficient_aal", message)
    enroll_error = new_tab.call("mfa.enroll", {"factorType": "totp", "friendlyName": "Another"}).error
    assert enroll_error == ClientError("AuthApiError", 403, "insufficient_aal", "AAL2 required to enroll a new factor")
    unenroll_error = new_tab.call("mfa.unenroll", {"factorId": factor}).error
    assert unenroll_error == ClientError(
        "AuthApiError", 422, "insufficient_aal", "AAL2 required to unenroll verified factor"
    )
    new_tab.done("mfa.challengeAndVerify", {"factorId": factor, "code": app.now()})
    replay_error = live.signed_in(email).call("mfa.challengeAndVerify", {"factorId": factor, "code": app.now()}).error
    assert replay_error == WRONG
    assert levels(new_tab) == ("aal2", "aal2")
    assert tab.call("getUser").error is None  # this session already has aal2


def test_unenrolling_a_factor_returns_its_sessions_to_aal1(live: Live) -> None:
    tab, _ = live.new_user()
    factor, _ = enroll_verified(tab)
    assert tab.done("mfa.unenroll", {"factorId": factor}) == {"id": factor}
    tab.done("refreshSession")
    assert levels(tab) == ("aal1", "aal1")
    assert [entry["method"] for entry in tab.done("getClaims")["claims"]["amr"]] == ["otp"]
    assert tab.call("mfa.challenge", {"factorId": factor}).error == NOT_FOUND


def test_a_phone_is_a_factor_too(live: Live) -> None:
    tab, _ = live.new_user()
    enrolment = tab.done("mfa.enroll", {"factorType": "phone", "friendlyName": "Phone", "phone": PHONE})
    assert (enrolment["type"], enrolment["phone"]) == ("phone", PHONE)
    challenge = tab.done("mfa.challenge", {"factorId": enrolment["id"], "channel": "sms"})["id"]
    cooldown_error = tab.call("mfa.challenge", {"factorId": enrolment["id"]}).error
    assert cooldown_error is not None
    assert (cooldown_error.status, cooldown_error.code) == (429, "over_sms_send_rate_limit")
    verify_args = {"factorId": enrolment["id"], "challengeId": challenge}
    code_error = tab.call("mfa.verify", {**verify_args, "code": "000000"}).error
    assert code_error == WRONG._replace(message="Invalid MFA Phone code entered")
    tab.done("mfa.verify", {**verify_args, "code": PHONE_CODE})
    assert [one["phone"] for one in tab.done("mfa.listFactors")["phone"]] == [PHONE]
    second_phone_error = tab.call(
        "mfa.enroll", {"factorType": "phone", "friendlyName": "Other", "phone": "+15550111"}
    ).error
    message = "MFA enroll is disabled for Phone"
    assert second_phone_error == ClientError("AuthApiError", 422, "mfa_phone_enroll_not_enabled", message)


def test_challenges_expire_and_factors_belong_to_their_user(live: Live) -> None:
    tab, _ = live.new_user()
    factor, app = enroll(tab)
    challenge = tab.done("mfa.challenge", {"factorId": factor})["id"]
    live.let_pass("factor_challenges.created_at", timedelta(seconds=301), f"id = '{_stored_id(live, challenge)}'")
    expired_error = tab.call("mfa.verify", {"factorId": factor, "challengeId": challenge, "code": app.now()}).error
    assert expired_error is not None
    assert (expired_error.status, expired_error.code) == (422, "mfa_challenge_expired")
    eve, _ = live.new_user()
    for method, args in (("mfa.challenge", {"factorId": factor}), ("mfa.unenroll", {"factorId": factor})):
        assert eve.call(method, args).error == NOT_FOUND
    name_error = tab.call("mfa.enroll", {"factorType": "totp", "friendlyName": "My app"}).error
    message = 'A factor with the friendly name "My app" for this user already exists'
    assert name_error == ClientError("AuthApiError", 422, "mfa_factor_name_conflict", message)


def test_recovery_codes_replace_the_app(live: Live) -> None:
    tab, email = live.new_user()
    factor, _ = enroll_verified(tab)
    bearer = {"Authorization": f"Bearer {tab.session()['access_token']}"}
    codes = live.rest("POST", "/recovery_codes", bearer)["codes"]
    new_tab = live.signed_in(email)
    new_tab.done("mfa.challengeAndVerify", {"factorId": factor, "code": codes[0]})
    assert levels(new_tab) == ("aal2", "aal2")
    replay_error = live.signed_in(email).call("mfa.challengeAndVerify", {"factorId": factor, "code": codes[0]}).error
    assert replay_error == WRONG
    assert live.rest("GET", "/recovery_codes", bearer)["left"] == 9


def _stored_id(live: Live, id: str) -> str:
    """An id as the database returns it: with dashes on PostgreSQL, without dashes on SQLite."""
    return id if live.store_url else id.replace("-", "")
