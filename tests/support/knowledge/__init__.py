"""What a bot of a country house knows, and what its guests ask in words of their own: the measure of finding training."""

from base64 import b64encode
from pathlib import Path

FOLDER = Path(__file__).parent
DOCUMENTS = ("house.txt", "club.txt")


def encoded(name: str) -> str:
    """A document as it is uploaded."""
    return b64encode((FOLDER / name).read_bytes()).decode()


def rows() -> list[tuple[str, str]]:
    """Every question with its answer, over 300 of them."""
    lines = [line for name in DOCUMENTS for line in (FOLDER / name).read_text("utf-8").splitlines()]
    return [(asked[3:], answered[3:]) for asked, answered in zip(lines[::2], lines[1::2], strict=True)]


def questions() -> list[tuple[str, str]]:
    """What guests ask, each with the question of the row that answers it."""
    found: list[tuple[str, str]] = []
    row = ""
    for line in (FOLDER / "asked.txt").read_text("utf-8").splitlines():
        if line.startswith("\t"):
            found.append((line.strip(), row))
        else:
            row = line
    return found
