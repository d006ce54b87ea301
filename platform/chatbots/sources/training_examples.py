"""Extracts questions with answers from a page, a document or an API's response. Pure."""

import csv
import io
import json
import re
from html.parser import HTMLParser

from chatbots.limits import ANSWER_MAX, QUESTION_MAX
from core.text import storable

Example = tuple[str, str]

HEADING_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary", "legend"})
BLOCK_TAGS = frozenset(
    {"p", "li", "dd", "div", "td", "th", "tr", "section", "article", "br", "blockquote", "pre", "details"}
)
INVISIBLE_TAGS = frozenset({"script", "style", "noscript", "template", "svg", "nav", "footer"})
QUESTION_LINE = re.compile(r"^\s*(?:\d+[.)]\s*)?(?:\*\*)?(?:Q|Question)\s*\d*\s*[:.)]\s*(.+)$", re.IGNORECASE)
ANSWER_LINE = re.compile(r"^\s*(?:\*\*)?(?:A|Answer)\s*\d*\s*[:.)]\s*(.*)$", re.IGNORECASE)
HEADING = re.compile(r"^#{1,6}\s+(.+)$")
FIELD_NAMES = {
    "question": ("question", "q", "prompt", "title", "name"),
    "answer": ("answer", "a", "response", "body", "text"),
}


def from_response(kind: str, body: str, *, wants_json: bool) -> list[Example]:
    """The examples in the body of an HTTP response, parsed as its content type `kind` says, or as JSON."""
    if wants_json or kind.endswith("json"):
        return _from_json(body)
    if kind == "text/csv":
        return _from_csv(body)
    return _from_html(body) if "html" in kind or body.lstrip().startswith("<") else _from_text(body)


def from_document(name: str, text: str) -> list[Example]:
    """The examples in a document, parsed by the extension of its name."""
    extension = name.lower().rpartition(".")[2]
    if extension == "json":
        return _from_json(text)
    if extension == "csv":
        return _from_csv(text)
    return _from_html(text) if extension in {"html", "htm"} else _from_text(text)


def _complete(examples: list[Example]) -> list[Example]:
    """The examples that have a question and an answer, without duplicates, cut to the lengths that a row allows."""
    cleaned = [(_clean(question)[:QUESTION_MAX], _clean(answer)[:ANSWER_MAX]) for question, answer in examples]
    return list(dict.fromkeys((question, answer) for question, answer in cleaned if question and answer))


def _clean(text: str) -> str:
    lines = (" ".join(line.split()) for line in storable(text).strip().strip("*").splitlines())
    return "\n".join(line for line in lines if line)


def _from_json(body: str) -> list[Example]:
    """The examples in a list of objects, or in an object that contains such a list."""
    try:
        data: object = json.loads(body)
    except (ValueError, RecursionError):
        return []
    return _complete(_examples_in(data))


def _examples_in(data: object, depth: int = 0) -> list[Example]:
    if depth > 4:
        return []
    if isinstance(data, list):
        pairs = [_pair(one) for one in data if isinstance(one, dict)]
        examples = [pair for pair in pairs if pair is not None]
        return examples or [example for one in data for example in _examples_in(one, depth + 1)]
    if isinstance(data, dict):
        return [example for one in data.values() for example in _examples_in(one, depth + 1)]
    return []


def _pair(data: dict[object, object]) -> Example | None:
    by_name = {str(name).lower(): value for name, value in data.items() if isinstance(value, str)}
    question = next((by_name[name] for name in FIELD_NAMES["question"] if name in by_name), None)
    answer = next((by_name[name] for name in FIELD_NAMES["answer"] if name in by_name), None)
    return None if question is None or answer is None else (question, answer)


def _from_csv(text: str) -> list[Example]:
    """The examples in the columns named question and answer, else in the first two columns."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text)) if len(row) >= 2]
    except csv.Error:
        return []
    if not rows:
        return []
    head = [name.strip().lower() for name in rows[0]]
    if "question" in head and "answer" in head:
        question, answer = head.index("question"), head.index("answer")
        return _complete([(row[question], row[answer]) for row in rows[1:] if len(row) > max(question, answer)])
    return _complete([(row[0], row[1]) for row in rows])


def _from_text(text: str) -> list[Example]:
    """The examples marked `Q:` and `A:`, and headings and lines that end in "?" with the text below them."""
    examples: list[Example] = []
    question: str = ""
    lines: list[str] = []
    for raw in text.splitlines():
        line = " ".join(raw.split())  # because the patterns would need hours for long runs of spaces
        question_match = QUESTION_LINE.match(line) or HEADING.match(line.rstrip("# "))
        answer_match = ANSWER_LINE.match(line)
        is_bare = not question_match and line.endswith("?") and len(line) <= 200
        if question_match or is_bare:
            examples.append((question, "\n".join(lines)))
            question, lines = (question_match[1] if question_match else line), []
        elif answer_match and question and not lines:
            lines.append(answer_match[1])
        else:
            lines.append(line)
    examples.append((question, "\n".join(lines)))
    return _complete(examples)


def _from_html(text: str) -> list[Example]:
    """Each heading with the text below it."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return _complete(reader.examples())


class _Reader(HTMLParser):
    """Collects headings and the text below them, without invisible elements and navigation."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._sections: list[tuple[list[str], list[str]]] = []
        self._is_heading = False
        self._invisible_depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in INVISIBLE_TAGS:
            self._invisible_depth += 1
        elif tag in HEADING_TAGS:
            self._is_heading = True
            self._sections.append(([], []))
        elif tag in BLOCK_TAGS:
            self._is_heading = self._is_heading and tag != "dd"  # a `dt` need not be closed
            self._put("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in INVISIBLE_TAGS:
            self._invisible_depth = max(0, self._invisible_depth - 1)
        elif tag in HEADING_TAGS:
            self._is_heading = False
        elif tag in BLOCK_TAGS:
            self._put("\n")

    def handle_data(self, data: str) -> None:
        if not self._invisible_depth:
            self._put(data)

    def _put(self, text: str) -> None:
        if self._sections:
            self._sections[-1][0 if self._is_heading else 1].append(text)

    def examples(self) -> list[Example]:
        return [("".join(head), "".join(below)) for head, below in self._sections]
