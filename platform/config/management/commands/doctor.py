"""`manage.py doctor`: reports what is wrong with this installation, why it matters, and what to do."""

import sys
from typing import Any

from config.doctor.checks import examine
from config.doctor.finding import Finding
from core.explained_command import ExplainedCommand

MARKS = {"ok": "ok      ", "warning": "WARNING ", "broken": "BROKEN  "}


class Command(ExplainedCommand):
    help = """\
Says what is wrong with this installation, why it matters, and what to do. It changes nothing and sends nothing.

It checks the settings, secrets, data folder, disks, database, jobs, backups, mail, Redis, the bucket and the clock. A
server that is not reachable from here is a finding, never an error. The exit code is 1 if something is broken.

  pulseboard doctor"""

    def handle(self, *args: Any, **options: Any) -> None:
        counts = dict.fromkeys(MARKS, 0)
        for finding in examine():
            counts[finding.state] += 1
            self._print(finding)
        self.stdout.write(f"\nBroken: {counts['broken']}, warnings: {counts['warning']}, ok: {counts['ok']}.")
        if counts["broken"]:
            sys.exit(1)

    def _print(self, finding: Finding) -> None:
        self.stdout.write(f"{MARKS[finding.state]}{finding.topic}: {finding.what}")
        if finding.why:
            self.stdout.write(f"        Why:  {finding.why}")
        if finding.remedy:
            self.stdout.write(f"        Do:   {finding.remedy}")
