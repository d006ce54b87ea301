"""Extracts questions with answers from a page, a document or an API's response. Pure."""

import csv
import io
import json
import re
from html.parser import HTMLParser

Lesson = tuple[str, str]

MOST = 200
QUESTION_MAX, ANSWER_MAX = 2_000, 8_000
HEADS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary", "legend"})
BLOCKS = frozenset(
    {"p", "li", "dd", "div", "td", "th", "tr", "section", "article", "br", "blockquote", "pre", "details"}
)
UNSEEN = frozenset({"script", "style", "noscript", "template", "svg", "nav", "footer"})
ASKED = re.compile(r"^\s*(?:\d+[.)]\s*)?(?:\*\*)?(?:Q|Question)\s*\d*\s*[:.)]\s*(.+)$", re.IGNORECASE)
ANSWERED = re.compile(r"^\s*(?:\*\*)?(?:A|Answer)\s*\d*\s*[:.)]\s*(.*)$", re.IGNORECASE)
HEADING = re.compile(r"^#{1,6}\s+(.+)$")
NAMES = {
    "question": ("question", "q", "prompt", "title", "name"),
    "answer": ("answer", "a", "response", "body", "text"),
}


def from_answer(kind: str, body: str, *, wants_json: bool) -> list[Lesson]:
    """The examples in the body of an HTTP response, parsed by its content type `kind`."""
    if wants_json or kind.endswith("json"):
        return _from_json(body)
    if kind == "text/csv":
        return _from_csv(body)
    return _from_html(body) if "html" in kind or body.lstrip().startswith("<") else _from_text(body)


def from_document(name: str, text: str) -> list[Lesson]:
    """The examples in a document, parsed by the extension of its name."""
    ending = name.lower().rpartition(".")[2]
    if ending == "json":
        return _from_json(text)
    if ending == "csv":
        return _from_csv(text)
    return _from_html(text) if ending in {"html", "htm"} else _from_text(text)


def _kept(found: list[Lesson]) -> list[Lesson]:
    """Complete examples without duplicates, cut to the lengths that a row allows."""
    cleaned = [(_plain(question)[:QUESTION_MAX], _plain(answer)[:ANSWER_MAX]) for question, answer in found]
    return list(dict.fromkeys((question, answer) for question, answer in cleaned if question and answer))


def _plain(text: str) -> str:
    lines = (" ".join(line.replace("\x00", "").split()) for line in text.strip().strip("*").splitlines())
    return "\n".join(line for line in lines if line)


def _from_json(body: str) -> list[Lesson]:
    """The examples in a list of objects, or in an object that contains such a list."""
    try:
        said: object = json.loads(body)
    except (ValueError, RecursionError):
        return []
    return _kept(_listed(said))


def _listed(said: object, depth: int = 0) -> list[Lesson]:
    if depth > 4:
        return []
    if isinstance(said, list):
        pairs = [_pair(one) for one in said if isinstance(one, dict)]
        found = [pair for pair in pairs if pair is not None]
        return found or [lesson for one in said for lesson in _listed(one, depth + 1)]
    if isinstance(said, dict):
        return [lesson for one in said.values() for lesson in _listed(one, depth + 1)]
    return []


def _pair(said: dict[object, object]) -> Lesson | None:
    by_name = {str(name).lower(): value for name, value in said.items() if isinstance(value, str)}
    question = next((by_name[name] for name in NAMES["question"] if name in by_name), None)
    answer = next((by_name[name] for name in NAMES["answer"] if name in by_name), None)
    return None if question is None or answer is None else (question, answer)


def _from_csv(text: str) -> list[Lesson]:
    """The examples in the columns named question and answer, else in the first two columns."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text)) if len(row) >= 2]
    except csv.Error:
        return []
    if not rows:
        return []
    head = [name.strip().lower() for name in rows[0]]
    if "question" in head and "answer" in head:
        at, to = head.index("question"), head.index("answer")
        return _kept([(row[at], row[to]) for row in rows[1:] if len(row) > max(at, to)])
    return _kept([(row[0], row[1]) for row in rows])


def _from_text(text: str) -> list[Lesson]:
    """The examples marked `Q:` and `A:`, and headings and lines that end in "?" with the text below them."""
    found: list[Lesson] = []
    question: str = ""
    lines: list[str] = []
    for raw in text.splitlines():
        line = " ".join(raw.split())  # because the patterns would need hours for long runs of blanks
        asked = ASKED.match(line) or HEADING.match(line.rstrip("# "))
        answered = ANSWERED.match(line)
        is_bare = not asked and line.endswith("?") and len(line) <= 200
        if asked or is_bare:
            found.append((question, "\n".join(lines)))
            question, lines = (asked[1] if asked else line), []
        elif answered and question and not lines:
            lines.append(answered[1])
        else:
            lines.append(line)
    found.append((question, "\n".join(lines)))
    return _kept(found)


def _from_html(text: str) -> list[Lesson]:
    """Each heading with the text below it."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return _kept(reader.found())


class _Reader(HTMLParser):
    """Collects headings and the text below them, without invisible elements and navigation."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._sections: list[tuple[list[str], list[str]]] = []
        self._is_head = False
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self._unseen += 1
        elif tag in HEADS:
            self._is_head = True
            self._sections.append(([], []))
        elif tag in BLOCKS:
            self._is_head = self._is_head and tag != "dd"  # a `dt` need not be closed
            self._put("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in HEADS:
            self._is_head = False
        elif tag in BLOCKS:
            self._put("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._put(data)

    def _put(self, text: str) -> None:
        if self._sections:
            self._sections[-1][0 if self._is_head else 1].append(text)

    def found(self) -> list[Lesson]:
        return [("".join(head), "".join(below)) for head, below in self._sections]
