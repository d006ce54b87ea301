"""The health of a process that serves no users: `/health/live` and `/health/ready` on a port of this machine."""

import asyncio
import json
import threading
from collections.abc import Collection
from http.server import BaseHTTPRequestHandler, HTTPServer

from sync.effects import sweeper
from website.workflows import readiness

HOST = "127.0.0.1"
READ_TIMEOUT_S = 5


def serve_health(port: int, jobs: Collection[str]) -> HTTPServer:
    """Serve the health from a thread; ready means that the store works and that all of `jobs` make progress.

    Raises OSError if the port is taken. The caller keeps the process alive.
    """
    runner = asyncio.Runner()

    class Handler(BaseHTTPRequestHandler):
        timeout = READ_TIMEOUT_S

        def do_GET(self) -> None:
            if self.path == "/health/live":
                self._respond(200, {"status": "ok"})
            elif self.path == "/health/ready":
                failed = runner.run(_failed_checks(jobs))
                self._respond(
                    *((503, {"status": "not ready", "failed": failed}) if failed else (200, {"status": "ok"}))
                )
            else:
                self._respond(404, {"code": "not_found", "message": "Not found"})

        def _respond(self, status: int, content: dict[str, object]) -> None:
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing: a check every few seconds is not worth a line."""

    server = HTTPServer((HOST, port), Handler)
    threading.Thread(target=server.serve_forever, name="health", daemon=True).start()
    return server


async def _failed_checks(jobs: Collection[str]) -> list[str]:
    """The failed checks of the store, and the jobs that hang or have not started."""
    stalled = set(jobs) - sweeper.working_jobs()
    return [*await readiness.running().failed(), *(f"{job} jobs" for job in sorted(stalled))]
