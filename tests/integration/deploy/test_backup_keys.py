"""deploy/restore accepts only the keys with which the backup was made, unless the operator allows other keys."""

import subprocess
from pathlib import Path

import pytest

from accounts.tokens.signing_keys import fresh_key
from tests.support.servers.backup_scripts import PASSWORD, environment, failing, manage, run
from tests.support.servers.server import ROOT

pytestmark = pytest.mark.thorough


def test_restore_rejects_other_keys_than_those_of_the_copy(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "today"
    manage(data, "migrate", "--verbosity=0")
    manage(data, "create_admin", "ana@agency.example", "--password", PASSWORD)
    run("backup", data, copy)
    key_file, other_key = data / "keys" / "django-secret", "another key, of more than 32 characters"
    key = key_file.read_text()
    fingerprints = copy.with_name("today.keys").read_text()
    assert [line.split()[0] for line in fingerprints.splitlines()] == [
        name for name in ("django-secret", "vapid.jwk") if (data / "keys" / name).exists()
    ]
    assert key not in fingerprints
    (data / "keys" / "signing.jwk").write_text(fresh_key())  # no secret in a backup needs the former signing key
    copy.with_name("today.keys").write_text(f"{fingerprints}signing.jwk 00 00\n")  # in the format of former versions
    run("restore", data, copy)
    copy.with_name("today.keys").write_text(fingerprints)
    database = (data / "pulseboard.sqlite3").read_bytes()
    key_file.write_text(other_key)
    error = (
        f"deploy/restore: {key_file} is not what {copy} was made with. With other keys everybody is signed out, no device"
        " gets pushes any more, and second factors, recovery codes and tokens of Google cannot be read. Nothing was"
        f" changed. Put the saved keys in place, or run deploy/restore --new-keys {copy} to go on with these.\n"
    )
    assert failing("restore", data, copy) == error
    key_file.write_text(key)
    assert failing("restore", data, copy, SECRET_KEY=other_key) == error.replace(str(key_file), "SECRET_KEY", 1)
    assert (data / "pulseboard.sqlite3").read_bytes() == database
    run("restore", data, copy, SECRET_KEY=f"{key}\n")
    key_file.write_text(other_key)
    run("restore", data, Path("--new-keys"), copy)
    copy.with_name("today.keys").write_text("django-secret nothing")
    assert failing("restore", data, copy) == (
        f"deploy/restore: {copy}.keys is damaged. Nothing was changed. Take another copy.\n"
    )
    copy.with_name("today.keys").unlink()
    result = subprocess.run(
        [ROOT / "deploy" / "restore", "--yes", copy], env=environment(data), check=True, capture_output=True
    )
    assert result.stderr.decode() == (
        f"deploy/restore: there is no {copy}.keys, so the script cannot check whether {copy} was made with the"
        " keys in place. With other keys everybody is signed out, no device gets pushes any more, and second factors,"
        " recovery codes and tokens of Google cannot be read.\n"
    )
