"""`/metrics`: Prometheus metrics for requests with METRICS_TOKEN; without that setting the path responds 404.

A process reports its own metrics, or those of all processes of this machine that share METRICS_DIR.
"""

import asyncio
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client import multiprocess as untyped_multiprocess

from server.metrics.installation import InstallationMetrics, StoredState, read_stored_state
from server.metrics.multiprocess import FOLDER_VARIABLE, forget_gauges, is_running, processes
from sync.hub import hub
from sync.writes.db_executor import read

# The library has no types for this module.
multiprocess: Any = untyped_multiprocess
DATABASE_TIMEOUT_S = 5.0  # half of Prometheus' default for a scrape


async def metrics(request: HttpRequest) -> HttpResponseBase:
    """All current metrics."""
    if not _may_see(request):
        return JsonResponse({"code": "not_found", "message": "Not found"}, status=404)
    hub.running().measure()
    state: StoredState | None = None
    with suppress(OperationalError, InterfaceError, TimeoutError):
        async with asyncio.timeout(DATABASE_TIMEOUT_S):
            state = await read(read_stored_state)
    installation = CollectorRegistry()
    installation.register(InstallationMetrics(state))
    return HttpResponse(process_metrics() + generate_latest(installation), content_type=CONTENT_TYPE_LATEST)


def process_metrics() -> bytes:
    """The metrics of this process, or of all processes that share the folder, including those that have ended."""
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is None:
        return generate_latest(REGISTRY)
    for pid in processes(Path(folder)):
        if not is_running(Path(folder), pid):
            forget_gauges(Path(folder), pid)
    shared = CollectorRegistry()
    multiprocess.MultiProcessCollector(shared, folder)
    return generate_latest(shared)


def _may_see(request: HttpRequest) -> bool:
    expected, given = settings.METRICS_TOKEN, request.headers.get("Authorization", "")
    return expected is not None and secrets.compare_digest(given.encode(), f"Bearer {expected}".encode())
