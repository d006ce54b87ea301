"""What a running server process reports about itself: metrics, readiness and memory."""

from pathlib import Path

import httpx

from tests.support.servers.server import Server

TOKEN = "a token for the tests alone"
METRICS = {"METRICS_TOKEN": TOKEN}  # the settings of a process with /metrics
RESPONSE_LIMIT_S = 60


def metrics(server: Server) -> str:
    """The text of `/metrics` of a process with the settings METRICS."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    return httpx.get(f"{server.url}/metrics", headers=headers, timeout=RESPONSE_LIMIT_S).raise_for_status().text


def sample(server: Server, name: str) -> float:
    """The value of a sample, whose name includes its labels; 0 if there is none."""
    lines = (line.rpartition(" ") for line in metrics(server).splitlines() if not line.startswith("#"))
    return next((float(value) for key, _, value in lines if key == name), 0.0)


def ready(url: str) -> tuple[int, list[str]]:
    """The status and the failed checks of `/health/ready`; status 0 while nothing listens at the URL."""
    try:
        reply = httpx.get(f"{url}/health/ready", timeout=RESPONSE_LIMIT_S)
    except httpx.TransportError:
        return 0, []
    return reply.status_code, reply.json().get("failed", [])


def resident_mb(server: Server) -> float:
    return _status_mb(server, "VmRSS")


def peak_mb(server: Server) -> float:
    """The peak resident memory since the last `reset_peak_mb`."""
    return _status_mb(server, "VmHWM")


def reset_peak_mb(server: Server) -> float:
    """Set the peak resident memory to the resident memory, and return it."""
    Path(f"/proc/{server.pid}/clear_refs").write_text("5")
    return peak_mb(server)


def _status_mb(server: Server, field: str) -> float:
    status = Path(f"/proc/{server.pid}/status").read_text()
    return int(status.partition(f"{field}:")[2].split()[0]) / 1024
