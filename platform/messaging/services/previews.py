"""The line of a message that a thread's row shows, and notices with it."""

PREVIEW_MAX = 140


def preview_of(content: str) -> str:
    """One line, cut at its most."""
    return " ".join(content.split())[:PREVIEW_MAX]
