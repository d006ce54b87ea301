"""The code that a client's chatbot provider gives: one script, and what stands around it. Pure."""

from html.parser import HTMLParser


def is_script(code: str) -> bool:
    """Whether `code` has one script, with its opening tag before its closing tag, as a browser reads it."""
    reader = _Tags()
    reader.feed(code)
    reader.close()
    return reader.scripts == ["<script>", "</script>"]


class _Tags(HTMLParser):
    """The tags of scripts in their order; what only looks so inside a script or a comment is none."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.scripts.append("<script>")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self.scripts.append("</script>")
