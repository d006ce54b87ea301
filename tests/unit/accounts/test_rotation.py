"""Rotation of the signing key: a new key is published before it signs, an old one as long as its tokens are valid."""

import json
import stat
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from joserfc import jwt
from joserfc.jwk import RSAKey
from pytest_django import Settings
from time_machine import Traveller

from accounts.errors import BadToken
from accounts.models import Session, User
from accounts.tokens import access_tokens, key_rotation, signing_keys
from tests.support.clocks.clock import fake_clock

__all__ = ["fake_clock"]


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR, settings.AUTH_SIGNING_JWK_FILE, settings.ACCESS_TOKEN_S = tmp_path, None, 3600
    return tmp_path


def issue_token() -> str:
    user = User(email="ada@example.com")
    return access_tokens.issue(user, Session(user=user)).text


def rotate(*options: str) -> str:
    out = StringIO()
    call_command("rotate_keys", "--yes", *options, stdout=out)
    signing_keys.reload()
    return out.getvalue()


def published_ids() -> list[object]:
    return [key["kid"] for key in signing_keys.ring().published()]


def test_a_new_key_takes_over_and_signs_no_user_out(fake_clock: Traveller) -> None:
    old, before = signing_keys.signing_key().id, issue_token()
    output = rotate()
    [_, new] = published_ids()
    assert output.startswith(f"Key {new} is published, and signs from ")
    assert signing_keys.signing_key().id == old
    fake_clock.shift(599)
    assert signing_keys.signing_key().id == old
    last_of_old = issue_token()
    fake_clock.shift(2)
    assert signing_keys.signing_key().id == new
    first_of_new = issue_token()
    for token in (before, last_of_old, first_of_new):
        assert access_tokens.verified(token).email == "ada@example.com"
    fake_clock.shift(3597)
    assert published_ids() == [old, new]
    assert access_tokens.verified(last_of_old)
    fake_clock.shift(2)
    assert published_ids() == [new]


def test_a_second_rotation_removes_unneeded_keys(fake_clock: Traveller, data_dir: Path) -> None:
    first = signing_keys.signing_key().id
    rotate()
    fake_clock.shift(600 + 3600)
    rotate()
    stored_keys = json.loads((data_dir / "keys" / "signing.jwk").read_text())["keys"]
    assert first not in [key["kid"] for key in stored_keys]
    assert len(stored_keys) == 2


def test_only_one_rotation_runs_at_a_time(fake_clock: Traveller, data_dir: Path) -> None:
    signing_keys.signing_key()
    rotate()
    before = (data_dir / "keys" / "signing.jwk").read_text()
    with pytest.raises(CommandError, match="published already"):
        rotate()
    with pytest.raises(CommandError, match="at least 600 seconds"):
        rotate("--in", "599")
    assert (data_dir / "keys" / "signing.jwk").read_text() == before


def test_a_revoked_key_is_invalid_at_once() -> None:
    old, before = signing_keys.signing_key().id, issue_token()
    rotate("--revoke")
    assert old not in published_ids()
    with pytest.raises(BadToken):
        access_tokens.verified(before)
    assert access_tokens.verified(issue_token())


def test_a_key_file_from_the_settings_is_rotated_in_place(
    settings: Settings, tmp_path: Path, fake_clock: Traveller
) -> None:
    path = tmp_path / "own.jwk"
    own = RSAKey.generate_key(2048)
    path.write_text(json.dumps(own.as_dict(private=True)))
    settings.AUTH_SIGNING_JWK_FILE = path
    before = issue_token()
    rotate("--in", "7200")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [key["alg"] for key in signing_keys.ring().published()] == ["RS256", "ES256"]
    fake_clock.shift(7201)
    assert jwt.decode(issue_token(), signing_keys.signing_key().key, algorithms=["ES256"]).header["alg"] == "ES256"
    assert published_ids()[0] == own.thumbprint()
    with pytest.raises(BadToken):
        access_tokens.verified(before)  # the token has expired; its key is still published
    assert not {"d", "p", "q"} & {name for key in signing_keys.ring().published() for name in key}


def test_other_processes_find_a_rotation_by_polling(monkeypatch: pytest.MonkeyPatch, data_dir: Path) -> None:
    signing_keys.signing_key()
    key_rotation.rotate(signing_keys.key_file(), in_s=600)
    assert len(published_ids()) == 1
    monkeypatch.setattr(signing_keys, "POLL_EVERY_S", 0.0)
    assert len(published_ids()) == 2


def test_a_damaged_key_file_leaves_the_loaded_key_in_use(data_dir: Path) -> None:
    key = signing_keys.signing_key()
    (data_dir / "keys" / "signing.jwk").write_text("no key")
    signing_keys.reload()
    assert signing_keys.signing_key() is key


def test_a_rotation_without_a_signing_key_is_rejected(data_dir: Path) -> None:
    """In a wrong folder, a rotation would otherwise create a key that no server uses, and report success."""
    with pytest.raises(CommandError, match=r"^There is no signing key at .*/signing\.jwk, so no server has run"):
        rotate()
    assert not (data_dir / "keys" / "signing.jwk").exists()
