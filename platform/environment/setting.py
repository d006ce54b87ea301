"""One setting, its documentation, and the reader of its value from an environment."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")
# The suffix of the variable that names a file with the value of a secret.
SECRET_FILE = "_FILE"


class BadSetting(Exception):
    """A setting has an unusable value."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")


@dataclass(frozen=True)
class Setting(Generic[T]):
    """One environment variable.

    `parse` gets the name and the stripped text, which is empty if neither a value nor a default exists, and raises
    BadSetting. `default` is the text that is parsed if the variable is unset or blank; `default_text` describes a
    default that depends on other settings. `example` is a value that `parse` accepts; the example of a secret has dots,
    so that nobody uses it. If `is_chosen`, every installation sets this setting, so deploy/env.example sets it too. If
    `is_secret`, the value can come from a file.
    """

    name: str
    parse: Callable[[str, str], T]
    text: str
    default: str = ""
    default_text: str = ""
    unit: str = ""
    example: str = ""
    is_chosen: bool = False
    is_secret: bool = False


@dataclass
class Group:
    """The settings of one topic, in the order in which deploy/env.example lists them."""

    title: str
    text: str = ""
    settings: list[Setting[Any]] = field(default_factory=list)

    def setting(self, name: str, parse: Callable[[str, str], T], text: str, **documentation: Any) -> Setting[T]:
        """Declare a setting of this topic. `documentation` has the other fields of `Setting`."""
        setting = Setting(name, parse, text, **documentation)
        self.settings.append(setting)
        return setting


class Reader:
    """Reads settings from the variables of one environment."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env

    def is_set(self, setting: Setting[T]) -> bool:
        return bool(self._env.get(setting.name, "").strip())

    def read(self, setting: Setting[T], default: str | None = None) -> T:
        """The value, or the default of the setting, which `default` replaces. Raises BadSetting."""
        text = self._env.get(setting.name, "").strip()
        return setting.parse(setting.name, text or (setting.default if default is None else default))
