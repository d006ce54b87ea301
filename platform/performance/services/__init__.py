"""Writes of performance: request, start, advance and end a scan. Each is one transaction."""

from performance.effects.scan_runs import Measurement, fail, finish, import_result, note_step, start
from performance.services.requests import Onboarded, onboard, request_scan, request_weekly_scans, skip_week

__all__ = [
    "Measurement",
    "Onboarded",
    "fail",
    "finish",
    "import_result",
    "note_step",
    "onboard",
    "request_scan",
    "request_weekly_scans",
    "skip_week",
    "start",
]
