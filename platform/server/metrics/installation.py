"""Metrics of the whole installation, measured when they are requested: every process reports the same values."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from clients.queries import audit_verification
from clients.queries.audit_verification import LastVerification
from core import disk
from core.clock import now
from server.backups.status import last_backup_at
from sync import heartbeats
from sync.effects import unfinished
from sync.effects.unfinished import UnfinishedEffects
from website import folders


@dataclass(frozen=True, slots=True)
class StoredState:
    """The stored state: the unfinished effects by kind, the age in seconds of each job's heartbeat and of the
    last good backup (infinite if there is none), and the last verification of the audit log."""

    effects: list[UnfinishedEffects]
    job_ages: dict[str, float]
    backup_age: float
    verification: LastVerification


def read_stored_state() -> StoredState:
    """Read the state from the database."""
    last_at = last_backup_at()
    backup_age = inf if last_at is None else (now() - last_at).total_seconds()
    return StoredState(
        unfinished.counts_by_kind(), heartbeats.ages_of_jobs(), backup_age, audit_verification.last_verification()
    )


class InstallationMetrics(Collector):
    """The metrics, without those from the database if it does not respond (`state` is None).

    These are not the library's `Gauge`, because that stores its values in METRICS_DIR, where they would stay.
    """

    def __init__(self, state: StoredState | None) -> None:
        self._state = state

    def collect(self) -> Iterable[Metric]:
        up = "1 if the database responds to this request, else 0."
        yield GaugeMetricFamily("pulseboard_database_up", up, value=float(self._state is not None))
        if self._state is not None:
            yield from _effects(self._state.effects)
            yield _job_ages(self._state.job_ages)
            text = "How long ago the last good backup ended; +Inf if none did."
            yield GaugeMetricFamily("pulseboard_backup_age_seconds", text, value=self._state.backup_age)
            yield from _audit_log(self._state.verification)
        yield from _disks()


def _effects(backlog: Iterable[UnfinishedEffects]) -> Iterable[Metric]:
    count = GaugeMetricFamily("pulseboard_effects", "Effects not done yet.", labels=["kind", "state"])
    age = GaugeMetricFamily("pulseboard_effects_age_seconds", "How long the oldest is overdue.", labels=["kind"])
    tried = GaugeMetricFamily("pulseboard_effects_failing", "Effects that have failed at least once.", labels=["kind"])
    for effects in backlog:
        count.add_metric([effects.kind, "due"], effects.due)
        count.add_metric([effects.kind, "later"], effects.later)
        count.add_metric([effects.kind, "leased"], effects.leased)
        age.add_metric([effects.kind], effects.overdue_s)
        tried.add_metric([effects.kind], effects.failing)
    return count, age, tried


def _job_ages(ages: dict[str, float]) -> Metric:
    text = "Time since a process that runs these jobs reported progress; +Inf if none ever did."
    age = GaugeMetricFamily("pulseboard_jobs_heartbeat_age_seconds", text, labels=["jobs"])
    for jobs, seconds in ages.items():
        age.add_metric([jobs], seconds)
    return age


def _audit_log(last: LastVerification) -> Iterable[Metric]:
    yield GaugeMetricFamily("pulseboard_audit_log_faults", "Faults of the last verification.", value=last.faults)
    at = last.verified_at.timestamp() if last.verified_at else 0
    yield GaugeMetricFamily("pulseboard_audit_log_verified_seconds", "Unix time of the last verification.", value=at)


def _disks() -> Iterable[Metric]:
    """The file systems of DATA_DIR and of the uploaded files; some file systems have no fixed number of inodes."""

    def gauge(name: str, text: str) -> GaugeMetricFamily:
        return GaugeMetricFamily(f"pulseboard_disk_{name}", text, labels=["folder"])

    free, size = gauge("free_bytes", "Bytes that the server may still write."), gauge("size_bytes", "All bytes.")
    free_inodes = gauge("free_inodes", "Files that the server may still create.")
    inodes = gauge("inodes", "All files that can exist.")
    for name, folder in (("data", folders.data_folder()), ("files", folders.files_folder())):
        if folder is None:
            continue
        with suppress(OSError):  # a folder that cannot be measured is left out, so that the other metrics arrive
            measured = disk.measure(folder)
            free.add_metric([name], measured.free_bytes)
            size.add_metric([name], measured.size_bytes)
            if measured.inodes:
                free_inodes.add_metric([name], measured.free_inodes)
                inodes.add_metric([name], measured.inodes)
    return free, size, free_inodes, inodes
