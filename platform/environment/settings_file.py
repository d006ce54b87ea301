"""Reads the settings file of an installation, and finds misspelled names of settings.

The file has the format of a systemd `EnvironmentFile`: `NAME=value` lines, comments, optional quotes.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from environment.catalogue import NAMES, SETTINGS
from environment.setting import BadSetting

# The variable that names the settings file. Without it a process reads only its environment.
FILE = "PULSEBOARD_ENV"
# High enough that WEBSITE_URL and HOSTNAME count as variables of other programs, and low enough that SITE_ULR (0.88)
# counts as misspelled.
SIMILARITY_MIN = 0.86
# Shorter names resemble many words, so they count as misspelled only with two swapped letters: PROT, but not PORTS.
SIMILAR_LENGTH_MIN = 6
LONG_NAMES = [name for name in SETTINGS if len(name) >= SIMILAR_LENGTH_MIN]
QUOTES = ("'", '"')


def with_settings_file(env: Mapping[str, str]) -> dict[str, str]:
    """`env`, completed by the file that PULSEBOARD_ENV names. Values in `env` take precedence over the file, so that a
    systemd unit can set its own PORT.

    Raises BadSetting if the file cannot be read, if a name in it is not a setting, or if a name in `env` looks like a
    misspelled setting.
    """
    check_spelling(env)
    path = env.get(FILE, "").strip()
    return {**(read_file(Path(path)) if path else {}), **{name: value for name, value in env.items() if value}}


def read_file(path: Path) -> dict[str, str]:
    """The settings in a file. Raises BadSetting with the file and the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadSetting(FILE, f"{path} cannot be read: {reason}") from error
    settings = {}
    for number, line in enumerate(lines, 1):
        name, is_assignment, value = (part.strip() for part in line.partition("="))
        if not name or name.startswith(("#", ";")):
            continue
        if not is_assignment:
            raise BadSetting(f"{path}, line {number}", "a line is NAME=value or begins with #")
        if name not in NAMES:
            raise BadSetting(f"{path}, line {number}", f"{name} is no setting.{_hint(name)}")
        settings[name] = _unquoted(value)
    return settings


def check_spelling(names: Iterable[str]) -> None:
    """Raises BadSetting if a name looks like a misspelled setting. Variables of other programs are ignored."""
    for name in names:
        if name not in NAMES and (setting := similar(name)):
            raise BadSetting(name, f"this is no setting. Did you mean {setting}?")


def similar(name: str) -> str | None:
    """The setting whose name is most like `name`, or None."""
    upper = name.upper()
    for index in range(len(upper) - 1):
        swapped = upper[:index] + upper[index + 1] + upper[index] + upper[index + 2 :]
        if swapped in SETTINGS:
            return swapped
    matches = get_close_matches(upper, LONG_NAMES, n=1, cutoff=SIMILARITY_MIN)
    return matches[0] if matches else None


def _hint(name: str) -> str:
    setting = similar(name)
    return f" Did you mean {setting}?" if setting else " Variables of other programs belong in the unit of the service."


def _unquoted(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] in QUOTES and value[-1] == value[0]
    return value[1:-1] if is_quoted else value
