"""The measurements of the day: the time of each response by its kind, retries, errors, and memory of each process."""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

WARM_UP_S = 60.0  # the first part of a process's life, in which it starts and every device connects


@dataclass(frozen=True, slots=True)
class Sample:
    """The state at `at` seconds: requests since the last sample, their p95 in ms, and memory in MB by process."""

    at: float
    requests: int
    p95_ms: float
    memory: Mapping[str, float]


@dataclass
class Measurements:
    """The measurements of one run; times in seconds since its beginning."""

    began: float = field(default_factory=time.monotonic)
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    retries: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    events: list[tuple[float, str]] = field(default_factory=list)
    _sent_at: dict[str, float] = field(default_factory=dict)
    _recent: list[float] = field(default_factory=list)

    def now(self) -> float:
        return time.monotonic() - self.began

    def event(self, text: str) -> None:
        """Note a planned event, such as a restart."""
        self.events.append((self.now(), text))
        print(f"{self.now():6.0f} s  {text}", flush=True)

    def response(self, kind: str, seconds: float) -> None:
        self.times[kind].append(seconds)
        self._recent.append(seconds)

    def sent(self, message_id: str) -> None:
        """Record an attempt of a device to send a message; the first attempt counts."""
        self._sent_at.setdefault(message_id, time.monotonic())

    def arrived(self, message_id: str) -> None:
        """Record that a device of another user has the message; the first device counts."""
        at = self._sent_at.get(message_id)
        if at is not None and at > 0:
            self.times["delivery of a message"].append(time.monotonic() - at)
            self._sent_at[message_id] = 0  # its delivery has been counted

    def sample(self, memory: Mapping[str, float]) -> None:
        recent, self._recent = self._recent, []
        self.samples.append(Sample(self.now(), len(recent), 1000 * percentile(recent, 95), memory))

    def growth(self) -> dict[str, tuple[float, float]]:
        """How much the memory of each process grew after its first WARM_UP_S: as a share and in MB, by name and pid.

        It compares the medians of the first and of the last quarter. Processes that ran for at most twice WARM_UP_S are
        left out.
        """
        processes: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for sample in self.samples:
            for name, megabytes in sample.memory.items():
                processes[name].append((sample.at, megabytes))
        grown = {}
        for name, values in processes.items():
            warm = [megabytes for at, megabytes in values if at > values[0][0] + WARM_UP_S]
            if values[-1][0] - values[0][0] > 2 * WARM_UP_S:
                part = max(1, len(warm) // 4)
                before, after = median(warm[:part]), median(warm[-part:])
                grown[name] = after / before - 1, after - before
        return grown


def percentile(values: list[float], share: float) -> float:
    """The value below which `share` percent of the values are; 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else 0.0


def memory_mb(pids: Mapping[str, Callable[[], int | None]]) -> dict[str, float]:
    """The resident memory of each process that runs, by its name and pid."""
    result = {}
    for name, pid_of in pids.items():
        pid = pid_of()
        status = Path(f"/proc/{pid}/status")
        if pid is not None and status.exists():
            kilobytes = status.read_text().partition("VmRSS:")[2].split()
            if kilobytes:
                result[f"{name} {pid}"] = int(kilobytes[0]) / 1024
    return result
