"""The frames of PROTOCOL.md: parses the frames of a device, and encodes the frames for it. Pure."""

import json
from dataclasses import dataclass
from typing import Any, Literal, Self
from uuid import UUID

from core.json_text import LARGE, check_values

PROTOCOL = 1
HELLO_TIMEOUT_S = 5
HEARTBEAT_S = 25  # proxies cut idle sockets at 30-60 s
EXPIRING_S = 60
EXPIRED_GRACE_S = 25
FULL_WINDOW_S = 30
FRAME_CHANGES = 200
FRAME_BYTES = 256 * 1024
WINDOW_CHANGES = 600  # three frames: 500 missed changes come in one round trip
WINDOW_BYTES = 512 * 1024
MAX_SUBS = 64
MAX_VIEWED = 100

GOING_DOWN, FAILED = 1012, 4001
SLOW, NOT_AUTHENTICATED, NO_HELLO, SUPERSEDED, TOO_MANY = 4008, 4401, 4408, 4409, 4429
BAD_FRAME, USER_BARRED, TOO_OLD = 4500, 4503, 4510

Mode = Literal["resume", "bootstrap", "reset"]


class BadFrame(Exception):
    """The device sent something that is not a frame of this protocol (HE9)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A device's cursor `c` in the stream `s` of epoch `e`; `at` is the id of the change that it has at `c`.

    `seen` is the later position at which a page of its first load was read (BO8).
    """

    s: str
    e: str
    c: int
    at: str
    seen: Self | None = None


@dataclass(frozen=True, slots=True)
class Hello:
    protocol: int
    build: str
    device: UUID
    tab: UUID
    token: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Sub:
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Ack:
    cursors: dict[str, int]


@dataclass(frozen=True, slots=True)
class Ping:
    n: int


@dataclass(frozen=True, slots=True)
class Auth:
    token: str


@dataclass(frozen=True, slots=True)
class Typing:
    """The user types in the thread of a client, or has stopped."""

    thread: UUID
    on: bool


@dataclass(frozen=True, slots=True)
class ViewedThreads:
    """The threads that are on the device's screen."""

    threads: tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class IgnoredEphemeral:
    """An ephemeral frame of a kind that only later devices send; it is ignored (EP6)."""


DeviceFrame = Hello | Sub | Ack | Ping | Auth | Typing | ViewedThreads | IgnoredEphemeral


def read_frame(text: str) -> DeviceFrame:
    """Parse one frame of a device. Raises BadFrame."""
    try:
        if len(text) > LARGE:
            check_values(text.encode())
        frame = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFrame("not JSON") from None
    if not isinstance(frame, dict):
        raise BadFrame("not an object")
    match frame.get("t"):
        case "hello":
            return Hello(
                _number(frame, "p"),
                _text(frame, "build"),
                _uuid(frame, "dev"),
                _uuid(frame, "tab"),
                _text(frame, "token"),
                _offers(frame),
            )
        case "sub":
            return Sub(_offers(frame))
        case "ack":
            return Ack(_cursors(frame))
        case "ping":
            return Ping(_number(frame, "n"))
        case "auth":
            return Auth(_text(frame, "token"))
        case "eph":
            return _ephemeral(frame)
        case _:
            raise BadFrame("unknown frame")


def is_older(build: str, least: str) -> bool:
    """Whether a device's build is below `least` (HE2); a build that is not a version number counts as older."""
    try:
        return [int(part) for part in build.split(".")] < [int(part) for part in least.split(".")]
    except ValueError:
        return True


def write_frame(kind: str, **fields: object) -> str:
    return json.dumps({"t": kind, **fields}, separators=(",", ":"))


def _text(frame: dict[str, Any], name: str) -> str:
    value = frame.get(name)
    if not isinstance(value, str):
        raise BadFrame(f"{name} is not a text")
    return value


def _number(frame: dict[str, Any], name: str) -> int:
    value = frame.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
        raise BadFrame(f"{name} is not a number")
    return value


def _uuid(frame: dict[str, Any], name: str) -> UUID:
    try:
        return UUID(_text(frame, name))
    except ValueError:
        raise BadFrame(f"{name} is not a UUID") from None


def _offers(frame: dict[str, Any]) -> tuple[Offer, ...]:
    offers = frame.get("subs")
    if not isinstance(offers, list) or len(offers) > MAX_SUBS or not all(isinstance(one, dict) for one in offers):
        raise BadFrame("subs is not a list of cursors")
    return tuple(_offer(one) for one in offers)


def _offer(sub: dict[str, Any]) -> Offer:
    s, e, c, at, seen = _text(sub, "s"), _text(sub, "e"), _number(sub, "c"), _text(sub, "at"), sub.get("seen")
    if seen is None:
        return Offer(s, e, c, at)
    if not isinstance(seen, dict):
        raise BadFrame("seen is not a position")
    return Offer(s, e, c, at, Offer(s, e, _number(seen, "c"), _text(seen, "at")))


def _ephemeral(frame: dict[str, Any]) -> Typing | ViewedThreads | IgnoredEphemeral:
    match _text(frame, "k"):
        case "typing":
            on = frame.get("on")
            if not isinstance(on, bool):
                raise BadFrame("on is neither true nor false")
            return Typing(_uuid(frame, "thread"), on)
        case "look":
            threads = frame.get("threads")
            if not isinstance(threads, list) or len(threads) > MAX_VIEWED:
                raise BadFrame("threads is not a short list")
            return ViewedThreads(tuple(_uuid({"thread": thread}, "thread") for thread in threads))
        case _:
            return IgnoredEphemeral()


def _cursors(frame: dict[str, Any]) -> dict[str, int]:
    cursors = frame.get("c")
    if not isinstance(cursors, dict):
        raise BadFrame("c is not an object")
    return {stream: _number(cursors, stream) for stream in cursors}
