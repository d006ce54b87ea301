"""The code that a client's chatbot provider gives: one script or several, and what stands around them. Pure."""

from html.parser import HTMLParser


def is_script(code: str) -> bool:
    """Whether `code` has a script, and the opening tag of each before its closing tag, as a browser reads them."""
    reader = _Tags()
    reader.feed(code)
    reader.close()
    pairs = len(reader.scripts) // 2
    return pairs > 0 and reader.scripts == ["<script>", "</script>"] * pairs


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
