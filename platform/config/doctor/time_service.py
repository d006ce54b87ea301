"""Checks whether a time service adjusts this machine's clock, as its kernel reports it."""

import ctypes
from collections.abc import Iterator

from config.doctor.finding import Finding, ok, warning

UNSYNCHRONIZED = 0x40  # STA_UNSYNC of adjtimex(2)


class _Timex(ctypes.Structure):
    """The start of the kernel's `struct timex`; `rest` has room for the fields that are not read."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    )


def kernel_status() -> int | None:
    """The status bits of the kernel's clock; None if this system does not report them (macOS, some containers)."""
    adjust = getattr(ctypes.CDLL(None), "adjtimex", None)
    current = _Timex(modes=0)  # only reads
    if adjust is None or adjust(ctypes.byref(current)) < 0:
        return None
    return int(current.status)


def check_time_service() -> Iterator[Finding]:
    status = kernel_status()
    if status is None:
        yield ok("Clock", "this system does not report whether a time service adjusts it.")
    elif status & UNSYNCHRONIZED:
        yield warning(
            "Clock",
            "no time service adjusts it.",
            why="It will be wrong in weeks; then sign-ins, codes of second factors and payments fail.",
            remedy="timedatectl set-ntp true (Debian: apt install systemd-timesyncd), unless the host adjusts this machine",
        )
    else:
        yield ok("Clock", "a time service adjusts it.")
