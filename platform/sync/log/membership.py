"""Membership changes, written into the stream that they guard, so that readers see them before any later change."""

import json
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from core.ids import uuid7
from sync.log import changes, streams
from sync.log.pending import MEMBERSHIP, Entry

What = Literal["lost", "gained", "session-ended"]


@dataclass(frozen=True, slots=True)
class Membership:
    """One membership change of `user_id`: lost or gained a stream, or one session (None: all) ended."""

    what: What
    user_id: UUID
    session_id: UUID | None = None

    def encode(self) -> str:
        session = str(self.session_id) if self.session_id else None
        return json.dumps({"what": self.what, "user": str(self.user_id), "session": session})

    @classmethod
    def decode(cls, text: str) -> "Membership":
        fields = json.loads(text)
        session = UUID(fields["session"]) if fields["session"] else None
        return cls(fields["what"], UUID(fields["user"]), session)


def leave(*, user_id: UUID, stream: str) -> None:
    """Record that `user_id` may no longer follow `stream`; open connections revoke it at once (MB2)."""
    _record(stream, Membership("lost", user_id))


def join(*, user_id: UUID) -> None:
    """Record that `user_id` may follow more streams; open connections offer them (MB3)."""
    _record(streams.user(user_id), Membership("gained", user_id))


def end_session(*, user_id: UUID, session_id: UUID | None) -> None:
    """Record that one session (None: all) of `user_id` ended; its connections close with 4401 (MB5)."""
    _record(streams.user(user_id), Membership("session-ended", user_id, session_id))


def _record(stream: str, membership: Membership) -> None:
    changes.record([Entry(stream, "", uuid7(), MEMBERSHIP, 0, membership.encode())])
