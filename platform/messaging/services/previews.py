"""The preview of a message in a thread's row and in notices."""

PREVIEW_MAX = 140


def preview_of(content: str) -> str:
    """`content` on one line, cut to `PREVIEW_MAX` characters."""
    return " ".join(content.split())[:PREVIEW_MAX]
