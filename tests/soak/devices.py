"""The devices of the day: devices of the nemesis that also time responses and deliveries."""

import time
from typing import Any

from tests.nemesis.connections import HttpConnection, Json, NoResponse
from tests.nemesis.journal import Applied
from tests.nemesis.simulated_device import SimulatedDevice
from tests.soak.measurements import Measurements

KINDS = {
    ("POST", "/rest/v1/messages"): "send a message",
    ("PUT", "/rest/v1/threads"): "mark as read",
    ("PUT", "/rest/v1/thread_resolutions"): "mark as needing no answer",
    ("DELETE", "/rest/v1/messages"): "take a message back",
    ("POST", "/realtime/v1/bootstrap"): "begin a first load",
    ("GET", "/realtime/v1/rows"): "load rows",
}


class TimedConnection(HttpConnection):
    """A device's connection. A missing response or one of 500 and more counts as a retry: the device repeats the request."""

    measurements: Measurements

    async def request(self, method: str, path: str, token: str, body: Json | None = None) -> tuple[int, Any]:
        kind = KINDS[method, "/".join(path.partition("?")[0].split("/")[:4])]
        if kind == "send a message" and body is not None:
            self.measurements.sent(body["id"])
        began = time.monotonic()
        try:
            status, content = await super().request(method, path, token, body)
        except NoResponse:
            self.measurements.retries[kind] += 1
            raise
        if status >= 500:
            self.measurements.retries[kind] += 1
        else:
            self.measurements.response(kind, time.monotonic() - began)
        return status, content


class DayDevice(SimulatedDevice):
    """A device that sends heartbeats as often as a real one, through the proxy."""

    ping_s, pong_limit_s = 25.0, 10.0
    measurements: Measurements

    def _connect(self) -> HttpConnection:
        connection = TimedConnection(self._port(), self._on_response)
        connection.measurements = self.measurements
        return connection

    def _store(self, frame: Json, applied: Applied) -> None:
        super()._store(frame, applied)
        for item in frame["d"]:
            # Only version 1 is a delivery. An admin's first load may lack a message that was stored just before the
            # restore; its withdrawal minutes later is version 2, and counted as a delivery that took 227 s.
            is_new = item["tbl"] == "messages" and item["op"] == "u" and item["row"]["v"] == 1
            if is_new and item["row"]["sender_id"] != self.owner.user:
                self.measurements.arrived(item["id"])

    async def _load(self, stream: str, token: str) -> bool:
        loaded = await super()._load(stream, token)
        for (tbl, id), row in self.replica.rows.items():
            if tbl == "messages" and row["sender_id"] != self.owner.user:
                self.measurements.arrived(id)
        return loaded

    def cut(self) -> None:
        """Lose the network: the connection ends without a close frame, and the device connects again."""
        if self._socket is not None:
            self._socket.abort()
