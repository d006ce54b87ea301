"""A sandboxed program (core/sandboxed_process.py) that reads training examples from a document or an HTTP response.

Its argument is a `SourceInfo` as JSON, its standard input is the content, and its output is
`{"rows": [[question, answer], ..]}` or `{"error": text}`.
"""

import json
import sys
from typing import TypedDict

from chatbots.errors import BadSource
from chatbots.limits import EXAMPLES_MAX
from chatbots.sources import documents, training_examples


class SourceInfo(TypedDict):
    """Describes the content: a document by its `name`, an HTTP response by its content type `kind` and `charset`."""

    name: str | None
    kind: str
    charset: str | None
    wants_json: bool


def read_examples(source: SourceInfo, content: bytes) -> list[training_examples.Example]:
    """The training examples in `content`. Raises BadSource."""
    if source["name"] is not None:
        return training_examples.from_document(source["name"], documents.text_of(content))
    return training_examples.from_response(
        source["kind"], _decoded(content, source["charset"]), wants_json=source["wants_json"]
    )


def _decoded(content: bytes, charset: str | None) -> str:
    try:
        return content.decode(charset, "replace") if charset is not None else documents.text_of(content)
    except LookupError:  # no such charset
        return documents.text_of(content)


def main(argument: str) -> None:
    source: SourceInfo = json.loads(argument)
    try:
        result: dict[str, object] = {"rows": read_examples(source, sys.stdin.buffer.read())[:EXAMPLES_MAX]}
    except BadSource as error:
        result = {"error": error.message}
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
