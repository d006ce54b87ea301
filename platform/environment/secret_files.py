"""Secrets that containers and service managers deliver as files: `<NAME>_FILE` names the file with the value."""

from collections.abc import Mapping
from pathlib import Path

from environment.catalogue import SETTINGS
from environment.setting import SECRET_FILE, BadSetting

SECRETS = tuple(name for name, setting in SETTINGS.items() if setting.is_secret)


def with_secret_files(env: Mapping[str, str]) -> dict[str, str]:
    """`env`, in which the value of `<NAME>` is the content of the file that `<NAME>_FILE` names.

    Raises BadSetting, without any content, if a file cannot be read or is empty, or if both variables are set.
    Otherwise an empty DATABASE_URL_FILE would start the server on a new store.
    """
    read = {name: _content(env, name) for name in SECRETS if env.get(name + SECRET_FILE, "").strip()}
    return {**env, **read}


def _content(env: Mapping[str, str], name: str) -> str:
    variable, path = name + SECRET_FILE, Path(env[name + SECRET_FILE].strip())
    if env.get(name, "").strip():
        raise BadSetting(variable, f"{name} is set too; set one of the two")
    try:
        content = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadSetting(variable, f"a file with the value, and {path} cannot be read: {reason}") from error
    if not content:
        raise BadSetting(variable, f"a file with the value, and {path} is empty")
    return content
