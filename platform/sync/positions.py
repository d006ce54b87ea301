"""Whether a device's cursor still fits a stream (CU1-CU5). Pure."""

from dataclasses import dataclass
from typing import Literal

from sync.protocol import Mode, Offer

Why = Literal["retention", "future", "epoch", "fork"]


@dataclass(frozen=True, slots=True)
class Position:
    """A stream as read at one moment. `at` is the id of the change at the offered cursor, None if it is not kept."""

    stream: str
    epoch: str
    head: int
    tail: int
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    position: Position
    mode: Mode
    why: Why | None = None

    def frame(self) -> dict[str, object]:
        """The entry of `ok.subs` or `subs.subs`."""
        p = self.position
        entry: dict[str, object] = {"s": p.stream, "e": p.epoch, "head": p.head, "tail": p.tail, "mode": self.mode}
        return entry if self.why is None else {**entry, "why": self.why}


def judge(position: Position, offer: Offer | None) -> Verdict:
    """Whether the device resumes, bootstraps, or resets, and why."""
    if offer is None:
        return Verdict(position, "bootstrap")
    if offer.e != position.epoch:
        return Verdict(position, "reset", "epoch")
    if offer.c > position.head:
        return Verdict(position, "reset", "future")
    if offer.c < position.tail - 1:
        return Verdict(position, "reset", "retention")
    # The change just before the tail is no longer kept: its id cannot be compared, its number can.
    if offer.c >= position.tail and offer.at != position.at:
        return Verdict(position, "reset", "fork")
    return Verdict(position, "resume")


def streams_of(verdicts: list[Verdict]) -> set[str]:
    """The streams that are answered."""
    return {verdict.position.stream for verdict in verdicts}
