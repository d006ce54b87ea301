"""Checks that the files, functions and `make` targets named in documents exist."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.architecture.tree import GENERATED, Source, sources

# Quoted code: inside backticks, or a command that is indented or fenced.
QUOTED = re.compile(r"`([^`\n]+)`|^(?: {4}|\$ )?(make .+|\.venv/bin/.+)$", re.MULTILINE)
OURS = re.compile(r"(?:platform|pwa|tests|deploy|\.ci)/[\w./-]*\w")
FILE = re.compile(r"[\w-]+\.(?:py|tsx?|mjs|cjs|js|md|yml)")
CODE = re.compile(r"(?:platform|pwa)/[\w./-]*\.(?:py|tsx?)")
NAME = re.compile(r"([A-Za-z_]\w+)(?:\([^)]*\))?")
CHORE = re.compile(r"\bmake (\w+)")


def named_files_exist(root: Path) -> list[str]:
    """Every file and folder of the tree that a document names exists."""
    names = {source.name.rsplit("/", 1)[-1] for source in sources(root)}
    breaches = []
    for document, quote in _quotes(root):
        for word in quote.split():
            ours = OURS.fullmatch(word.rstrip("/"))
            if ours and not GENERATED & set(word.split("/")) and not (root / ours[0]).exists():
                breaches.append(f"{document.name}: `{word}` is not there; say where it went.")
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


def named_chores_exist(root: Path) -> list[str]:
    """Every `make` target that a document names is in the Makefile."""
    chores = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    return [
        f"{document.name}: `make {chore}` is no chore of the Makefile."
        for document, quote in _quotes(root)
        for chore in CHORE.findall(quote)
        if chore not in chores
    ]


def _quotes(root: Path) -> Iterator[tuple[Source, str]]:
    for document in sources(root, ".md"):
        for match in QUOTED.finditer(document.text):
            yield document, match[1] or match[2]
