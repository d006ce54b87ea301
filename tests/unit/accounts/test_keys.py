"""The key that signs access tokens: created once, read from the file that a setting names, or rejected."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from joserfc import jwt
from joserfc.errors import SecurityWarning
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey
from pytest_django import Settings

from accounts.models import Session, User
from accounts.tokens import access_tokens, signing_keys


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR, settings.AUTH_SIGNING_JWK_FILE = tmp_path, None
    return tmp_path


def user_and_session() -> tuple[User, Session]:
    user = User(email="ada@example.com")
    return user, Session(user=user)


def test_the_key_is_created_once_and_readable_by_its_owner_only(data_dir: Path) -> None:
    path = data_dir / "keys" / "signing.jwk"
    with ThreadPoolExecutor(8) as threads:
        ids = {key.id for key in threads.map(lambda _: signing_keys.signing_key(), range(8))}
    assert len(ids) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert json.loads(path.read_text())["kid"] in ids


def test_the_key_file_is_read_once(data_dir: Path) -> None:
    first = signing_keys.signing_key()
    (data_dir / "keys" / "signing.jwk").unlink()
    assert signing_keys.signing_key() is first


def test_the_key_set_contains_public_members_only() -> None:
    public_key = signing_keys.signing_key().published()
    assert set(public_key) == {"kty", "crv", "x", "y", "kid", "alg", "use", "key_ops"}
    assert (public_key["alg"], public_key["use"], public_key["key_ops"]) == ("ES256", "sig", ["verify"])


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [(ECKey.generate_key("P-256"), "ES256"), (RSAKey.generate_key(2048), "RS256")],
)
def test_a_key_file_from_the_settings_is_used(
    key: ECKey | RSAKey, algorithm: str, settings: Settings, tmp_path: Path
) -> None:
    settings.AUTH_SIGNING_JWK_FILE = tmp_path / "own.jwk"
    settings.AUTH_SIGNING_JWK_FILE.write_text(json.dumps(key.as_dict(private=True)))
    token = access_tokens.issue(*user_and_session()).text
    assert jwt.decode(token, key, algorithms=[algorithm]).header == {
        "alg": algorithm,
        "typ": "JWT",
        "kid": key.thumbprint(),
    }
    assert access_tokens.verified(token).email == "ada@example.com"
    assert not {"d", "p", "q"} & set(signing_keys.signing_key().published())
    assert not (tmp_path / "keys").exists()


@pytest.mark.parametrize(
    ("_case", "content"),
    [
        ("absent", None),
        ("no JSON", "-----BEGIN"),
        ("no key", "{}"),
        ("public half", json.dumps(ECKey.generate_key("P-256").as_dict(private=False))),
        ("another curve", json.dumps(ECKey.generate_key("P-384").as_dict(private=True))),
        ("symmetric", json.dumps(OctKey.generate_key(256).as_dict(private=True))),
        ("EdDSA, which the client cannot verify", json.dumps(OKPKey.generate_key("Ed25519").as_dict(private=True))),
    ],
)
def test_an_unusable_key_file_is_rejected(_case: str, content: str | None, settings: Settings, tmp_path: Path) -> None:
    settings.AUTH_SIGNING_JWK_FILE = tmp_path / "own.jwk"
    if content is not None:
        settings.AUTH_SIGNING_JWK_FILE.write_text(content)
    with pytest.raises(ImproperlyConfigured, match="AUTH_SIGNING_JWK_FILE"):
        signing_keys.signing_key()
    assert settings.AUTH_SIGNING_JWK_FILE.exists() == (content is not None)


def test_a_short_rsa_key_is_rejected(settings: Settings, tmp_path: Path) -> None:
    settings.AUTH_SIGNING_JWK_FILE = tmp_path / "own.jwk"
    with pytest.warns(SecurityWarning):
        settings.AUTH_SIGNING_JWK_FILE.write_text(json.dumps(RSAKey.generate_key(1024).as_dict(private=True)))
    with pytest.warns(SecurityWarning), pytest.raises(ImproperlyConfigured, match="RSA from 2048 bits"):
        signing_keys.signing_key()
