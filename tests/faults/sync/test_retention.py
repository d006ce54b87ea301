"""Pruning by the worker while a web process serves, and while one is stopped."""

import os
import signal
from contextlib import ExitStack
from uuid import uuid4

import pytest

from tests.support.servers.crash_harness import Place, eventually, holes_in
from tests.support.servers.deployment import web, worker

pytestmark = pytest.mark.thorough

OLD, RETAINED, EXTRA = "2000-01-01 00:00:00", 5_000, 300
TIMEOUT_S = 60
INSERT = "INSERT INTO sync_change (stream, seq, change_id, tbl, row_id, op, v, frame, at) VALUES "
CHUNK = 500


def tail_and_head(place: Place) -> tuple[int, int]:
    [(tail, head)] = place.rows("SELECT tail, head FROM sync_stream WHERE id = 'w'")
    return tail, head


def add_changes(place: Place, count: int) -> None:
    """Add `count` empty changes to the admins' stream and date the stream's changes before the retention period."""
    _, head = tail_and_head(place)
    with place.store() as store:
        for start in range(head + 1, head + count + 1, CHUNK):
            rows = range(start, min(start + CHUNK, head + count + 1))
            values = ", ".join(
                f"('w', {seq}, '{seq:012x}', 'clients', '{uuid4().hex}', 'd', 1, '', '{OLD}')" for seq in rows
            )
            store.execute(INSERT + values)
        store.execute(f"UPDATE sync_change SET at = '{OLD}' WHERE stream = 'w'")
        store.execute(f"UPDATE sync_stream SET head = {head + count} WHERE id = 'w'")
        store.commit()


def test_lg8_a_device_that_returns_after_the_worker_pruned_resets(place: Place) -> None:
    with ExitStack() as running:
        server = running.enter_context(web(place))
        cursor = place.cursor(server, "ana")
        add_changes(place, RETAINED + EXTRA)
        place.add_effect("sync.prune", "today")
        running.enter_context(worker(place))
        _, head = tail_and_head(place)
        assert eventually(lambda: tail_and_head(place)[0] > 1, within=TIMEOUT_S)
        tail, head_after = tail_and_head(place)  # the attention check also writes to the log meanwhile
        assert head - RETAINED + 1 <= tail <= head_after - RETAINED + 1
        assert holes_in(place) == []
        with place.socket(server, cursor, name="ana") as line:
            [sub] = [sub for sub in line.frames[-1]["subs"] if sub["s"] == "w"]
            assert (sub["mode"], sub["why"]) == ("reset", "retention")


def test_cu7_a_process_that_was_stopped_during_pruning_continues(place: Place) -> None:
    """Its devices load the stream again and get the next changes; the process does not read for pruned changes."""
    with ExitStack() as running:
        stopped, other = (running.enter_context(web(place)) for _ in range(2))
        line = running.enter_context(place.socket(stopped, place.cursor(stopped, "ana"), name="ana"))
        line.frame("live")
        os.kill(stopped.pid, signal.SIGSTOP)
        add_changes(place, RETAINED + EXTRA)
        place.add_effect("sync.prune", "today")
        running.enter_context(worker(place))
        assert eventually(lambda: tail_and_head(place)[0] > 1, within=TIMEOUT_S)
        os.kill(stopped.pid, signal.SIGCONT)
        [sub] = line.frame("subs", within=TIMEOUT_S)["subs"]
        assert (sub["s"], sub["mode"], sub["why"]) == ("w", "reset", "retention")
        line.send("sub", subs=[place.cursor(stopped, "ana")])
        line.frame("live")
        with place.http(other) as http:
            assert http.post("/rest/v1/messages", json=place.message("afterwards")).status_code == 201
        assert {item["tbl"] for item in line.frame("ch")["d"]} == {"messages", "threads"}
