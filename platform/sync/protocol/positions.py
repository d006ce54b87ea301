"""Decides whether a device's cursor still fits a stream (CU1-CU5). Pure."""

from dataclasses import dataclass
from typing import Literal

from sync.protocol.frames import Mode, Offer

Why = Literal["retention", "future", "epoch", "fork"]


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a stream at one read. `at` is the id of the change at the offered cursor; None if the log lacks it."""

    stream: str
    epoch: str
    head: int
    tail: int
    at: str | None = None
    seen_at: str | None = None  # the id of the change at the offered `seen` (BO8)


@dataclass(frozen=True, slots=True)
class ResumeDecision:
    position: Position
    mode: Mode
    why: Why | None = None

    def frame(self) -> dict[str, object]:
        """The entry of `ok.subs` or `subs.subs`."""
        p = self.position
        entry: dict[str, object] = {"s": p.stream, "e": p.epoch, "head": p.head, "tail": p.tail, "mode": self.mode}
        return entry if self.why is None else {**entry, "why": self.why}


def decide(position: Position, offer: Offer | None) -> ResumeDecision:
    """Decide whether the device resumes, bootstraps or resets, and why."""
    if offer is None:
        return ResumeDecision(position, "bootstrap")
    why = _mismatch(position, offer, position.at)
    if why is None and offer.seen is not None:
        why = _mismatch(position, offer.seen, position.seen_at)
    return ResumeDecision(position, "resume" if why is None else "reset", why)


def _mismatch(position: Position, offer: Offer, at: str | None) -> Why | None:
    if offer.e != position.epoch:
        return "epoch"
    if offer.c > position.head:
        return "future"
    if offer.c < position.tail - 1:
        return "retention"
    # The log does not keep the change just before the tail, so only its number can be compared, not its id.
    if offer.c >= position.tail and offer.at != at:
        return "fork"
    return None


def streams_of(decisions: list[ResumeDecision]) -> set[str]:
    """The streams that these decisions are about."""
    return {decision.position.stream for decision in decisions}
