"""Gives memory back after something large: what a refused request leaves behind may be a hundred times its size."""

import ctypes
import gc
import os
from pathlib import Path

GROWN_MB = 64
PAGE_MB = 4096 / 1024 / 1024
STATM = Path("/proc/self/statm")


class Tidy:
    """Collects everything once the process has grown by 64 MB between looks and stayed so, and not before.

    An exception and the frames it passed hold each other, with the whole request; where full collections are rare
    (manage.py), twenty refused bodies of 500 KB stayed as 460 MB (measured).
    """

    def __init__(self) -> None:
        # Kept open: in a flood of connections there is nothing left to open it with.
        self._statm = os.open(STATM, os.O_RDONLY) if STATM.exists() else None
        self._least = self._resident_mb()
        self._had_grown = False  # a password takes 64 MB too, for a tenth of a second
        # The C library keeps what it once had, unless told.
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None)

    def look(self) -> None:
        """Look, and tidy up if it is time; to be called every few seconds."""
        resident = self._resident_mb()
        has_grown = resident - self._least > GROWN_MB
        if has_grown and self._had_grown:
            gc.collect()
            if self._trim is not None:
                self._trim(0)
            self._least, has_grown = self._resident_mb(), False
        self._least, self._had_grown = min(self._least, resident), has_grown

    def _resident_mb(self) -> float:
        """The memory of this process; 0 where the system does not say it like this."""
        return 0.0 if self._statm is None else int(os.pread(self._statm, 200, 0).split()[1]) * PAGE_MB
