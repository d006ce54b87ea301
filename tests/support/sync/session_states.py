"""A connection's state machine in each of its states, and the user, streams and frames that its tests use."""

import json
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sync.protocol.flow_control import Batch
from sync.protocol.frames import Offer
from sync.protocol.positions import Position, decide
from sync.protocol.session import Session
from sync.protocol.session_effects import Close, Effect, Send
from sync.protocol.session_state import State

NOW = 1_800_000_000.0
LIFE_S = 3600
EXP = NOW + LIFE_S
STREAM, OWN = "c:0192", "u:0191"
DEVICE, TAB = UUID(int=1), UUID(int=2)


@dataclass(frozen=True)
class FakeActor:
    id: UUID
    session_id: UUID
    expires_at: int


ME = FakeActor(UUID(int=3), UUID(int=4), int(NOW) + LIFE_S)


def hello(**changed: object) -> str:
    """The text of a `hello` that resumes STREAM at 7."""
    subs = [{"s": STREAM, "e": "k3", "c": 7, "at": "id7"}]
    ids = {"dev": str(DEVICE), "tab": str(TAB), "token": "tok"}
    return json.dumps({"t": "hello", "p": 1, "build": "2026.11.1", **ids, "subs": subs} | changed)


def position(stream: str = STREAM, head: int = 7, at: str | None = "id7") -> Position:
    return Position(stream, "k3", head, 1, at)


def new_session() -> Session:
    return Session(NOW, "2026.11.1", "sid")


def open_session(head: int = 7, cursor: int = 7, actor: FakeActor = ME) -> Session:
    """A session that has resumed STREAM at `cursor` and has no cursor of the stream OWN."""
    session = new_session()
    session.received(hello())
    identify(session, head, cursor, actor)
    return session


def identify(session: Session, head: int = 7, cursor: int = 7, actor: FakeActor = ME) -> list[Effect]:
    offers = (Offer(STREAM, "k3", cursor, f"id{cursor}"),)
    decisions = [decide(position(head=head, at=f"id{cursor}"), offers[0]), decide(position(OWN, 0, None), None)]
    return session.identified(
        actor, role="client", client_id=UUID(int=5), name="Maya", offers=offers, decisions=decisions, now=NOW
    )


def in_state(state: State) -> Session:
    """A session in this state."""
    session = new_session()
    if state == "new":
        return session
    session.received(hello())
    if state == "identifying":
        return session
    session = open_session()
    if state == "expired":
        session.tick(NOW + LIFE_S)
    if state == "closed":
        session.close(4001)
    assert session.state == state
    return session


def batch(start: int, end: int, size: int = 100) -> Batch:
    return Batch(start, end, json.dumps({"t": "ch", "from": start, "to": end}), end - start + 1, size)


def summary(effects: list[Effect]) -> list[Any]:
    """Effects in short form: sent frames as dicts, closes as their code, all others unchanged."""
    short: list[Any] = []
    for effect in effects:
        match effect:
            case Send(text):
                short.append(json.loads(text))
            case Close(code):
                short.append(code)
            case _:
                short.append(effect)
    return short


def kinds(effects: list[Effect]) -> list[Any]:
    """`summary` with each frame reduced to its kind."""
    return [one["t"] if isinstance(one, dict) else one for one in summary(effects)]
