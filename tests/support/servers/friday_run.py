"""Runs the Friday scans with the product's threads: `python -m tests.support.servers.friday_run WEEK`, with DATA_DIR.

It prints a line every second: completed scans, memory in MB, and the duration of the last quick effect in ms.
"""

import os
import sys
import threading
import time
from pathlib import Path

PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1024 / 1024


def main(week: str) -> None:
    import django

    django.setup()
    from performance import tasks
    from performance.models import ScanRun, State
    from sync.effects import effects
    from sync.effects.reactions import Reaction, register
    from sync.effects.sweeper import sweeper
    from sync.models import Effect
    from sync.writes.db_executor import write_now
    from tests.support.database.effects import effects_of

    done = threading.Event()

    def quick(subject: str) -> None:
        done.set()

    register(Reaction("tests.quick", quick, after=[main]))
    # Release the leases of a killed process at once; otherwise they expire after two or ten minutes.
    write_now(lambda: Effect.objects.filter(done_at=None).update(leased_until=None))
    write_now(effects.after_commit, tasks.friday_run, week)
    sweeper().start()
    tasks.start_scanning()
    for second in range(600):
        done.clear()
        started_at = time.monotonic()
        write_now(effects.after_commit, quick, f"{os.getpid()} {second}")
        assert done.wait(20), "a quick effect did not run within 20 s"
        duration_ms = (time.monotonic() - started_at) * 1000
        ended = ScanRun.objects.exclude(state__in=(State.QUEUED, State.RUNNING)).count()
        print(
            ended, round(int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_MB), round(duration_ms), flush=True
        )
        is_started = effects_of(tasks.friday_run).filter(done_at__isnull=False).exists()
        if is_started and not ScanRun.objects.filter(state__in=(State.QUEUED, State.RUNNING)).exists():
            return
        time.sleep(1 if second else 0.1)


if __name__ == "__main__":
    main(sys.argv[1])
