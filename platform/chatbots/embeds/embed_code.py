"""Validates the embed code of a client's chatbot provider: one or more scripts, and other HTML. Pure."""

from html.parser import HTMLParser


def is_script(code: str) -> bool:
    """Whether `code`, as a browser parses it, has at least one script, and each script has its closing tag."""
    reader = _Tags()
    reader.feed(code)
    reader.close()
    pairs = len(reader.scripts) // 2
    return pairs > 0 and reader.scripts == ["<script>", "</script>"] * pairs


class _Tags(HTMLParser):
    """Collects script tags in order. Tags inside a script or a comment do not count."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.scripts.append("<script>")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self.scripts.append("</script>")
