"""The text of deploy/env.example: every setting with its description, unit, default and an example."""

from textwrap import wrap
from typing import Any

from environment.catalogue import GROUPS
from environment.setting import SECRET_FILE, Setting

WIDTH = 118
HEAD = """\
The settings of one installation: /etc/pulseboard/env. `make contracts` generates this file from the descriptions in \
platform/environment.
Lines that begin with a name are set by every installation. The others show an example: remove the # to set them. A \
value may have quotes around it; a name that is no setting stops the start."""


def example_file() -> str:
    lines = [line for paragraph in HEAD.splitlines() for line in _comment(paragraph)]
    for group in GROUPS:
        lines += ["", f"# ==== {group.title} ===="]
        lines += _comment(group.text)
        for setting in group.settings:
            lines += ["", *_comment(setting.text), *_comment(_unit_and_default(setting))]
            lines.append(f"{'' if setting.is_chosen else '#'}{setting.name}={setting.example}")
    return "\n".join(lines) + "\n"


def _unit_and_default(setting: Setting[Any]) -> str:
    default = setting.default_text or setting.default or "none"
    unit = f"Unit: {setting.unit}. " if setting.unit else ""
    file = f" {setting.name}{SECRET_FILE} may name a file with it instead." if setting.is_secret else ""
    return f"{unit}Default: {default}.{file}"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)]
