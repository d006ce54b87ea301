"""Typing and presence between processes: they need Redis; messages do not."""

import json
import time
from contextlib import ExitStack
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.servers.crash_harness import WITHIN_S, CrashingServer, Json, Line, Place, texts_in

pytestmark = pytest.mark.thorough


def receives(line: Line, within: float = WITHIN_S, **fields: object) -> bool:
    """Whether an ephemeral item with these fields arrives within `within` seconds."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            frame: Json = json.loads(line.socket.recv(timeout=end - time.monotonic()))
        except (TimeoutError, ConnectionClosed):
            return False
        line.frames.append(frame)
        if frame["t"] == "eph" and any(item | fields == item for item in frame["d"]):
            return True
    return False


def test_ep2_ep5_users_on_different_processes_see_each_other(place: Place) -> None:
    """On SQLite without Redis, ephemeral items do not cross processes, but messages do."""
    thread, crosses_processes = place.accounts["maya"].client_id, bool(place.settings)
    within = WITHIN_S if crosses_processes else 0.5
    with place.served() as one, place.served() as other, place.socket(one, place.cursor(one, "ana"), name="ana") as ana:
        ana.send("eph", k="look", threads=[thread])
        assert receives(ana, k="presence", on=False)
        with place.socket(other) as maya:
            assert receives(ana, within, k="presence", on=True) == crosses_processes
            maya.send("eph", k="typing", thread=thread, on=True)
            assert receives(ana, within, k="typing", on=True) == crosses_processes
            send(place, other, "across")
            assert texts_in(ana.frame("ch")) == ["across"]
        assert receives(ana, within, k="presence", on=False) == crosses_processes


def test_he7_a_tab_that_reconnects_to_another_process_supersedes_its_first_socket(place: Place) -> None:
    """On SQLite without Redis, the first process does not learn of it, so its connection stays open."""
    dev, tab = str(uuid4()), str(uuid4())
    with place.served() as one, place.served() as other, ExitStack() as lines:
        before = lines.enter_context(place.socket(one, dev=dev, tab=tab))
        stranger = lines.enter_context(place.socket(one, name="ana", dev=dev, tab=tab))
        after = lines.enter_context(place.socket(other, dev=dev, tab=tab))
        if place.settings:
            with pytest.raises(ConnectionClosed) as closed:
                before.frame("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4409
        for n, line in enumerate([stranger, after]):
            line.send("ping", n=n)
            assert line.frame("pong")["n"] == n


def send(place: Place, server: CrashingServer, content: str) -> None:
    with place.http(server) as http:
        http.post("/rest/v1/messages", json=place.message(content)).raise_for_status()
