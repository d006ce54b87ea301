"""The public client, unchanged, against the running server."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import Server

NODE = Path(sys.executable).with_name("node")
RUN_S = 120

Seen = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty database of its own."""
    server = Server(tmp_path_factory.mktemp("data"), DEMO="0", AUTH_AUTOCONFIRM="1", AUTH_REUSE_INTERVAL_S="0")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def seen(server: Server) -> Seen:
    """What the client saw, step by step."""
    script = Path(__file__).with_name("auth_client.mjs")
    run = subprocess.run([NODE, script, server.url], capture_output=True, text=True, timeout=RUN_S, check=False)
    assert run.returncode == 0, run.stderr
    return dict(json.loads(run.stdout))


def refusal(name: str, status: int, code: str, message: str, **more: object) -> Seen:
    return {"name": name, "status": status, "code": code, "message": message, **more}


def test_signing_up_makes_a_person_with_a_session(seen: Seen) -> None:
    user = seen["signUp"]["user"]
    assert (seen["signUp"]["error"], seen["signUp"]["same"]) == (None, True)
    assert user["email"] == "ada@example.com"
    assert user["user_metadata"]["company_name"] == "Engines Ltd"
    assert [identity["provider"] for identity in user["identities"]] == ["email"]


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("taken", refusal("AuthApiError", 422, "user_already_exists", "User already registered")),
        (
            "weak",
            refusal(
                "AuthWeakPasswordError",
                422,
                "weak_password",
                "Password should be at least 6 characters.",
                reasons=["length"],
            ),
        ),
        (
            "anonymous",
            refusal("AuthApiError", 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"),
        ),
        ("wrong", refusal("AuthApiError", 400, "invalid_credentials", "Invalid login credentials")),
        (
            "reuse",
            refusal("AuthApiError", 400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"),
        ),
    ],
)
def test_a_refusal_reaches_the_client_whole(step: str, expected: Seen, seen: Seen) -> None:
    assert seen[step]["error"] == expected


def test_the_user_is_the_one_who_signed_up(seen: Seen) -> None:
    assert seen["getUser"] == {"error": None, "same": True}


def test_claims_are_verified_by_the_key_set_without_asking_for_the_user(seen: Seen) -> None:
    assert seen["getClaims"] == {
        "error": None,
        "sub": seen["signUp"]["user"]["id"],
        "aal": "aal1",
        "alg": "ES256",
        "requests": ["GET /.well-known/jwks.json"],
    }


def test_signing_in_stores_a_session(seen: Seen) -> None:
    assert seen["signIn"] == {
        "error": None,
        "id": seen["signUp"]["user"]["id"],
        "stored": ["sb-test-auth-token"],
    }


def test_twenty_tabs_that_refresh_at_once_converge(seen: Seen) -> None:
    assert seen["tabs"] == {"errors": 0, "tokens": 1}
    assert seen["refresh"] == {
        "error": None,
        "rotated": True,
        "converged": True,
        "user": seen["signUp"]["user"]["id"],
    }


def test_reuse_signs_the_device_out(seen: Seen) -> None:
    assert seen["afterReuse"]["error"]["name"] == "AuthSessionMissingError"
    assert seen["afterReuseStored"] == 0


def test_signing_out_here_ends_every_copy_of_this_session_alone(seen: Seen) -> None:
    assert (seen["signOut"]["error"], seen["signOutStored"]) == (None, 0)
    assert seen["copy"]["error"]["name"] == "AuthSessionMissingError"
    assert seen["copyAgain"]["error"] is None
    assert seen["untouched"] is None


def test_signing_out_everywhere_ends_the_last_session(seen: Seen) -> None:
    assert seen["signOutAll"]["error"] is None
    assert seen["afterAll"]["name"] == "AuthSessionMissingError"


def test_the_client_tells_the_app_what_happened(seen: Seen) -> None:
    assert seen["events"] == {
        "first": ["INITIAL_SESSION", "SIGNED_IN", "SIGNED_OUT"],
        "second": ["INITIAL_SESSION", "SIGNED_IN", "TOKEN_REFRESHED", "TOKEN_REFRESHED", "SIGNED_OUT"],
        "third": ["INITIAL_SESSION", "SIGNED_IN", "SIGNED_OUT"],
    }
