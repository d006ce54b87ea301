"""Decides which programs may create the data folder and the keys in it."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from environment.values import stored_key

# The commands that start an installation. If any other command of manage.py could create the folder, it would leave an
# empty installation, for example in a checkout.
STARTS = frozenset({"serve", "migrate", "run_huey"})


def creates_data(arguments: Sequence[str]) -> bool:
    """Whether the program with this command line (`sys.argv`) may create the data folder and a missing key."""
    program, *command = arguments
    return Path(program).name != "manage.py" or (bool(command) and command[0] in STARTS)


def secret_key(path: Path, *, may_create: bool) -> str:
    """The key in a file. If the file is missing, creates it if `may_create`, else returns a key for this process alone.

    Raises BadSetting.
    """
    if may_create or path.exists():
        return stored_key(path)
    return secrets.token_urlsafe(48)
