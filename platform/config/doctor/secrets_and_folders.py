"""Checks who can read the secrets, and whether the server can write its data."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from config.doctor.finding import Finding, broken, ok, warning
from core import disk
from environment.settings_file import FILE

OTHERS = stat.S_IRWXO
ALL_BUT_OWNER = stat.S_IRWXG | stat.S_IRWXO


def settings_file() -> Finding | None:
    """A warning if users of this machine other than root and the server can read the settings; None if not."""
    name = os.environ.get(FILE, "").strip()
    if not name or not _mode(Path(name)) & OTHERS:
        return None
    return warning(
        "Settings",
        f"{name} can be read by every user of this machine.",
        why="It contains passwords and keys.",
        remedy=f"chmod 640 {name} && chown root:{_user()} {name}",
    )


def check_settings() -> Iterator[Finding]:
    yield settings_file() or ok("Settings", f"they come from {os.environ.get(FILE) or 'the environment'}.")


def check_secrets() -> Iterator[Finding]:
    keys = settings.DATA_DIR / "keys"
    named = (settings.AUTH_SIGNING_JWK_FILE, settings.VAPID_JWK_FILE)
    paths = [*sorted(keys.glob("*")), *(path for path in named if path is not None)]
    exposed = [path for path in paths if _mode(path) & ALL_BUT_OWNER]
    for path in exposed:
        yield broken(
            "Keys",
            f"{path} can be read by other users of this machine.",
            why="With the keys an attacker can sign in as any user.",
            remedy=f"chmod 600 {path}, then pulseboard rotate_keys --revoke",
        )
    if settings.ENVIRONMENT.secret_key_former:
        yield warning(
            "Keys",
            "SECRET_KEY_FORMER is still set.",
            why="With the former key an attacker can read secrets until it is removed.",
            remedy="pulseboard reseal, and an hour later remove SECRET_KEY_FORMER and restart",
        )
    if not exposed:
        yield ok("Keys", "only the server's user can read them.")


def check_data_folder() -> Iterator[Finding]:
    folder: Path = settings.DATA_DIR
    owner = folder.stat().st_uid
    if _mode(folder) & ALL_BUT_OWNER:
        yield warning(
            "Data folder",
            f"{folder} can be opened by other users of this machine.",
            why="It contains all messages and files.",
            remedy=f"chmod 700 {folder}",
        )
    if foreign := [path for path in folder.iterdir() if path.lstat().st_uid != owner]:
        yield broken(
            "Data folder",
            f"{foreign[0]} belongs to another user than the folder, as do {len(foreign) - 1} more.",
            why="The server cannot write what it does not own. This happens if a command ran as root.",
            remedy=f"chown -R --reference={folder} {folder}, and run commands by `pulseboard`",
        )
    try:
        disk.write_probe(folder)
    except OSError as error:
        yield broken(
            "Data folder",
            f"{folder} takes no new file: {error.strerror}.",
            why="Nothing can be stored: messages wait on the devices.",
            remedy=f"free space, or chown {_user()} {folder}",
        )
    else:
        yield ok("Data folder", f"{folder} can be written.")


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _user() -> str:
    try:
        return Path(settings.DATA_DIR).owner()
    except (OSError, KeyError):
        return "pulseboard"
