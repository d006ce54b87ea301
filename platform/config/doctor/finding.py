"""The result of one check."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warning", "broken"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`what` is the case, `why` it matters to users, and `mend` is the command or setting that changes it.

    `broken` means that something does not work now; `warning`, that something is missing or will fail.
    """

    state: State
    topic: str
    what: str
    why: str = ""
    mend: str = ""


def ok(topic: str, what: str) -> Finding:
    return Finding("ok", topic, what)


def warning(topic: str, what: str, *, why: str, mend: str) -> Finding:
    return Finding("warning", topic, what, why, mend)


def broken(topic: str, what: str, *, why: str, mend: str) -> Finding:
    return Finding("broken", topic, what, why, mend)
