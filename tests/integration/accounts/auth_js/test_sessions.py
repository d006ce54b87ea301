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
    before = tab.session()["refresh_token"]
    tabs = [live.tabs.open(like=tab) for _ in range(TABS)]
    answers = live.tabs.at_once(*(one.calling("refreshSession") for one in tabs))
    assert [answer.error for answer in answers] == [None] * TABS
    [after] = {answer.data["session"]["refresh_token"] for answer in answers}
    assert after != before
    assert {one.session()["refresh_token"] for one in tabs} == {after}
    assert tab.done("refreshSession")["session"]["refresh_token"] == after
    assert len(live.rows(f"SELECT id FROM sessions WHERE user_id = {live.user_id(email)}")) == 1
    again = live.tabs.at_once(*(one.calling("refreshSession") for one in tabs), tab.calling("getUser"))
    assert [answer.error for answer in again] == [None] * (TABS + 1)


def test_a_token_that_two_browsers_use_signs_the_device_out(live: Live) -> None:
    tab, email = live.new_user()
    other = live.signed_in(email)
    stolen = tab.session()["refresh_token"]
    tab.done("refreshSession")
    tab.done("refreshSession")
    assert live.tabs.open().call("refreshSession", {"refresh_token": stolen}).error == USED
    ended = tab.call("getUser").error
    assert ended is not None
    assert ended.name == MISSING
    assert (tab.stored(), tab.events()[-1]) == ({}, "SIGNED_OUT")
    assert live.tabs.open().call("refreshSession", {"refresh_token": stolen}).error == NOT_FOUND
    assert other.call("getUser").error is None


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
    late = live.tabs.open(content={STORED_AS: json.dumps(session | {"expires_at": 1})})
    assert late.requests() == ["POST /token"]
    assert late.session()["refresh_token"] != session["refresh_token"]
    assert late.done("getUser")["user"] == late.session()["user"]
    assert "TOKEN_REFRESHED" in late.events()


def test_local_sign_out_ends_only_this_device(live: Live) -> None:
    tab, email = live.new_user()
    copy, other = live.tabs.open(like=tab), live.signed_in(email)
    token = tab.session()["refresh_token"]
    assert tab.call("signOut", {"scope": "local"}).error is None
    assert (tab.stored(), tab.events()[-1]) == ({}, "SIGNED_OUT")
    assert live.tabs.open().call("refreshSession", {"refresh_token": token}).error == NOT_FOUND
    error = copy.call("getUser").error
    assert error is not None
    assert error.name == MISSING
    assert copy.call("signOut", {"scope": "local"}).error is None
    assert other.call("getUser").error is None


def test_sign_out_ends_the_other_sessions_and_then_all(live: Live) -> None:
    tab, email = live.new_user()
    others = [live.signed_in(email) for _ in range(2)]
    assert tab.call("signOut", {"scope": "others"}).error is None
    assert tab.call("getUser").error is None
    errors = [other.call("getUser").error for other in others]
    assert [error and error.name for error in errors] == [MISSING] * 2
    last = live.signed_in(email)
    assert last.call("signOut").error is None
    assert live.rows(f"SELECT COUNT(*) FROM sessions WHERE user_id = {live.user_id(email)}") == [(0,)]
    ended = tab.call("getUser").error
    assert ended is not None
    assert ended.name == MISSING


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
    [before] = _key_ids(live)
    live.server.manage("rotate_keys", "--yes")
    assert eventually(lambda: len(_key_ids(live)) == 2)
    assert _key_ids(live)[0] == before
    assert tab.done("getUser")["user"]["id"]
    assert live.tabs.open(like=tab).done("getClaims")["header"]["kid"] == before


def _key_ids(live: Live) -> list[str]:
    keys = live.get(f"{live.server.url}/auth/v1/.well-known/jwks.json").json()["keys"]
    assert all(not {"d", "p", "q"} & set(key) for key in keys)
    return [key["kid"] for key in keys]
