"""Content that a fake server sends slowly."""

import time
from collections.abc import Iterator


def drip(content: bytes) -> Iterator[bytes]:
    """One byte every 0.05 s."""
    for at in range(len(content)):
        yield content[at : at + 1]
        time.sleep(0.05)
