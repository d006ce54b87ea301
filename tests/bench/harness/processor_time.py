"""Processor time of a measurement with all its child processes, and of all other processes meanwhile."""

import os
import threading
import time
from pathlib import Path
from types import TracebackType

TICKS = os.sysconf("SC_CLK_TCK")
SAMPLE_S = 1.0


class ProcessTree:
    """Counts the time of this process and its descendants during the `with` block.

    A process that was a descendant once counts until the end. The kernel adds a child's time to its parent only if the
    parent waits for it. A browser does not wait for its renderers, so their time would count as other processes' time.
    """

    def __init__(self) -> None:
        self._spent: dict[tuple[int, int], float] = {}
        self._stop = threading.Event()
        self._sampler = threading.Thread(target=self._sample_loop, daemon=True)

    def __enter__(self) -> "ProcessTree":
        self.sample()
        self._started, self._all, self._own = time.monotonic(), _all_cpu_s(), self.cpu_s()
        self._sampler.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._sampler.join()

    @property
    def foreign_cores(self) -> float:
        """The average number of processors that other processes kept busy since the start."""
        self.sample()
        foreign = (_all_cpu_s() - self._all) - (self.cpu_s() - self._own)
        return max(0.0, foreign / (time.monotonic() - self._started))

    def cpu_s(self) -> float:
        """User and system time of this process and its descendants in seconds, as of the last sample."""
        return sum(self._spent.values())

    def sample(self) -> None:
        """Sample the time that each of these processes has spent until now."""
        stats = {pid: fields for pid in _pids() if (fields := _stat(pid)) is not None}
        members = {os.getpid()} | {
            pid for pid, (_, start_ticks, _) in stats.items() if (pid, start_ticks) in self._spent
        }
        has_grown = True
        while has_grown:
            new = {pid for pid, (parent, _, _) in stats.items() if parent in members and pid not in members}
            members |= new
            has_grown = bool(new)
        for pid in members & stats.keys():
            _, start_ticks, spent = stats[pid]
            self._spent[pid, start_ticks] = spent

    def _sample_loop(self) -> None:
        while not self._stop.wait(SAMPLE_S):
            self.sample()


def _pids() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]


def _stat(pid: int) -> tuple[int, int, float] | None:
    """The process's parent, start time in ticks and processor time in seconds, or None if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[1]), int(fields[19]), (int(fields[11]) + int(fields[12])) / TICKS


def _all_cpu_s() -> float:
    """The seconds that all processors have been busy since the machine started."""
    spent = [int(ticks) for ticks in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(spent) - spent[3] - spent[4]) / TICKS
