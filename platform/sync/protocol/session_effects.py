"""The effects that a session returns; the consumer performs them in order. Pure."""

from dataclasses import dataclass

from sync.protocol.frames import Hello, Offer, Typing, ViewedThreads


@dataclass(frozen=True, slots=True)
class Send:
    text: str


@dataclass(frozen=True, slots=True)
class Close:
    code: int


@dataclass(frozen=True, slots=True)
class Identify:
    """Read which user the token belongs to and what they may follow, then call `identified`, or close the session."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Reidentify:
    """Check a fresh token, then call `reidentified`, or `close` if it is not accepted."""

    token: str


@dataclass(frozen=True, slots=True)
class Resolve:
    """Read again what the user may follow, then call `resolved`."""

    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Subscribe to membership changes of `stream` after `head`, and to its new heads."""

    stream: str
    head: int


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    stream: str


@dataclass(frozen=True, slots=True)
class Beat:
    """Check the membership again (MB7), then send the heads of the followed streams with `heartbeat`."""


@dataclass(frozen=True, slots=True)
class ForwardEphemeral:
    """Forward an ephemeral frame, if this user may send it."""

    frame: Typing | ViewedThreads


Effect = Send | Close | Identify | Reidentify | Resolve | Subscribe | Unsubscribe | Beat | ForwardEphemeral
