"""Checks that the files, names, commands and options that documents name exist, and that their table is complete."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.architecture.tree import GENERATED, Source, sources

# Quoted code: inside backticks, or a command that is indented or fenced.
QUOTED = re.compile(r"`([^`\n]+)`|^(?: {4}|\$ )?(make .+|\.venv/bin/.+)$", re.MULTILINE)
OWN_PATH = re.compile(r"(?:platform|pwa|tests|deploy|\.ci)/[\w./-]*\w")
FILE = re.compile(r"[\w-]+\.(?:py|tsx?|mjs|cjs|js|md|yml)")
CODE = re.compile(r"(?:platform|pwa)/[\w./-]*\.(?:py|tsx?)")
NAME = re.compile(r"([A-Za-z_]\w+)(?:\([^)]*\))?")
MAKE_TARGET = re.compile(r"\bmake (\w+)")
COMMANDS, TUTORIAL = "CONTRIBUTING.md", "FIRST_CHANGE.md"
# A target with its description, its comment and its recipe.
TARGET = re.compile(r"^([a-z]+):[^#\n]*## .*(?:\n\t.*)*", re.MULTILINE)
OPTION = re.compile(r"`([A-Z]+(?:_[A-Z]+)*)`")
MODULE = re.compile(r"python -m ((?:tests|deploy)[\w.]*)")
# A quoted name, or the emphasized label of a field.
STEP_NAME = re.compile(r"`[\"']?([A-Za-z_]\w+)[\"']?`|(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)")


def named_files_exist(root: Path) -> list[str]:
    """Every file and folder of the tree that a document names exists."""
    names = {source.name.rsplit("/", 1)[-1] for source in sources(root)}
    breaches = []
    for document, quote in _quotes(root):
        for word in quote.split():
            own_path = OWN_PATH.fullmatch(word.rstrip("/"))
            if own_path and not GENERATED & set(word.split("/")) and not (root / own_path[0]).exists():
                breaches.append(f"{document.name}: `{word}` is not there; correct or remove the path.")
            elif FILE.fullmatch(word) and word not in names:
                breaches.append(f"{document.name}: no file is named `{word}`.")
    return breaches


def named_functions_exist(root: Path) -> list[str]:
    """Each function that a paragraph of a server document names is in a source file that the same paragraph names."""
    breaches = []
    for document in sources(root, ".md", below="platform"):
        for paragraph in document.text.splitlines():
            quotes = re.findall(r"`([^`]+)`", paragraph)
            files = [quote for quote in quotes if CODE.fullmatch(quote) and (root / quote).is_file()]
            text = "\n".join((root / file).read_text(encoding="utf-8") for file in files)
            breaches += [
                f"{document.name}: `{name[0]}` is not in {', '.join(files)}."
                for name in map(NAME.fullmatch, quotes)
                if name and files and not re.search(rf"\b{name[1]}\b", text)
            ]
    return breaches


def named_make_targets_exist(root: Path) -> list[str]:
    """Every `make` target that a document names is in the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    return [
        f"{document.name}: the Makefile has no target `{target}`."
        for document, quote in _quotes(root)
        for target in MAKE_TARGET.findall(quote)
        if target not in targets
    ]


def commands_are_listed(root: Path) -> list[str]:
    """The table of commands has every target that `make` lists, and no option that its targets lack."""
    text = (root / COMMANDS).read_text(encoding="utf-8")
    targets = {match[1]: match[0] for match in TARGET.finditer((root / "Makefile").read_text(encoding="utf-8"))}
    rows = {row: MAKE_TARGET.findall(row.split("|")[1]) for row in text.splitlines() if row.startswith("| `make")}
    missing = targets.keys() - {"help", *(name for names in rows.values() for name in names)}
    breaches = [f"{COMMANDS}: `make {target}` is not in the table of commands." for target in sorted(missing)]
    for row, names in rows.items():
        code = "\n".join(targets.get(name, "") for name in names)
        breaches += [
            f"{COMMANDS}: {row.split('|')[1].strip()} has no option `{option}`."
            for option in OPTION.findall(row)
            if not re.search(rf"\b{option}\b", code)
        ]
    return breaches


def named_modules_exist(root: Path) -> list[str]:
    """Every module that a document starts with `python -m` can be started."""
    return [
        f"{document.name}: `python -m {module}` starts nothing."
        for document in sources(root, ".md")
        for module in MODULE.findall(document.text)
        if not any((root / (module.replace(".", "/") + end)).is_file() for end in (".py", "/__main__.py"))
    ]


def steps_name_existing_code(root: Path) -> list[str]:
    """Each name and label in a step of the tutorial is in a file of the step, or in code that the tutorial adds.

    A step without a file is about the file of the step before it.
    """
    lines = (root / TUTORIAL).read_text(encoding="utf-8").splitlines()
    added = [line for line in lines if line.startswith("    ")]
    files: list[str] = []
    breaches = []
    for step in lines:
        if not re.match(r"\d|   \S", step):
            continue
        files = [quote for quote in re.findall(r"`([^`]+)`", step) if CODE.fullmatch(quote)] or files
        code = "\n".join([*added, *((root / file).read_text(encoding="utf-8") for file in files)])
        breaches += [
            f"{TUTORIAL}: `{quoted or label}` is not in {', '.join(files)}."
            for quoted, label in STEP_NAME.findall(step)
            if not re.search(rf"\b{re.escape(quoted or label)}\b", code)
        ]
    return breaches


def _quotes(root: Path) -> Iterator[tuple[Source, str]]:
    for document in sources(root, ".md"):
        for match in QUOTED.finditer(document.text):
            yield document, match[1] or match[2]
