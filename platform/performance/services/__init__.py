"""Writes of performance: request, start, advance and end a scan. Each is one transaction."""

from performance.effects.scan_runs import Measurement, fail, finish, note_step, start
from performance.services.requests import (
    Onboarded,
    import_weekly_scan,
    onboard,
    request_scan,
    request_weekly_scans,
)

__all__ = [
    "Measurement",
    "Onboarded",
    "fail",
    "finish",
    "import_weekly_scan",
    "note_step",
    "onboard",
    "request_scan",
    "request_weekly_scans",
    "start",
]
