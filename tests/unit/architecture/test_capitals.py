"""Texts of screens: the same words have the same capitals on every screen (CONTRIBUTING.md, Front end)."""

import re
from collections import defaultdict

from tests.support.architecture.tree import ROOT

SOURCES = ROOT / "pwa/src"
WORDS = r"[A-Z][A-Za-z’]*(?: [A-Za-z’]+)+"
# A string, the whole text of an element, and a line that is the whole text of an element.
TEXTS = (rf"'({WORDS})[.…]?'", rf'"({WORDS})[.…]?"', rf">({WORDS})[.…]?<", rf"^\s*({WORDS})[.…]?$")
# The specification has both: the first as a message, the second as the title of a toast.
TWO_SPELLINGS = {"upload failed"}


def texts() -> dict[str, dict[str, str]]:
    """By each text in lower case, its spellings with a file that has each."""
    by_words: dict[str, dict[str, str]] = defaultdict(dict)
    for path in SOURCES.rglob("*.ts*"):
        if ".test." in path.name or ".gen." in path.name or "testing" in path.parts:
            continue
        code = re.sub(r"^\s*(//|/?\*).*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
        for pattern in TEXTS:
            for text in re.findall(pattern, code, re.MULTILINE):
                by_words[text.lower()][text] = str(path.relative_to(SOURCES))
    return by_words


def test_the_same_words_have_the_same_capitals_everywhere() -> None:
    by_words = texts()
    assert len(by_words) > 500  # fails if the patterns no longer match
    assert {words: files for words, files in by_words.items() if len(files) > 1 and words not in TWO_SPELLINGS} == {}
