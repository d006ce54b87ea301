"""What bots of several trades know, and what customers ask in words of their own: the measure of finding training.

The product was tuned on `TUNED` alone. What is in `HELD_OUT` was written before anything was measured on it, and is
only measured: whoever changes how training is found measures on `TUNED` and `COMPARED`, and on `HELD_OUT` once at the end.
"""

from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
TUNED, HELD_OUT = ("house", "club"), ("dentist", "movers", "garage", "musicschool")
COMPARED = ("driving", "vet", "photographer")
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Trade:
    """`rows` are questions with their answers; `asked` what customers ask, each with the question of the row that
    answers it; `unknown` what they ask that no row answers."""

    rows: list[tuple[str, str]]
    asked: list[tuple[str, str]]
    unknown: list[str]


def trade(name: str) -> Trade:
    """One trade by the name of its files."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    rows = [(question[3:], answer[3:]) for question, answer in zip(lines[::2], lines[1::2], strict=True)]
    asked: list[tuple[str, str]] = []
    unknown: list[str] = []
    row = ""
    for line in (FOLDER / f"{name}.questions.txt").read_text("utf-8").splitlines():
        if not line.startswith("\t"):
            row = line
        elif row == UNKNOWN:
            unknown.append(line.strip())
        else:
            asked.append((line.strip(), row))
    return Trade(rows, asked, unknown)


def encoded(name: str) -> str:
    """The rows of a trade as the document that is uploaded."""
    return b64encode((FOLDER / f"{name}.txt").read_bytes()).decode()
