"""`python -m server.installed_command COMMAND ...`: runs the command `pulseboard` of an installation (deploy/pulseboard).

It reads the settings file of the service, changes to the user that owns the data folder, and replaces itself with the
command. It does not import Django's settings, because that would create missing keys and folders.
"""

import os
import pwd
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from environment.catalogue import NAMES
from environment.setting import BadSetting
from environment.settings_file import FILE, with_settings_file

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_FILE = "/etc/pulseboard/env"
# Scripts of deploy/ whose last argument is a file or a folder.
SCRIPTS = frozenset({"backup", "restore"})
HELP = """\
usage: pulseboard COMMAND ...

Runs a command with the settings in /etc/pulseboard/env (PULSEBOARD_ENV names another file) and as the server's user.

  doctor           says what is wrong with this installation, and what to do
  create_admin     makes a user an admin
  remove_admin     removes the role of an admin
  sign_out         ends the sessions of a user, or of all users
  remove_factors   removes the second factors of a user who has lost them
  sso_provider     manages the providers at which a company's users sign in
  send_test_mail   shows whether mail works
  backup FILE      copies the database and the uploaded files while the server runs
  restore FILE     restores such a copy; stop the server first
  rotate_keys      publishes a new key that signs access tokens
  reseal           encrypts stored secrets with a new SECRET_KEY
  rotate_epoch     makes every device load its data again
  verify_audit_log finds changed, removed and inserted entries of the audit log

`pulseboard COMMAND --help` explains a command. Every command of manage.py works too.
"""


class NotInstalled(Exception):
    """The command cannot run; the message has the reason and what to do."""


def main(arguments: Sequence[str], env: Mapping[str, str]) -> None:
    if not arguments or arguments[0] in {"help", "--help", "-h"}:
        sys.stdout.write(HELP)
        return
    try:
        settings = installed_settings(env)
        user = owner(settings)
    except (BadSetting, NotInstalled) as error:
        sys.exit(f"pulseboard: {error}")
    argv = command_line(arguments)
    change_user(user)
    os.umask(0o077)  # only the server's user may read what a command writes
    os.chdir(ROOT)
    os.execve(argv[0], argv, settings | {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name})


def installed_settings(env: Mapping[str, str]) -> dict[str, str]:
    """`env` with the settings of the file. Drops the settings in `env`, because they are those of the operator's shell.

    Raises BadSetting, NotInstalled.
    """
    file = Path(env.get(FILE) or DEFAULT_FILE).absolute()
    if not os.access(file, os.R_OK):
        if file.exists() or not os.access(file.parent, os.X_OK):
            raise NotInstalled(f"{file} cannot be read by this user. Run it as root: sudo pulseboard ...")
        raise NotInstalled(f"there is no settings file {file}. Run deploy/install, or name the file in {FILE}.")
    rest = {name: value for name, value in env.items() if name not in NAMES and name != "PYTHONPATH"}
    return with_settings_file(rest | {FILE: str(file)})


def owner(settings: Mapping[str, str]) -> pwd.struct_passwd:
    """The server's user, who owns the data folder. Raises NotInstalled if there is no such folder or user."""
    name = settings.get("DATA_DIR")
    if not name:
        raise NotInstalled(f"{settings[FILE]} does not set DATA_DIR, the folder of the installation.")
    folder = Path(name)
    if not folder.is_dir():
        raise NotInstalled(
            f"the data folder {folder} does not exist, and this command does not create it. Correct DATA_DIR in"
            f" {settings[FILE]}, or run deploy/install."
        )
    try:
        user = pwd.getpwuid(folder.stat().st_uid)
    except KeyError as error:
        raise NotInstalled(
            f"the owner of {folder} is not a user of this machine. Make the server's user its owner (chown)."
        ) from error
    if os.geteuid() not in {0, user.pw_uid}:
        raise NotInstalled(f"the server runs as {user.pw_name}. Run it as root: sudo pulseboard ...")
    return user


def command_line(arguments: Sequence[str]) -> list[str]:
    """The program and its arguments. A relative path is resolved in the operator's current folder."""
    command, *others = arguments
    if command not in SCRIPTS:
        return [sys.executable, str(ROOT / "manage.py"), *arguments]
    if others and not others[-1].startswith("-"):
        others[-1] = str(Path(others[-1]).absolute())
    return [str(ROOT / "deploy" / command), *others]


def change_user(user: pwd.struct_passwd) -> None:
    """Change to `user` and its groups, unless this process already runs as `user`. Needs root."""
    if os.geteuid() != user.pw_uid:
        os.initgroups(user.pw_name, user.pw_gid)
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)


if __name__ == "__main__":
    main(sys.argv[1:], os.environ)
