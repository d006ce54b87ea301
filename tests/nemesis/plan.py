"""The plan of a run and its report."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of a run.

    `apps` of the clients also use the shipped client. `processes` counts web processes, and `workers` the processes that
    run jobs on PostgreSQL; if there are workers, one more process runs the scans. On SQLite the web processes run all of
    them. `faults` are the names of the faults that the run uses, or () for all.
    """

    seed: int
    store: str
    clients: int = 14
    admins: int = 3
    apps: int = 0
    processes: int = 3
    workers: int = 2
    rounds: int = 3
    round_s: float = 10.0
    fault_every_s: float = 0.7
    faults: tuple[str, ...] = ()
    has_short_leases: bool = False


@dataclass
class Report:
    """The results of a run. `breaches` is empty if every invariant held."""

    operations: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    quiet_s: list[float] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)
    polls: int = 0
    seconds: float = 0.0

    @property
    def total(self) -> int:
        return sum(self.operations.values())
