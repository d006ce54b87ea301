"""The `pulseboard` command: the service's settings, its user, and a data folder that exists."""

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
# Run by root, the tests use another user for the server, unless a private home folder hides the code from that user.
IS_ANOTHER = os.geteuid() == 0 and all(place.stat().st_mode & 0o001 for place in PLACES)
SERVER = pwd.getpwnam("nobody") if IS_ANOTHER else pwd.getpwuid(os.geteuid())


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that the server's user can reach: pytest's own are private."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


@pytest.fixture
def data_dir(place: Path) -> Path:
    """A data folder of the server's user."""
    folder = place / "data"
    folder.mkdir()
    os.chown(folder, SERVER.pw_uid, SERVER.pw_gid)
    return folder


def settings_file(place: Path, *lines: str) -> Path:
    file = place / "env"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    file.chmod(0o640)
    os.chown(file, -1, SERVER.pw_gid)
    return file


def pulseboard(file: Path, *arguments: str, **env: str) -> tuple[int, str, str]:
    """The exit code and both outputs."""
    outer = {"PATH": os.environ["PATH"], "PULSEBOARD_ENV": str(file)} | env
    command = [str(ROOT / "deploy/pulseboard"), *arguments]
    done = subprocess.run(command, env=outer, cwd=file.parent, check=False, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.thorough
def test_a_command_runs_with_the_settings_of_the_file_and_as_the_owner_of_the_data_folder(
    data_dir: Path, place: Path
) -> None:
    """A value of the operator's shell does not count: here its DATA_DIR."""
    file = settings_file(place, f"DATA_DIR={data_dir}")
    code, out, errors = pulseboard(file, "create_admin", "ana@example.com", DATA_DIR=str(place / "other"))
    assert (code, out) == (1, "")
    assert errors == (
        f"CommandError: There is no database at {data_dir}/pulseboard.sqlite3, so no server has run with these settings."
        " On an installed server run `pulseboard create_admin ...`; elsewhere set DATA_DIR to the folder of the"
        " installation.\n"
    )
    assert {path.stat().st_uid for path in data_dir.iterdir()} == {SERVER.pw_uid}
    assert not (place / "other").exists()


def test_a_backup_gets_a_path_relative_to_the_operator_s_folder(data_dir: Path, place: Path) -> None:
    (data_dir / "pulseboard.sqlite3").write_bytes(b"")
    os.chown(data_dir / "pulseboard.sqlite3", SERVER.pw_uid, SERVER.pw_gid)
    file = settings_file(place, f"DATA_DIR={data_dir}")
    code, out, errors = pulseboard(file, "backup", "data/today")
    assert (code, out, errors) == (0, f"Saved {data_dir}/today\n", "")
    saved = (data_dir / "today").stat()
    assert (saved.st_uid, saved.st_mode & 0o077) == (SERVER.pw_uid, 0)


def test_a_data_folder_that_is_missing_is_not_created(place: Path) -> None:
    file = settings_file(place, f"DATA_DIR={place}/none")
    code, out, errors = pulseboard(file, "rotate_keys")
    assert (code, out) == (1, "")
    assert errors == (
        f"pulseboard: the data folder {place}/none does not exist, and this command does not create it. Correct"
        f" DATA_DIR in {file}, or run deploy/install.\n"
    )
    assert not (place / "none").exists()


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        (["PORT=8000"], "{file} does not set DATA_DIR, the folder of the installation."),
        (["SITE_ULR=https://a.b"], "{file}, line 1: SITE_ULR is no setting. Did you mean SITE_URL?"),
    ],
)
def test_wrong_settings_are_one_clear_line(lines: list[str], error: str, place: Path) -> None:
    file = settings_file(place, *lines)
    assert pulseboard(file, "sign_out", "--everybody") == (1, "", f"pulseboard: {error.format(file=file)}\n")


def test_a_missing_settings_file_is_one_clear_line(place: Path) -> None:
    error = f"there is no settings file {place}/none. Run deploy/install, or name the file in PULSEBOARD_ENV."
    assert pulseboard(place / "none", "doctor") == (1, "", f"pulseboard: {error}\n")


def test_every_command_of_the_help_exists(place: Path) -> None:
    assert pulseboard(place / "none", "help") == (0, HELP, "")
    listed = {line.split()[0] for line in HELP.splitlines() if line.startswith("  ")}
    commands = {path.stem for path in (ROOT / "platform").glob("*/management/commands/*.py")}
    assert listed <= commands | SCRIPTS
    assert {path for path in SCRIPTS if not (ROOT / "deploy" / path).is_file()} == set()


@pytest.mark.thorough
def test_manage_py_without_an_installation_is_one_clear_line(place: Path) -> None:
    """In a bare checkout `rotate_keys` reported success on a key that it had just created."""
    env = {"PATH": os.environ["PATH"], "DATA_DIR": str(place)}
    command = [str(PYTHON), "manage.py", "rotate_keys"]
    done = subprocess.run(command, env=env, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"CommandError: There is no signing key at {place}/keys/signing.jwk, so no server has run with these"
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
        (["doctor"], 1, "1 broken, 0 warnings, 0 ok."),
        (["create_admin", "ana@agency.example"], 1, "elsewhere set DATA_DIR to the folder of the installation."),
    ],
)
def test_a_command_in_a_checkout_creates_no_data_folder(
    arguments: list[str], code: int, last_line: str, place: Path
) -> None:
    env = {"PATH": os.environ["PATH"], "DATA_DIR": f"{place}/data"}
    command = [str(PYTHON), "manage.py", *arguments]
    done = subprocess.run(command, env=env, cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, (done.stdout + done.stderr).strip().endswith(last_line)) == (code, True), done
    assert not (place / "data").exists()
