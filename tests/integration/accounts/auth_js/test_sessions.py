"""The public client keeps sessions: it refreshes them from many tabs, notices reuse, and ends them."""

import json

import pytest

from tests.support.accounts.auth_js import STORED_AS, ClientError
from tests.support.accounts.live_service import Live
from tests.support.servers.crash_harness import eventually

pytestmark = pytest.mark.xdist_group("auth-js")

USED = ClientError("AuthApiError", 400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
NOT_FOUND = ClientError(
    "AuthApiError", 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"
)
MISSING = "AuthSessionMissingError"
TABS = 20


def test_tabs_that_refresh_at_once_converge(live: Live) -> None:
    tab, email = live.new_user()
    old_token = tab.session()["refresh_token"]
    tabs = [live.tabs.open(like=tab) for _ in range(TABS)]
    answers = live.tabs.at_once(*(one.calling("refreshSession") for one in tabs))
    assert [answer.error for answer in answers] == [None] * TABS
    [new_token] = {answer.data["session"]["refresh_token"] for answer in answers}
    assert new_token != old_token
    assert {one.session()["refresh_token"] for one in tabs} == {new_token}
    assert tab.done("refreshSession")["session"]["refresh_token"] == new_token
    assert len(live.rows(f"SELECT id FROM sessions WHERE user_id = {live.user_id(email)}")) == 1
    later_answers = live.tabs.at_once(*(one.calling("refreshSession") for one in tabs), tab.calling("getUser"))
    assert [answer.error for answer in later_answers] == [None] * (TABS + 1)


def test_a_token_that_two_browsers_use_signs_the_device_out(live: Live) -> None:
    tab, email = live.new_user()
    other_tab = live.signed_in(email)
    stolen_token = tab.session()["refresh_token"]
    tab.done("refreshSession")
    tab.done("refreshSession")
    assert live.tabs.open().call("refreshSession", {"refresh_token": stolen_token}).error == USED
    session_error = tab.call("getUser").error
    assert session_error is not None
    assert session_error.name == MISSING
    assert (tab.stored(), tab.events()[-1]) == ({}, "SIGNED_OUT")
    assert live.tabs.open().call("refreshSession", {"refresh_token": stolen_token}).error == NOT_FOUND
    assert other_tab.call("getUser").error is None


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("short", ClientError("AuthApiError", 400, "validation_failed", "Refresh token is not valid")),
        ("A" * 43, NOT_FOUND),
    ],
)
def test_an_invalid_token_is_rejected(token: str, expected: ClientError, live: Live) -> None:
    tab = live.tabs.open()
    assert tab.call("refreshSession", {"refresh_token": token}).error == expected
    assert tab.stored() == {}


def test_an_expired_access_token_is_refreshed_before_it_is_used(live: Live) -> None:
    tab, _ = live.new_user()
    session = tab.session()
    later_tab = live.tabs.open(content={STORED_AS: json.dumps(session | {"expires_at": 1})})
    assert later_tab.requests() == ["POST /token"]
    assert later_tab.session()["refresh_token"] != session["refresh_token"]
    assert later_tab.done("getUser")["user"] == later_tab.session()["user"]
    assert "TOKEN_REFRESHED" in later_tab.events()


def test_local_sign_out_ends_only_this_device(live: Live) -> None:
    tab, email = live.new_user()
    same_device_tab, other_tab = live.tabs.open(like=tab), live.signed_in(email)
    token = tab.session()["refresh_token"]
    assert tab.call("signOut", {"scope": "local"}).error is None
    assert (tab.stored(), tab.events()[-1]) == ({}, "SIGNED_OUT")
    assert live.tabs.open().call("refreshSession", {"refresh_token": token}).error == NOT_FOUND
    error = same_device_tab.call("getUser").error
    assert error is not None
    assert error.name == MISSING
    assert same_device_tab.call("signOut", {"scope": "local"}).error is None
    assert other_tab.call("getUser").error is None


def test_sign_out_ends_the_other_sessions_and_then_all(live: Live) -> None:
    tab, email = live.new_user()
    other_tabs = [live.signed_in(email) for _ in range(2)]
    assert tab.call("signOut", {"scope": "others"}).error is None
    assert tab.call("getUser").error is None
    errors = [other.call("getUser").error for other in other_tabs]
    assert [error and error.name for error in errors] == [MISSING] * 2
    last_tab = live.signed_in(email)
    assert last_tab.call("signOut").error is None
    assert live.rows(f"SELECT COUNT(*) FROM sessions WHERE user_id = {live.user_id(email)}") == [(0,)]
    session_error = tab.call("getUser").error
    assert session_error is not None
    assert session_error.name == MISSING


def test_a_forged_token_is_rejected(live: Live) -> None:
    tab, _ = live.new_user()
    token = tab.session()["access_token"]
    head, claims, signature = token.split(".")
    for forged, message in (
        (f"{head}.{claims}.{signature[::-1]}", "invalid JWT: unable to parse or verify signature"),
        (f"eyJhbGciOiJub25lIn0.{claims}.", "invalid JWT: unable to parse or verify signature"),
        ("nonsense", "invalid JWT: unable to parse or verify signature"),
    ):
        assert tab.call("getUser", forged).error == ClientError("AuthApiError", 403, "bad_jwt", message)
    assert tab.done("getUser")["user"]["id"]


def test_rotating_keys_signs_no_user_out(live: Live) -> None:
    tab, _ = live.new_user()
    [old_key_id] = _key_ids(live)
    live.server.manage("rotate_keys", "--yes")
    assert eventually(lambda: len(_key_ids(live)) == 2)
    assert _key_ids(live)[0] == old_key_id
    assert tab.done("getUser")["user"]["id"]
    assert live.tabs.open(like=tab).done("getClaims")["header"]["kid"] == old_key_id


def _key_ids(live: Live) -> list[str]:
    """The ids of the published keys. Fails if one of them has a private part."""
    keys = live.get(f"{live.server.url}/auth/v1/.well-known/jwks.json").json()["keys"]
    assert all(not {"d", "p", "q"} & set(key) for key in keys)
    return [key["kid"] for key in keys]
