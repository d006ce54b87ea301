"""Checks that every document is listed in an index under its kind, and that links between documents lead somewhere.

The kinds are those of Diátaxis. An index is a list of links below the bold name of a kind.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from tests.support.architecture.tree import Source, sources

OPERATORS, DEVELOPERS = "deploy/README.md", "CONTRIBUTING.md"
KINDS = {"Tutorials": "Tutorial", "How-to guides": "How-to", "Reference": "Reference", "Explanation": "Explanation"}
HEADING_OF_KIND = re.compile(rf"\*\*({'|'.join(KINDS)})\*\*")
# A document says its kind in the first words below its title: *Tutorial, ten minutes.*
OWN_KIND = re.compile(rf"# .+\n\n\*({'|'.join(KINDS.values())})\b[^*\n]*\.\*")
LINK = re.compile(r"\]\(([^)\s]+)\)")
RESULTS = "results"  # folders of measurements, which programs write


def documents_are_listed(root: Path) -> list[str]:
    """Each document is listed once, under the kind that it names itself. A folder's README may list its other pages."""
    listed = _listed(root)
    breaches = []
    for document in _documents(root):
        own = OWN_KIND.match(document.text)
        kinds = listed[document.name] or _of_the_folder(root, document, listed)
        if len(kinds) != 1:
            where = OPERATORS if document.name.startswith("deploy/docs/") else DEVELOPERS
            breaches.append(f"{document.name}: it is listed {len(kinds)} times; list it once in {where}, by its kind.")
        elif own and KINDS[kinds[0]] != own[1]:
            breaches.append(f"{document.name}: it says {own[1]}, and the index lists it under {kinds[0]}.")
        elif not own and document.name.startswith("deploy/docs/"):
            breaches.append(f"{document.name}: begin with its kind below the title, such as *How-to.*")
    return breaches


def links_lead_to_files(root: Path) -> list[str]:
    """Each link to a file of the tree, and to a heading of a document, leads there."""
    breaches = []
    for document in sources(root, ".md"):
        for link in LINK.findall(document.text):
            path, _, anchor = link.partition("#")
            target = (root / document.name).parent / path if path else root / document.name
            if "://" in link or link.startswith("mailto:"):
                continue
            if not target.exists():
                breaches.append(f"{document.name}: the link to {link} leads to no file.")
            elif anchor and anchor not in _anchors(target):
                breaches.append(f"{document.name}: the link to {link} leads to no heading.")
    return breaches


def _documents(root: Path) -> Iterator[Source]:
    """The documents that an index must list."""
    for document in sources(root, ".md"):
        if document.name not in {OPERATORS, DEVELOPERS} and RESULTS not in document.name.split("/"):
            yield document


def _listed(root: Path) -> dict[str, list[str]]:
    """The kinds under which the two indexes list each document, by the document's name."""
    listed = defaultdict(list)
    for index in (OPERATORS, DEVELOPERS):
        kind = None
        for line in (root / index).read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                kind = None
            elif heading := HEADING_OF_KIND.fullmatch(line):
                kind = heading[1]
            elif kind and (link := LINK.search(line)):
                target = (root / index).parent / link[1]
                listed[target.resolve().relative_to(root.resolve()).as_posix()].append(kind)
    return listed


def _of_the_folder(root: Path, document: Source, listed: dict[str, list[str]]) -> list[str]:
    """The kind of the README beside a document, if that README has a link to it."""
    readme = PurePosixPath(document.name).with_name("README.md").as_posix()
    if not (root / readme).is_file():
        return []
    links = LINK.findall((root / readme).read_text(encoding="utf-8"))
    return listed[readme] if PurePosixPath(document.name).name in links else []


def _anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
