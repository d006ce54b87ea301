"""The state machine of one connection: takes frames, batches and ticks, returns effects. No Django and no clock."""

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

from sync.protocol import frames, session_effects
from sync.protocol.flow_control import Batch, Window
from sync.protocol.frames import Ack, Auth, Hello, Offer, Ping, Sub, write_frame
from sync.protocol.positions import Position, ResumeDecision, streams_of
from sync.protocol.session_effects import Close, Effect, ForwardEphemeral, Identify, Resolve, Send
from sync.protocol.session_state import FollowedStream, Identity, State


@dataclass(slots=True)
class Session:
    """State of one connection. Methods return the effects to perform, in order. Times are in Unix seconds."""

    opened_at: float
    min_build: str
    sid: str
    state: State = "new"
    identity: Identity | None = None
    device: tuple[UUID, UUID] | None = None
    streams: dict[str, FollowedStream] = field(default_factory=dict)
    _is_expiry_sent: bool = False
    _beat_at: float = 0
    window: Window = field(default_factory=Window)
    on_stored: Callable[[str, int], None] = lambda stream, seq: None

    def received(self, text: str) -> list[Effect]:
        """Handle a frame of the device."""
        if self.state == "closed":
            return []
        try:
            frame = frames.read_frame(text)
        except frames.BadFrame:
            return self.close(frames.BAD_FRAME)
        if isinstance(frame, Hello):
            return self._hello(frame)
        if self.state == "new":
            return self.close(frames.BAD_FRAME)
        if isinstance(frame, Ping):
            return [Send(write_frame("pong", n=frame.n))]
        if self.state == "identifying":
            return self.close(frames.BAD_FRAME)
        match frame:
            case Ack(cursors):
                self.window.acknowledge(cursors)
                self._report_stored(cursors)
                return []
            case Auth(token):
                return [session_effects.Reidentify(token)]
            case Sub(offers):
                return [Resolve(offers)]
            case frames.Typing() | frames.ViewedThreads():
                return [ForwardEphemeral(frame)] if self.state == "open" else []
            case frames.IgnoredEphemeral():
                return []

    def _hello(self, hello: Hello) -> list[Effect]:
        if self.state != "new":
            return self.close(frames.BAD_FRAME)
        if hello.protocol != frames.PROTOCOL or frames.is_older(hello.build, self.min_build):
            return self.close(frames.TOO_OLD)
        self.state = "identifying"
        self.device = (hello.device, hello.tab)
        return [Identify(hello)]

    def identified(
        self,
        identity: Identity,
        *,
        role: str,
        client_id: UUID | None,
        name: str,
        offers: tuple[Offer, ...],
        decisions: list[ResumeDecision],
        now: float,
    ) -> list[Effect]:
        """Open the session of an accepted token; `decisions` has every stream that the user may follow (HE4)."""
        if self.state != "identifying":
            return []
        self.state, self.identity, self._beat_at = "open", identity, now + frames.HEARTBEAT_S
        ok = write_frame(
            "ok",
            sid=self.sid,
            user=str(identity.id),
            role=role,
            client=str(client_id) if client_id else None,
            name=name,
            exp=identity.expires_at,
            now=int(now),
            hb=frames.HEARTBEAT_S,
            eph=1,
            min_build=self.min_build,
            subs=[decision.frame() for decision in decisions],
        )
        unlisted = [offer.s for offer in offers if offer.s not in streams_of(decisions)]
        return [Send(ok), *self._revoke(unlisted), *self._apply_decisions(offers, decisions)]

    def resolved(self, offers: tuple[Offer, ...], decisions: list[ResumeDecision]) -> list[Effect]:
        """Handle a new read of what the user may follow: answer streams that are offered (HE8) or gained (MB3)."""
        if self.state not in {"open", "expired"}:
            return []
        allowed, offered = streams_of(decisions), {offer.s for offer in offers}
        answered = [one for one in decisions if (s := one.position.stream) in offered or s not in self.streams]
        lost = self._revoke([stream for stream in [*offered, *self.streams] if stream not in allowed])
        response = [Send(write_frame("subs", subs=[decision.frame() for decision in answered]))] if answered else []
        return [*lost, *response, *self._apply_decisions(offers, answered)]

    def pruned(self, position: Position) -> list[Effect]:
        """Make the device load a stream again, because the log no longer has the change after its cursor (CU7)."""
        followed = self.streams.get(position.stream)
        if self.state != "open" or followed is None or followed.cursor is None:
            return []
        decision = ResumeDecision(position, "reset", "retention")
        return [Send(write_frame("subs", subs=[decision.frame()])), *self._apply_decisions((), [decision])]

    def reidentified(self, identity: Identity) -> list[Effect]:
        """Continue with a fresh token, which must belong to the same user and session (TK4)."""
        if self.identity is None or self.state == "closed":
            return []
        if (identity.id, identity.session_id) != (self.identity.id, self.identity.session_id):
            return self.close(frames.NOT_AUTHENTICATED)
        self.identity, self.state, self._is_expiry_sent = identity, "open", False
        return [Send(write_frame("auth_ok", exp=identity.expires_at))]

    def close(self, code: int) -> list[Effect]:
        """Close with `code`; no frame is sent afterwards."""
        if self.state == "closed":
            return []
        self.state = "closed"
        return [Close(code)]

    def close_with_bye(self, why: str, after: tuple[int, int], code: int) -> list[Effect]:
        """Send `bye` with the range of ms after which the device may reconnect (CL7), then close with `code`."""
        if self.state == "closed":
            return []
        return [Send(write_frame("bye", why=why, after=list(after))), *self.close(code)]

    def membership(self, stream: str, what: str, user_id: UUID, session_id: UUID | None) -> list[Effect]:
        """Handle a membership change in a followed stream, before any later change is sent (MB2, MB5)."""
        if self.state == "closed" or self.identity is None or user_id != self.identity.id or stream not in self.streams:
            return []
        match what:
            case "lost":
                return self._revoke([stream])
            case "gained":
                return [Resolve(())]
            case "session-ended" if session_id in {None, self.identity.session_id}:
                return self.close(frames.NOT_AUTHENTICATED)
        return []

    def may_receive(self, now: float) -> bool:
        """Whether anything may be sent to this user now (TK1)."""
        return self.state == "open" and self.identity is not None and now < self.identity.expires_at

    def needed_after(self, stream: str, head: int, now: float) -> int | None:
        """The number after which this device needs changes of `stream` now, or None if it needs none."""
        followed = self.streams.get(stream)
        if followed is None or followed.cursor is None or followed.cursor >= head or not self.may_receive(now):
            return None
        return followed.cursor

    def send_batch(self, stream: str, batch: Batch, now: float) -> list[Effect] | None:
        """Send a batch; None if the window has no room for it (CH5). An empty window always has room."""
        followed = self.streams.get(stream)
        if self.state != "open" or followed is None or followed.cursor != batch.start - 1:
            return []
        if not self.window.take(stream, batch, now):
            return None
        followed.cursor = batch.end
        return [Send(batch.text), *self._live_frames(stream, followed)]

    def lag(self, stream: str, head: int) -> int:
        """The number of changes up to `head` that this device has not stored; 0 for a stream that it has not loaded."""
        followed = self.streams[stream]
        return 0 if followed.cursor is None else self.window.lag(stream, followed.cursor, head)

    def tick(self, now: float) -> list[Effect]:
        """Check deadlines, the token's expiry and the heartbeat. Called about once a second."""
        if self.state == "new":
            return self.close(frames.NO_HELLO) if now - self.opened_at >= frames.HELLO_TIMEOUT_S else []
        if self.identity is None or self.state == "closed":
            return []
        if self.window.is_stuck(now):
            return self.close(frames.SLOW)
        left_s = self.identity.expires_at - now
        if left_s <= -frames.EXPIRED_GRACE_S:
            return self.close(frames.NOT_AUTHENTICATED)
        if left_s <= 0:
            self.state = "expired"
        effects: list[Effect] = []
        if left_s <= frames.EXPIRING_S and not self._is_expiry_sent:
            self._is_expiry_sent = True
            effects.append(Send(write_frame("auth_expiring", **{"in": max(0, int(left_s))})))
        # If the clock was set back since the last heartbeat, the heartbeats must go on.
        if self.state == "open" and not now < self._beat_at <= now + frames.HEARTBEAT_S:
            self._beat_at = now + frames.HEARTBEAT_S
            effects.append(session_effects.Beat())
        return effects

    def heartbeat(self, heads: dict[str, int], now: float) -> list[Effect]:
        """Send the heads of the streams that this device has loaded (CH6)."""
        loaded = [stream for stream, followed in self.streams.items() if followed.cursor is not None]
        return [Send(write_frame("hb", h={stream: heads[stream] for stream in loaded}, now=int(now)))]

    def _apply_decisions(self, offers: tuple[Offer, ...], decisions: list[ResumeDecision]) -> list[Effect]:
        cursors = {offer.s: offer.c for offer in offers}
        effects: list[Effect] = []
        for decision in decisions:
            stream, head = decision.position.stream, decision.position.head
            followed = self.streams.get(stream)
            if followed is None:
                # Subscribe even before the device has loaded the stream, because it also contains membership changes.
                followed = self.streams[stream] = FollowedStream()
                effects.append(session_effects.Subscribe(stream, head))
            if decision.mode == "resume":
                followed.cursor, followed.live_at, followed.is_live = cursors[stream], head, False
                self.window.acknowledge({stream: followed.cursor})  # CH9
                self._report_stored({stream: followed.cursor})
                effects += self._live_frames(stream, followed)
            else:
                followed.cursor = None  # CU6: changes after the old cursor are useless to the device
        return effects

    def _live_frames(self, stream: str, followed: FollowedStream) -> list[Effect]:
        if followed.is_live or followed.cursor is None or followed.cursor < followed.live_at:
            return []
        followed.is_live = True
        return [Send(write_frame("live", s=stream, c=followed.cursor))]

    def _report_stored(self, cursors: dict[str, int]) -> None:
        """Report what the device has stored of each stream; an ack beyond what was sent does not count (DL2)."""
        for stream, seq in cursors.items():
            followed = self.streams.get(stream)
            if followed is not None and followed.cursor is not None and seq <= followed.cursor:
                self.on_stored(stream, seq)

    def _revoke(self, streams: list[str]) -> list[Effect]:
        effects: list[Effect] = []
        for stream in dict.fromkeys(streams):
            if self.streams.pop(stream, None) is not None:
                effects.append(session_effects.Unsubscribe(stream))
                self.window.forget(stream)
            effects.append(Send(write_frame("revoke", s=stream, why="membership")))
        return effects
