"""Several processes on one store, and a server that gets SIGTERM."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.database.stores import brief_on
from tests.support.servers.crash_harness import WITHIN_S, Place, eventually, holes_in, shared_store
from tests.support.servers.deployment import WEB, UnitProcess
from tests.support.servers.seeds import seeded_random
from tests.support.servers.server import ROOT, SHIPPED, START_S

WRITERS, WRITES_EACH, ENDLESS = 2, 10, 1_000_000
CHECKED_HEADS = (5, 15)
VICTIM_HAS_WRITTEN = f"SELECT 1 FROM clients WHERE company_name LIKE '{WRITERS}-%'"
WRITE = """
from tests.support.database.concurrent_writers import run_transactions
print(*run_transactions({seed}, {times}), sep='\\n')
"""


@contextmanager
def writer(place: Place, seed: int, times: int) -> "Iterator[subprocess.Popen[str]]":
    """A process that writes, rolls back and uses savepoints; at its end it prints the rows that it committed."""
    env = os.environ | SHIPPED | {"DATA_DIR": str(place.data_dir), "PYTHONPATH": str(ROOT)} | place.settings
    code = WRITE.format(seed=seed, times=times)
    line = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    with subprocess.Popen(line, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def head_of_admins(place: Place) -> int:
    [(head,)] = place.rows("SELECT head FROM sync_stream WHERE id = 'w'")
    return int(head)


@brief_on("postgresql")
def test_lg1_several_processes_and_a_killed_one_leave_no_hole(place: Place) -> None:
    """LG1, checked by another process at many heads during the writes; LG2 for the process that is killed."""
    start, heads = head_of_admins(place), set[int]()
    killed_after = seeded_random(10).randint(*CHECKED_HEADS)
    with ExitStack() as stack:
        writers = [stack.enter_context(writer(place, seed, WRITES_EACH)) for seed in range(WRITERS)]
        victim = stack.enter_context(writer(place, WRITERS, ENDLESS))

        def have_ended() -> bool:
            heads.add(head_of_admins(place))
            assert holes_in(place) == []
            if len(heads) > killed_after and place.rows(VICTIM_HAS_WRITTEN):
                victim.kill()
            return all(process.poll() is not None for process in (*writers, victim))

        assert eventually(have_ended, within=START_S)
        assert holes_in(place) == []
        assert [process.returncode for process in (*writers, victim)] == [0] * WRITERS + [-signal.SIGKILL]
        committed = [name for process in writers for name in process.communicate()[0].split()]
    assert len(committed) > WRITERS
    stored = {name for (name,) in place.rows("SELECT company_name FROM clients") if re.match(r"[0-2]-", name)}
    assert {name for name in stored if not name.startswith(f"{WRITERS}-")} == set(committed)
    frames = place.rows(f"SELECT frame FROM sync_change WHERE stream = 'w' AND seq > {start}")
    assert {json.loads(frame)["company_name"] for (frame,) in frames} == stored


@pytest.mark.thorough
def test_processes_that_start_at_once_migrate_an_empty_store_once(tmp_path: Path) -> None:
    """Each process migrates the store before it serves, and none fails because of the others."""
    settings = shared_store(tmp_path) if os.environ.get("STORE") == "postgresql" else {}
    place = Place(tmp_path, {}, settings)
    servers = [UnitProcess(place.data_dir, WEB, **settings) for _ in range(3)]
    for server in servers:
        server.launch()
    try:
        assert eventually(lambda: all(server.is_ready() for server in servers), within=START_S), servers[0].log_tail()
    finally:
        for server in servers:
            server.stop()
    assert "Traceback" not in servers[0].log_tail(1_000_000)  # one folder, one log
    applied = place.rows("SELECT app, name FROM django_migrations")
    assert (len(applied), len(applied) > 10) == (len(set(applied)), True)


@pytest.mark.thorough
def test_cc2_a_stopping_server_sends_every_socket_bye_and_closes_with_1012(place: Place) -> None:
    with place.served() as server, ExitStack() as opened:
        lines = [opened.enter_context(place.socket(server, name=name)) for name in ("maya", "maya", "ana")]
        os.kill(server.pid, signal.SIGTERM)
        for line in lines:
            assert line.frame("bye") == {"t": "bye", "why": "deploy", "after": [0, 15_000]}
            with pytest.raises(ConnectionClosed) as closed:
                line.socket.recv(timeout=WITHIN_S)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert server.ended() == 0
