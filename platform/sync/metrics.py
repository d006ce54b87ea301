"""Prometheus metrics of the sync engine. A stream is labelled by its kind, not its name, so labels have few values."""

from collections.abc import Iterable

from prometheus_client import Counter, Gauge, Histogram

from sync.log.streams import kind_of
from sync.protocol.flow_control import Batch
from sync.protocol.positions import ResumeDecision

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
AGES = (1, 10, 60, 600, 3_600, 6 * 3_600, 86_400, 7 * 86_400, 14 * 86_400)

SOCKETS = Gauge("pulseboard_sockets", "Open sockets.", multiprocess_mode="livesum")
IN_LINE = Gauge(
    "pulseboard_hellos_in_line", "Connections that wait for their sign-in to be checked.", multiprocess_mode="livesum"
)
HELLOS = Counter("pulseboard_hellos", "Devices that signed in.")
CLOSED = Counter("pulseboard_closes", "Connections that this server ended.", ["code"])
ANSWERS = Counter("pulseboard_stream_answers", "How streams continue for a device, by mode.", ["stream", "mode"])
RESETS = Counter("pulseboard_resets", "Streams that a device had to load again.", ["why"])
REVOKED = Counter("pulseboard_revokes", "Streams that a device may no longer follow.")

LAG = Gauge(
    "pulseboard_device_lag_changes",
    "Committed changes that the connected device which is most behind has not stored.",
    ["stream"],
    multiprocess_mode="livemax",
)
BEHIND = Gauge(
    "pulseboard_devices_behind",
    "Connected devices that have not stored everything.",
    ["stream"],
    multiprocess_mode="livesum",
)
UNREAD = Gauge(
    "pulseboard_log_lag_changes",
    "Committed changes that this process had not read a second later.",
    ["stream"],
    multiprocess_mode="livemax",
)

FRAMES = Counter("pulseboard_frames", "Frames of changes sent.")
CHANGES = Counter("pulseboard_changes_sent", "Changes that those frames covered.")
BYTES = Counter("pulseboard_frame_bytes", "Bytes of those frames.")
FULL_WINDOWS = Counter("pulseboard_full_windows", "Times that sending stopped because a device's window was full.")
STALLED = Counter("pulseboard_stalled_sends", "Connections ended because nothing was acknowledged for 30 s.")
WAKE_UPS = Counter("pulseboard_wake_ups", "What woke this process for new changes.", ["by"])
WAKE_UPS_BY_HINT = WAKE_UPS.labels("hint")
WAKE_UPS_BY_REMOTE_HINT = WAKE_UPS.labels("remote hint")
WAKE_UPS_BY_POLL = WAKE_UPS.labels("poll")
CATCH_UP_READ = Histogram(
    "pulseboard_catch_up_read_seconds", "Reads of the log for devices that are behind.", buckets=SECONDS
)

TYPING = Counter("pulseboard_typing_sent", "Typing signals sent to connections.")
GAPS = Counter("pulseboard_gaps_reported", "Gaps between frames that devices have seen: a defect.")
CHECKS = Counter("pulseboard_device_checks", "Reports that devices send about themselves.", ["what"])
OUTBOX_AGE = Histogram(
    "pulseboard_device_outbox_age_seconds", "Age of the oldest unsent entry, as devices report it.", buckets=AGES
)


class SentFrames:
    """Counts sent frames in plain integers, because this is the hottest path. `flush` adds them to the metrics."""

    __slots__ = ("changes", "frames", "size")

    def __init__(self) -> None:
        self.frames = self.changes = self.size = 0

    def count(self, batch: Batch) -> None:
        self.frames += 1
        self.changes += batch.count
        self.size += batch.size

    def flush(self) -> None:
        FRAMES.inc(self.frames)
        CHANGES.inc(self.changes)
        BYTES.inc(self.size)
        self.frames = self.changes = self.size = 0


sent_frames = SentFrames()


def set_connection_gauges(*, sockets: int, in_line: int, lags: Iterable[tuple[str, int]]) -> None:
    """Set the gauges to what the hub measured just now; `lags` has each stream of each connection with its lag."""
    sent_frames.flush()
    SOCKETS.set(sockets)
    IN_LINE.set(in_line)
    largest, count = {"w": 0, "c": 0, "u": 0}, {"w": 0, "c": 0, "u": 0}
    for stream, lag in lags:
        if lag:
            kind = kind_of(stream)
            largest[kind] = max(largest[kind], lag)
            count[kind] += 1
    for label, lag in largest.items():
        LAG.labels(label).set(lag)
        BEHIND.labels(label).set(count[label])


def set_unread(counts: Iterable[tuple[str, int]]) -> None:
    """Set how far this process is behind the log; `counts` has each stream with its number of unread changes."""
    largest = {"w": 0, "c": 0, "u": 0}
    for stream, changes in counts:
        largest[kind_of(stream)] = max(largest[kind_of(stream)], changes)
    for label, changes in largest.items():
        UNREAD.labels(label).set(changes)


def count_decisions(decisions: Iterable[ResumeDecision]) -> None:
    """Count the resume decisions that were sent to devices."""
    for decision in decisions:
        ANSWERS.labels(kind_of(decision.position.stream), decision.mode).inc()
        if decision.why is not None:
            RESETS.labels(decision.why).inc()
