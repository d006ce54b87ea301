"""`manage.py run_huey`: runs background jobs in their own process, for several web processes that share a Redis."""

import gc
import logging
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError
from django.db import InterfaceError, OperationalError, connection

from config import setup_page
from config.telemetry import start_telemetry
from core.explained_command import ExplainedCommand
from core.outage import Outage
from server import logs
from server.worker.health import serve_health
from server.worker.jobs import Worker, run_scans_alone
from server.worker.watchdog import start_watchdog
from sync.db import applied_migrations
from sync.effects import sweeper
from sync.heartbeats import JOBS

DEFAULT_THRESHOLDS = (700, 10, 10)  # Python's defaults, because server.memory does not collect garbage in this process
MIGRATION_POLL_S = 0.5
HEALTH_PORTS = range(1, 65_536)

log = logging.getLogger(__name__)


class Command(ExplainedCommand):
    help = """\
Runs the background jobs of several web processes that share a Redis: emails, pushes, scans, reports.

It waits until a web process has migrated the database, and on SIGINT it finishes the jobs that run. Scans of websites
take minutes of processor time: run them in a process of their own with --jobs scans, and the others with --jobs other.

  pulseboard run_huey
  pulseboard run_huey --jobs scans"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--jobs", choices=("all", *JOBS), default="all", help="which jobs (default: all)")
        parser.add_argument(
            "--health-port",
            type=int,
            metavar="PORT",
            help="serve /health/live and /health/ready at this port of 127.0.0.1 (default: none)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if setup_page.has_no_mail():
            raise CommandError(setup_page.MAIL_MISSING)
        jobs = JOBS if options["jobs"] == "all" else (options["jobs"],)
        logs.log_uncaught()
        start_telemetry()
        gc.set_threshold(*DEFAULT_THRESHOLDS)
        start_watchdog(lambda: not sweeper.stuck_jobs())
        if options["health_port"] is not None:
            self._serve_health(options["health_port"], jobs)
        wait_for_migrations()
        if jobs == ("scans",):
            run_scans_alone()
        else:
            Worker(scans="scans" in jobs).run()

    def _serve_health(self, port: int, jobs: tuple[str, ...]) -> None:
        if port not in HEALTH_PORTS:
            raise CommandError(f"--health-port: a whole number from 1 to 65535, not {port}")
        try:
            serve_health(port, jobs)
        except OSError as error:
            raise CommandError(f"--health-port: {port}: {error.strerror}") from error


def wait_for_migrations() -> None:
    """Return when the database responds and has all migrations of this code; a web process applies them."""
    waiting = Outage(log, "waiting until a web process has migrated the database", "the database is migrated")
    while True:
        error: Exception | None = None
        try:
            if applied_migrations.are_complete():
                break
        except (OperationalError, InterfaceError) as caught:
            error = caught
        waiting.report_failure(error)
        connection.close()
        time.sleep(MIGRATION_POLL_S)
    connection.close()
    waiting.report_success()
