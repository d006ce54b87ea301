"""Access tokens and refresh tokens: their content, and the checks that reject other tokens."""

import base64
import hmac
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey
from pytest_django import Settings
from time_machine import TimeMachineFixture

from accounts.errors import AuthFailure
from accounts.models import Session, User
from accounts.tokens import access_tokens, refresh_tokens, signing_keys
from core import clock
from core.errors import NotSignedIn

Claims = dict[str, Any]


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR, settings.AUTH_SIGNING_JWK_FILE = tmp_path, None
    return tmp_path


def user_and_session() -> tuple[User, Session]:
    user = User(email="ada@example.com", user_metadata={"full_name": "Ada"}, app_metadata={"provider": "email"})
    return user, Session(user=user, amr=[{"method": "password", "timestamp": 1}])


def encode(part: str | bytes) -> str:
    return base64.urlsafe_b64encode(part.encode() if isinstance(part, str) else part).decode().rstrip("=")


def claims_of(token: str) -> Claims:
    middle = token.split(".")[1]
    return dict(json.loads(base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4))))


def token_with(change: Callable[[Claims], object]) -> str:
    """A token signed with our own key, whose claims `change` has changed."""
    claims = claims_of(access_tokens.issue(*user_and_session()).text)
    change(claims)
    key = signing_keys.signing_key()
    return jwt.encode({"alg": key.algorithm, "kid": key.id}, claims, key.key, algorithms=[key.algorithm])


def error_of(token: str) -> tuple[int, str, str]:
    with pytest.raises(NotSignedIn):
        access_tokens.authenticate(token)
    with pytest.raises(AuthFailure) as caught:
        access_tokens.verified(token)
    return caught.value.status, caught.value.code, caught.value.message


def test_an_access_token_has_the_claims_of_the_contract(settings: Settings) -> None:
    user, session = user_and_session()
    before = int(clock.now().timestamp())
    issued = access_tokens.issue(user, session)
    claims = claims_of(issued.text)
    assert before <= claims["iat"] <= clock.now().timestamp()
    assert issued.expires_in == settings.ACCESS_TOKEN_S
    assert issued.expires_at == claims["exp"] == claims["iat"] + settings.ACCESS_TOKEN_S
    UUID(claims["jti"])
    assert claims == {
        "iss": f"{settings.SITE_URL}/auth/v1",
        "sub": str(user.id),
        "aud": "authenticated",
        "exp": claims["exp"],
        "iat": claims["iat"],
        "jti": claims["jti"],
        "email": "ada@example.com",
        "phone": "",
        "app_metadata": {"provider": "email"},
        "user_metadata": {"full_name": "Ada"},
        "role": "authenticated",
        "aal": "aal1",
        "amr": [{"method": "password", "timestamp": 1}],
        "session_id": str(session.id),
        "is_anonymous": False,
    }
    accepted = access_tokens.authenticate(issued.text)
    assert (accepted.id, accepted.session_id, accepted.email, accepted.expires_at) == (
        user.id,
        session.id,
        "ada@example.com",
        issued.expires_at,
    )


def test_an_accepted_token_is_rejected_once_it_expires(time_machine: TimeMachineFixture) -> None:
    issued = access_tokens.issue(*user_and_session())
    assert access_tokens.verified(issued.text)
    time_machine.move_to(timedelta(seconds=issued.expires_in))
    assert error_of(issued.text) == (403, "bad_jwt", "invalid JWT: token has invalid claims: token is expired")


SIGNATURE = (403, "bad_jwt", "invalid JWT: unable to parse or verify signature")
CLAIMS = (403, "bad_jwt", "invalid JWT: token has invalid claims")


