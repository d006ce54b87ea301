"""`/metrics`: Prometheus metrics for requests with METRICS_TOKEN; without that setting the path responds 404.

A process reports its own metrics, or those of all processes of this machine that share METRICS_DIR.
"""

import os
import secrets
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Gauge, generate_latest
from prometheus_client import multiprocess as untyped

from core.clock import now
from server.backups.status import last_backup_at
from server.multiprocess_metrics import SHARED, lives, processes
from sync.effects import unfinished
from sync.effects.unfinished import UnfinishedEffects
from sync.hub import hub
from sync.writes.db_executor import read

# The library has no types for this module.
multiprocess: Any = untyped


async def metrics(request: HttpRequest) -> HttpResponseBase:
    """All current metrics."""
    if not _may_see(request):
        return JsonResponse({"code": "not_found", "message": "Not found"}, status=404)
    hub.running().measure()
    text = (
        counted()
        + generate_latest(waiting(await read(unfinished.counts_by_kind)))
        + generate_latest(backed_up(await read(last_backup_at)))
    )
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


def counted() -> bytes:
    """The metrics of this process, or of all processes that share the folder, including those that have ended."""
    folder = os.environ.get(SHARED)
    if folder is None:
        return generate_latest(REGISTRY)
    for pid in processes(Path(folder)):
        if not lives(pid):
            multiprocess.mark_process_dead(pid, folder)  # deletes its gauges, keeps its counters
    shared = CollectorRegistry()
    multiprocess.MultiProcessCollector(shared, folder)
    return generate_latest(shared)


def waiting(backlog: list[UnfinishedEffects]) -> CollectorRegistry:
    """The metrics of unfinished effects. They come from the database, so every process reports the same values."""
    effects_of_now = CollectorRegistry()
    count = Gauge("pulseboard_effects", "Effects not done yet.", ["kind", "state"], registry=effects_of_now)
    age = Gauge("pulseboard_effects_age_seconds", "How long the oldest is overdue.", ["kind"], registry=effects_of_now)
    tried = Gauge(
        "pulseboard_effects_failing", "Effects that have failed at least once.", ["kind"], registry=effects_of_now
    )
    for one in backlog:
        count.labels(one.kind, "due").set(one.due)
        count.labels(one.kind, "later").set(one.later)
        count.labels(one.kind, "leased").set(one.leased)
        age.labels(one.kind).set(one.overdue_s)
        tried.labels(one.kind).set(one.failing)
    return effects_of_now


def backed_up(last_at: datetime | None) -> CollectorRegistry:
    """The age of the last good backup; +Inf if there is none, so that an alert on the age fires too."""
    backups = CollectorRegistry()
    age = Gauge("pulseboard_backup_age_seconds", "How long ago the last good backup ended.", registry=backups)
    age.set(inf if last_at is None else (now() - last_at).total_seconds())
    return backups


def _may_see(request: HttpRequest) -> bool:
    expected, given = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    return expected is not None and secrets.compare_digest(given.encode(), f"Bearer {expected}".encode())
