"""Counts deliveries and their latencies, and fails unless every message arrived once and without a hole."""

import time
from collections import Counter
from collections.abc import Sequence

from tests.bench.harness.device import Device, Frame
from tests.bench.harness.wire import until

TIMEOUT_S = 30


class Latencies:
    """Durations with a resolution of 0.1 ms. A duration over a minute counts as a minute."""

    def __init__(self) -> None:
        self._tenths: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        self._tenths[min(int(seconds * 10_000), 600_000)] += 1

    def __len__(self) -> int:
        return self._tenths.total()

    def ms(self, percentile: float) -> float:
        """This percentile in ms; 0 without durations."""
        remaining = len(self) * percentile / 100
        for tenths, count in sorted(self._tenths.items()):
            remaining -= count
            if remaining <= 0:
                return tenths / 10
        return 0.0


class Tally:
    """Deliveries of the messages given to `record_sent`. `items` counts every change that reached a device."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Reset every count."""
        self.deliveries = Latencies()
        self.items = self.frames = 0
        self._sent: dict[str, float] = {}

    def record_sent(self, message_id: str) -> None:
        self._sent[message_id] = time.perf_counter()

    def on_frame(self, frame: Frame) -> None:
        self.frames += 1
        self.items += frame.items
        at = time.perf_counter()
        for message_id in frame.messages:
            sent = self._sent.get(message_id)
            if sent is not None:
                self.deliveries.add(at - sent)

    async def wait_until_delivered(self, devices: Sequence[Device], readers: int) -> None:
        """Wait until each message has reached `readers` devices. Raises AssertionError after 30 s."""
        expected = len(self._sent) * readers
        await until(lambda: len(self.deliveries) >= expected, within_s=TIMEOUT_S)
        assert len(self.deliveries) == expected, f"{len(self.deliveries)} deliveries of {expected}"
        assert not any(device.holes for device in devices), "a frame did not follow the frame before it"
