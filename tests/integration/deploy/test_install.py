"""`deploy/install`: the files of an installation on one machine, and a second run that changes nothing."""

import subprocess
from pathlib import Path

from environment.environment import read_environment
from environment.settings_file import read_file
from tests.support.architecture.tree import ROOT

SITE = "https://portal.example.com"


def install(*arguments: str) -> tuple[int, str, str]:
    """The exit code and both outputs."""
    command = [str(ROOT / "deploy/install"), *arguments]
    result = subprocess.run(command, check=False, capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


def state(root: Path) -> dict[str, tuple[int, str]]:
    """The mode and content of every file, and the mode of every folder."""
    paths = sorted(path for path in root.rglob("*") if not path.is_symlink())
    return {str(path): (path.stat().st_mode, path.read_text() if path.is_file() else "") for path in paths}


def test_an_installation_has_its_settings_its_unit_and_its_command(tmp_path: Path) -> None:
    mail = "smtps://me:a&b\\c@mail.example.com"
    code, out, errors = install("--root", str(tmp_path), "--site", SITE, "--mail", mail, "--zone", "Europe/Berlin")
    assert (code, errors) == (0, "")
    assert "pulseboard create_admin you@example.com" in out
    env, data = tmp_path / "etc/pulseboard/env", tmp_path / "var/lib/pulseboard"
    assert (env.stat().st_mode & 0o777, data.stat().st_mode & 0o777) == (0o640, 0o700)
    settings = read_environment(read_file(env), ROOT)
    assert (settings.site_url, settings.email_url, settings.time_zone) == (SITE, mail, "Europe/Berlin")
    assert (settings.data_dir, settings.mail_from) == (data, "portal@portal.example.com")
    unit = (tmp_path / "etc/systemd/system/pulseboard.service").read_text(encoding="utf-8")
    assert f"Environment=PULSEBOARD_ENV={env}\n" in unit
    assert f"ExecStart={ROOT}/.venv/bin/python manage.py serve\n" in unit
    assert (tmp_path / "usr/local/bin/pulseboard").readlink() == ROOT / "deploy/pulseboard"


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    install("--root", str(tmp_path), "--site", SITE)
    before = state(tmp_path)
    code, out, errors = install("--root", str(tmp_path), "--site", "https://other.example.com")
    assert (code, errors, state(tmp_path)) == (0, "", before)
    assert [line for line in out.splitlines() if line.startswith("+")] == []
    assert f"{tmp_path}/etc/pulseboard/env exists and is unchanged.\n" in out


def test_a_settings_file_that_others_can_read_is_closed(tmp_path: Path) -> None:
    install("--root", str(tmp_path), "--site", SITE)
    env = tmp_path / "etc/pulseboard/env"
    env.chmod(0o644)
    assert install("--root", str(tmp_path))[0] == 0
    assert env.stat().st_mode & 0o777 == 0o640


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    code, out, errors = install("--root", str(tmp_path), "--site", SITE, "--dry-run")
    assert (code, errors, list(tmp_path.iterdir())) == (0, "", [])
    assert f"+ write {tmp_path}/etc/pulseboard/env\n" in out


def test_an_installation_keeps_the_files_of_former_builds() -> None:
    code, out, errors = install("--site", SITE, "--dry-run")
    assert (code, errors) == (0, "")
    assert f"+ make -C {ROOT} build KEEP_FORMER=1\n" in out


def test_an_installation_needs_an_address(tmp_path: Path) -> None:
    code, out, errors = install("--root", str(tmp_path))
    assert (code, out) == (1, "")
    assert errors == "deploy/install: name the address of the server: --site https://portal.example.com\n"
    assert list(tmp_path.iterdir()) == []
    assert install("--site")[::2] == (1, "deploy/install: --site needs a value.\n")


def test_several_processes_share_their_settings_and_keys(tmp_path: Path) -> None:
    shared = ["--database", "postgresql://me:secret@db.example.com/portal", "--redis", "redis://cache.example.com"]
    arguments = ["--root", str(tmp_path), "--processes", "2"]
    code, _, errors = install(*arguments, "--site", SITE, *shared)
    assert (code, errors) == (0, "")
    keys = tmp_path / "etc/pulseboard/keys"
    settings = read_environment(read_file(tmp_path / "etc/pulseboard/env"), ROOT)
    assert (settings.database_url, settings.redis_url) == (shared[1], shared[3])
    assert (settings.auth_signing_jwk_file, settings.vapid_jwk_file) == (keys / "signing.jwk", keys / "vapid.jwk")
    assert keys.stat().st_mode & 0o777 == 0o700
    units = [path.name for path in (tmp_path / "etc/systemd/system").iterdir()]
    assert sorted(units) == ["pulseboard-web@.service", "pulseboard-worker.service", "pulseboard.target"]
    before = state(tmp_path)
    assert install(*arguments)[0] == 0
    assert state(tmp_path) == before


def test_settings_that_have_keys_keep_them(tmp_path: Path) -> None:
    env = tmp_path / "etc/pulseboard/env"
    env.parent.mkdir(parents=True)
    env.write_text("SECRET_KEY=the key of this installation\nAUTH_SIGNING_JWK_FILE=/etc/pulseboard/signing.jwk\n")
    env.chmod(0o640)
    before = env.read_text()
    assert install("--root", str(tmp_path), "--processes", "2")[0] == 0
    assert env.read_text() == before
    assert not (tmp_path / "etc/pulseboard/keys").exists()


def test_one_process_and_several_are_not_mixed(tmp_path: Path) -> None:
    several = ["--root", str(tmp_path), "--processes", "2"]
    expected = (
        "deploy/install: several processes share a PostgreSQL and a Redis: name them with --database and --redis.\n"
    )
    assert install(*several, "--site", SITE)[::2] == (1, expected)
    units = tmp_path / "etc/systemd/system"
    units.mkdir(parents=True)
    (units / "pulseboard.target").touch()
    expected = "deploy/install: this machine runs several processes: name their number with --processes.\n"
    assert install("--root", str(tmp_path), "--site", SITE)[::2] == (1, expected)
    (units / "pulseboard.target").rename(units / "pulseboard.service")
    env = tmp_path / "etc/pulseboard/env"
    assert install(*several)[2] == (
        "deploy/install: this machine runs one process, whose data several processes do not read"
        " (docs/install/several-processes.md). First: systemctl disable --now pulseboard"
        f" && rm {units}/pulseboard.service && mv {env} {env}.before\n"
    )
    assert [path.name for path in units.iterdir()] == ["pulseboard.service"]
