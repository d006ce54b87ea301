"""Training data of bots in several trades, and customers' questions in other words, to measure retrieval.

The product was tuned on `TUNED` only. `HELD_OUT` was written before any measurement on it and is never used for tuning:
after a change of retrieval, measure on `TUNED` and `COMPARED`, and on `HELD_OUT` once at the end.
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
    """`rows` has questions with their answers, `questions` customers' questions, each with the question of the row that
    answers it, and `unknown` customers' questions that no row answers."""

    rows: list[tuple[str, str]]
    questions: list[tuple[str, str]]
    unknown: list[str]


def trade(name: str) -> Trade:
    """The trade with this file name."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    rows = [(question[3:], answer[3:]) for question, answer in zip(lines[::2], lines[1::2], strict=True)]
    questions: list[tuple[str, str]] = []
    unknown: list[str] = []
    row = ""
    for line in (FOLDER / f"{name}.questions.txt").read_text("utf-8").splitlines():
        if not line.startswith("\t"):
            row = line
        elif row == UNKNOWN:
            unknown.append(line.strip())
        else:
            questions.append((line.strip(), row))
    return Trade(rows, questions, unknown)


def encoded(name: str) -> str:
    """The rows of a trade as an upload: a text file in base64."""
    return b64encode((FOLDER / f"{name}.txt").read_bytes()).decode()
