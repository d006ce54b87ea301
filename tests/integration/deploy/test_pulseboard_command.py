"""The `pulseboard` command uses the service's settings and user, and creates no data folder."""

import os
import pwd
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from environment.data_folder import creates_data
from server.installed_command import HELP, SCRIPTS
from tests.support.architecture.tree import ROOT

PYTHON = ROOT / ".venv/bin/python"
PLACES = [*(ROOT / "deploy/pulseboard").parents, *PYTHON.resolve().parents]
# If root runs the tests, the server's user is another one, unless a private home folder hides the code from that user.
HAS_OTHER_USER = os.geteuid() == 0 and all(folder.stat().st_mode & 0o001 for folder in PLACES)
SERVER_USER = pwd.getpwnam("nobody") if HAS_OTHER_USER else pwd.getpwuid(os.geteuid())


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the server's user can reach: pytest's own are private."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.fixture
def data_dir(folder: Path) -> Path:
    """A data folder of the server's user."""
    data = folder / "data"
    data.mkdir()
    os.chown(data, SERVER_USER.pw_uid, SERVER_USER.pw_gid)
    return data


def settings_file(folder: Path, *lines: str) -> Path:
    file = folder / "env"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    file.chmod(0o640)
    os.chown(file, -1, SERVER_USER.pw_gid)
    return file


def pulseboard(file: Path, *arguments: str, **env: str) -> tuple[int, str, str]:
    """The exit code and both outputs."""
    environment = {"PATH": os.environ["PATH"], "PULSEBOARD_ENV": str(file)} | env
    command = [str(ROOT / "deploy/pulseboard"), *arguments]
    result = subprocess.run(command, env=environment, cwd=file.parent, check=False, capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


@pytest.mark.thorough
def test_a_command_runs_with_the_settings_of_the_file_and_as_the_owner_of_the_data_folder(
    data_dir: Path, folder: Path
) -> None:
    """The command ignores settings in the operator's shell, such as DATA_DIR."""
    file = settings_file(folder, f"DATA_DIR={data_dir}")
    code, out, errors = pulseboard(file, "create_admin", "ana@example.com", DATA_DIR=str(folder / "other"))
    assert (code, out) == (1, "")
    assert errors == (
        f"CommandError: There is no database at {data_dir}/pulseboard.sqlite3, so no server has run with these settings."
        " On an installed server run `pulseboard create_admin ...`; elsewhere set DATA_DIR to the folder of the"
        " installation.\n"
    )
    assert {path.stat().st_uid for path in data_dir.iterdir()} == {SERVER_USER.pw_uid}
    assert not (folder / "other").exists()


def test_a_backup_gets_a_path_relative_to_the_operators_folder(data_dir: Path, folder: Path) -> None:
    (data_dir / "pulseboard.sqlite3").write_bytes(b"")
    os.chown(data_dir / "pulseboard.sqlite3", SERVER_USER.pw_uid, SERVER_USER.pw_gid)
    file = settings_file(folder, f"DATA_DIR={data_dir}")
    code, out, errors = pulseboard(file, "backup", "data/today")
    assert (code, out, errors) == (0, f"Saved {data_dir}/today\n", "")
    saved = (data_dir / "today").stat()
    assert (saved.st_uid, saved.st_mode & 0o077) == (SERVER_USER.pw_uid, 0)


def test_a_data_folder_that_is_missing_is_not_created(folder: Path) -> None:
    file = settings_file(folder, f"DATA_DIR={folder}/none")
    code, out, errors = pulseboard(file, "rotate_keys")
    assert (code, out) == (1, "")
    assert errors == (
        f"pulseboard: the data folder {folder}/none does not exist, and this command does not create it. Correct"
        f" DATA_DIR in {file}, or run deploy/install.\n"
    )
    assert not (folder / "none").exists()


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["PORT=8000"], "{file} does not set DATA_DIR, the folder of the installation."),
        (["SITE_ULR=https://a.b"], "{file}, line 1: SITE_ULR is no setting. Did you mean SITE_URL?"),
    ],
)
def test_wrong_settings_are_one_clear_line(lines: list[str], error: str, folder: Path) -> None:
    file = settings_file(folder, *lines)
    assert pulseboard(file, "sign_out", "--everybody") == (1, "", f"pulseboard: {error.format(file=file)}\n")


def test_a_missing_settings_file_is_one_clear_line(folder: Path) -> None:
    error = f"there is no settings file {folder}/none. Run deploy/install, or name the file in PULSEBOARD_ENV."
    assert pulseboard(folder / "none", "doctor") == (1, "", f"pulseboard: {error}\n")


def test_every_command_of_the_help_exists(folder: Path) -> None:
    assert pulseboard(folder / "none", "help") == (0, HELP, "")
    listed = {line.split()[0] for line in HELP.splitlines() if line.startswith("  ")}
    commands = {path.stem for path in (ROOT / "platform").glob("*/management/commands/*.py")}
    assert listed <= commands | SCRIPTS
    assert {path for path in SCRIPTS if not (ROOT / "deploy" / path).is_file()} == set()


@pytest.mark.thorough
def test_manage_py_without_an_installation_is_one_clear_line(folder: Path) -> None:
    """Without an installation, `rotate_keys` once created a key and reported that it had rotated it."""
    env = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
    command = [str(PYTHON), "manage.py", "rotate_keys"]
    result = subprocess.run(command, env=env, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        f"CommandError: There is no signing key at {folder}/keys/signing.jwk, so no server has run with these"
        " settings. On an installed server run `pulseboard rotate_keys`; elsewhere set DATA_DIR to the folder of the"
        " installation.\n"
    )


@pytest.mark.parametrize(
    ("command", "creates"),
    [
        (["manage.py", "serve"], True),
        (["/opt/pulseboard/manage.py", "migrate", "--verbosity=0"], True),
        (["manage.py", "run_huey"], True),
        (["manage.py"], False),
        (["./manage.py", "check"], False),
        (["manage.py", "create_admin", "serve"], False),
        (["/usr/bin/pytest"], True),
    ],
)
def test_only_a_start_of_an_installation_creates_the_data_folder(command: list[str], creates: bool) -> None:
    assert creates_data(command) is creates


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("arguments", "code", "last_line"),
    [
        (["check"], 0, "System check identified no issues (0 silenced)."),
        (["doctor"], 1, "Broken: 1, warnings: 0, ok: 0."),
        (["create_admin", "ana@agency.example"], 1, "elsewhere set DATA_DIR to the folder of the installation."),
    ],
)
def test_a_command_in_a_checkout_creates_no_data_folder(
    arguments: list[str], code: int, last_line: str, folder: Path
) -> None:
    env = {"PATH": os.environ["PATH"], "DATA_DIR": f"{folder}/data"}
    command = [str(PYTHON), "manage.py", *arguments]
    result = subprocess.run(command, env=env, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (result.returncode, (result.stdout + result.stderr).strip().endswith(last_line)) == (code, True), result
    assert not (folder / "data").exists()