@pytest.mark.parametrize(
    ("_case", "change", "expected"),
    [
        ("no subject", lambda claims: claims.pop("sub"), (403, "bad_jwt", "invalid JWT: missing sub claim")),
        (
            "a subject that is no id",
            lambda claims: claims.update(sub="ada"),
            (400, "bad_jwt", "invalid JWT: sub claim must be a UUID"),
        ),
        (
            "a subject that is no text",
            lambda claims: claims.update(sub=5),
            (400, "bad_jwt", "invalid JWT: sub claim must be a UUID"),
        ),
        (
            "no session",
            lambda claims: claims.pop("session_id"),
            (403, "bad_jwt", "invalid JWT: session_id claim must be a UUID"),
        ),
        ("no end", lambda claims: claims.pop("exp"), CLAIMS),
        ("an end that is no number", lambda claims: claims.update(exp="9999999999"), CLAIMS),
        ("an end that is true", lambda claims: claims.update(exp=True), CLAIMS),
        ("another audience", lambda claims: claims.update(aud="anon"), CLAIMS),
        ("a list of audiences", lambda claims: claims.update(aud=["authenticated"]), CLAIMS),
    ],
)
def test_claims_of_another_shape_are_rejected(
    _case: str, change: Callable[[Claims], object], expected: tuple[int, str, str]
) -> None:
    assert error_of(token_with(change)) == expected


def test_only_tokens_of_our_key_and_its_algorithm_are_accepted() -> None:
    own_key, claims = signing_keys.signing_key(), claims_of(access_tokens.issue(*user_and_session()).text)
    header, body, signature = access_tokens.issue(*user_and_session()).text.split(".")
    unsigned, symmetric = (encode(json.dumps({"alg": name, "kid": own_key.id})) for name in ("none", "HS256"))
    # The algorithm confusion attack: the public key's text as an HMAC secret.
    confused = hmac.digest(own_key.key.as_pem(private=False), f"{symmetric}.{body}".encode(), "sha256")
    forged = [
        f"{unsigned}.{body}.",
        f"{unsigned}.{body}.{signature}",
        f"{symmetric}.{body}.{encode(confused)}",
        jwt.encode({"alg": "ES256", "kid": own_key.id}, claims, ECKey.generate_key("P-256"), algorithms=["ES256"]),
        jwt.encode({"alg": "RS256", "kid": own_key.id}, claims, RSAKey.generate_key(2048), algorithms=["RS256"]),
        f"{header}.{body}.{signature[::-1]}",
        f"{header}.{body}",
        f"{header}.{body}.{signature}.{signature}",
        "",
        ".",
        "..",
        "not a token",
        "ünïcödé.tökén.ß",
        "\ud800",
        "a" * 200_000,
        f"{encode('[' * 100_000)}.e30.e30",
        f"{header}.{encode('[]')}.{signature}",
    ]
    assert [error_of(token) for token in forged] == [SIGNATURE] * len(forged)


def test_changed_claims_without_a_new_signature_are_rejected() -> None:
    header, body, signature = access_tokens.issue(*user_and_session()).text.split(".")
    claims = claims_of(f"{header}.{body}.{signature}") | {"sub": str(uuid4())}
    assert error_of(f"{header}.{encode(json.dumps(claims))}.{signature}") == SIGNATURE


def test_the_child_of_a_refresh_token_depends_on_token_and_salt() -> None:
    token, salt = refresh_tokens.random_token(), refresh_tokens.random_token()
    child = refresh_tokens.child(token, salt)
    assert child == refresh_tokens.child(token, salt)
    other_tokens = {token, salt, refresh_tokens.child(salt, token), refresh_tokens.child(token, token)}
    assert child not in other_tokens
    assert refresh_tokens.is_well_formed(token)
    assert refresh_tokens.is_well_formed(child)
    assert len(refresh_tokens.digest(child)) == 64


@pytest.mark.parametrize(
    ("text", "well_formed"),
    [
        ("", False),
        ("abcdefghijk", False),
        ("abcdefghijkl", True),
        ("abcdefghijk ", False),
        ("abcdefghijkl\n", False),
        ("a" * 128, True),
        ("a" * 129, False),
        ("ünïcödé-tökén", False),
    ],
)
def test_a_malformed_refresh_token_is_detected_by_its_format(text: str, well_formed: bool) -> None:
    assert refresh_tokens.is_well_formed(text) is well_formed
