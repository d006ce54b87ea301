"""Checks the commands that documents show to operators: their names, options, services, units and settings exist."""

import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import yaml
from django.core.management import CommandError, get_commands, load_command_class

from environment.catalogue import NAMES
from server.installed_command import HELP, SCRIPTS
from tests.support.architecture.tree import ROOT, sources

# `pulseboard doctor` in a sentence, and a line of a block, which is indented or fenced.
INLINE = re.compile(r"`([^`\n]+)`")
BLOCK_LINE = re.compile(r"^(?: {4,}|(?=[a-z]))(\S.*)$", re.MULTILINE)
ENDS_A_COMMAND = re.compile(r"[;&|<>()]+")
VARIABLE = re.compile(r"[A-Z_]+=.*")
BEFORE_A_COMMAND = {"sudo", "do", "then"}
LISTED = {line.split()[0] for line in HELP.splitlines() if line.startswith("  ")} - SCRIPTS
INSTALLER = (ROOT / "deploy/install").read_text(encoding="utf-8")
SERVICES = set(yaml.safe_load((ROOT / "deploy/compose.yml").read_text(encoding="utf-8"))["services"])
UNITS = {path.name for path in (ROOT / "deploy").glob("pulseboard*.*")}
SETTINGS_FILES = ("/etc/pulseboard/env", "settings.env")
OPTION = re.compile(r"--[a-z][a-z-]*")


def commands_exist(root: Path) -> list[str]:
    """Each command for operators in a document can be run as it is written."""
    breaches = []
    for document in sources(root, ".md"):
        if document.name.startswith("deploy/") or "/" not in document.name:
            for words in _commands(document.text):
                breaches += [f"{document.name}: {problem}" for problem in _problems(words)]
    return breaches


def settings_exist(root: Path) -> list[str]:
    """Each name that a command of a document writes into a settings file is a setting."""
    return [
        f"{document.name}: {name} is no setting."
        for document in sources(root, ".md", below="deploy")
        for line in document.text.splitlines()
        if line.startswith("    ") and any(f"> {file}" in line for file in SETTINGS_FILES)
        for name in re.findall(r"\b([A-Z][A-Z_]+)=", line)
        if name not in NAMES
    ]


def _commands(text: str) -> Iterator[list[str]]:
    """The words of every command in a document."""
    joined = re.sub(r"\\\n\s*", " ", text)
    for line in (*INLINE.findall(joined), *BLOCK_LINE.findall(joined)):
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        try:
            tokens = list(lexer)
        except ValueError:
            continue  # a sentence with an apostrophe, or a block in another language
        words: list[str] = []
        for token in (*tokens, ";"):
            if ENDS_A_COMMAND.fullmatch(token):
                if words:
                    yield words
                words = []
            elif words or not (VARIABLE.fullmatch(token) or token in BEFORE_A_COMMAND):
                words.append(token)


def _problems(words: list[str]) -> Iterator[str]:
    match words:
        case ["pulseboard", command, *arguments] if command.islower() and command.replace("_", "").isalpha():
            yield from _of_manage_py(command, arguments)
        case [command, *arguments] if command in LISTED and any(word.startswith("--") for word in arguments):
            yield from _of_manage_py(command, arguments)
        case ["deploy/install", *arguments]:
            yield from _unknown_options("deploy/install", INSTALLER, arguments)
        case ["docker", "compose", ("build" | "run" | "up" | "stop" | "restart" | "logs") as command, *arguments]:
            yield from _of_compose(command, arguments)
        case ["systemctl", *arguments]:
            for word in arguments:
                if word.startswith("pulseboard") and not any(_names(word, unit) for unit in UNITS):
                    yield f"there is no unit {word}."


def _of_manage_py(command: str, arguments: list[str]) -> Iterator[str]:
    if command in SCRIPTS:
        package = ROOT / "platform/server/backups"
        texts = [ROOT / "deploy" / command, *package.glob("*.py")]
        yield from _unknown_options(command, "".join(path.read_text(encoding="utf-8") for path in texts), arguments)
        return
    app = get_commands().get(command)
    if app is None:
        yield f"there is no command `pulseboard {command}`."
        return
    parser = load_command_class(str(app), command).create_parser("pulseboard", command)
    try:
        parser.parse_args([word for word in arguments if word != "--help"])
    except CommandError as error:
        # A sentence may name a command or an option without the arguments that it needs.
        if "required" in str(error):
            yield from _unknown_options(command, parser.format_help(), arguments)
        else:
            yield f"`{shlex.join(['pulseboard', command, *arguments])}`: {error}"


def _of_compose(command: str, words: list[str]) -> Iterator[str]:
    runs_manage_py = "--entrypoint" not in words
    if not runs_manage_py:
        del words[words.index("--entrypoint") : words.index("--entrypoint") + 2]
    names = [word for word in words if not word.startswith(("-", "$"))]
    for name in names[:1] if command == "run" else names:
        if name not in SERVICES:
            yield f"deploy/compose.yml has no service {name}."
    if runs_manage_py and names[:1] == ["manage"] and names[1:] and names[1].islower():
        yield from _of_manage_py(names[1], words[words.index(names[1]) + 1 :])


def _unknown_options(program: str, text: str, arguments: list[str]) -> Iterator[str]:
    existing = set(OPTION.findall(text))
    yield from (f"{program} has no option {word}." for word in arguments if OPTION.match(word) and word not in existing)


def _names(word: str, unit: str) -> bool:
    """Whether a word after `systemctl` names a unit of deploy/: pulseboard, pulseboard-web@8001, pulseboard*."""
    instance = re.sub(r"@[^.]+", "@", word)
    return fnmatch(unit, instance) or unit in {f"{instance}.service", f"{word}.service"}
