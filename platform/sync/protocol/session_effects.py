"""What a connection's brain may want done: the consumer performs these, in order. Pure."""

from dataclasses import dataclass

from sync.protocol.frames import Hello, Look, Offer, Typing


@dataclass(frozen=True, slots=True)
class Send:
    text: str


@dataclass(frozen=True, slots=True)
class Close:
    code: int


@dataclass(frozen=True, slots=True)
class Identify:
    """Find out who the token belongs to and what may be followed, then call `identified` or `refused`."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Reidentify:
    """Find out whether a fresh token is acceptable, then call `reidentified` or `refused`."""

    token: str


@dataclass(frozen=True, slots=True)
class Resolve:
    """Read again what may be followed, then call `resolved`."""

    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Watch:
    """Be told of membership changes of `stream` after `head`, and of its new heads."""

    stream: str
    head: int


@dataclass(frozen=True, slots=True)
class Unwatch:
    stream: str


@dataclass(frozen=True, slots=True)
class Beat:
    """Say the heads of the followed streams with `beat`."""


@dataclass(frozen=True, slots=True)
class Whisper:
    """Pass on something ephemeral, if it is this person's to say."""

    frame: Typing | Look


Effect = Send | Close | Identify | Reidentify | Resolve | Watch | Unwatch | Beat | Whisper
