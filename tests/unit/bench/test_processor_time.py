"""The processor time that a measurement counts as its own and as that of other processes."""

import subprocess
import sys

from tests.bench.harness.processor_time import ProcessTree

BURN = "import sys, time\nwhile time.process_time() < 0.4: pass\nprint('done', flush=True); sys.stdin.read()"
PARENT = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {BURN!r}]); sys.stdin.read()"


def test_an_unawaited_grandchild_counts_as_the_same_process_tree() -> None:
    with ProcessTree() as processes:
        before = processes.cpu_s()
        with subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"done\n"
            processes.sample()
            assert child.stdin is not None
            child.stdin.close()
        assert processes.cpu_s() - before >= 0.3  # the kernel counts processor time in 10 ms ticks
