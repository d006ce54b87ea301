"""The database lookups of a connection: its user and what they may follow; the session decides with the results."""

from django.db import Error as DatabaseUnavailable

from core.actor import Person
from core.clock import now
from core.errors import NotSignedIn
from sync import metrics, ports, queries
from sync.hub.admission import Admission
from sync.hub.ephemeral import Speaker
from sync.protocol import frames
from sync.protocol.frames import Hello, Offer
from sync.protocol.session import Session
from sync.protocol.session_effects import Effect
from sync.writes.db_executor import read


class Lookup:
    """The lookups of one connection; each returns the effects to perform."""

    __slots__ = ("_admission", "_session", "person", "speaker")

    def __init__(self, session: Session, admission: Admission) -> None:
        self._session, self._admission = session, admission
        self.person: Person | None = None
        self.speaker: Speaker | None = None

    def leave(self) -> None:
        """Stop counting the connection, which has ended."""
        if self.person is not None:
            self._admission.leave(self.person.id)

    async def identify(self, hello: Hello) -> list[Effect]:
        if (after := self._admission.refusal()) is not None:
            return self._session.sent_away("busy", after, frames.TOO_MANY)
        try:
            async with self._admission.line():
                person = ports.authenticate.ask(hello.token)
                resolved = await read(queries.resolve, actor=person, offers=hello.offers)
        except NotSignedIn:
            return self._session.refused(frames.NOT_AUTHENTICATED)
        if resolved is None:
            return self._session.refused(frames.BARRED)
        if (after := self._admission.enter(person.id)) is not None:
            return self._session.sent_away("sockets", after, frames.TOO_MANY)
        following, verdicts = resolved
        self.person = person
        self.speaker = Speaker(person.id, following.role, following.name)
        metrics.HELLOS.inc()
        metrics.answered(verdicts)
        return self._session.identified(
            person,
            role=following.role,
            client_id=following.client_id,
            name=following.name,
            offers=hello.offers,
            verdicts=verdicts,
            now=now().timestamp(),
        )

    async def reidentify(self, token: str) -> list[Effect]:
        try:
            person = ports.authenticate.ask(token)
            await read(queries.resolve, actor=person, offers=())
        except NotSignedIn:
            return self._session.refused(frames.NOT_AUTHENTICATED)
        return self._session.reidentified(person)

    async def resolve(self, offers: tuple[Offer, ...]) -> list[Effect]:
        if self.person is None:
            return []
        try:
            resolved = await read(queries.resolve, actor=self.person, offers=offers)
        except NotSignedIn:
            return self._session.refused(frames.NOT_AUTHENTICATED)
        verdicts = resolved[1] if resolved else []
        offered = {offer.s for offer in offers}
        metrics.answered(verdict for verdict in verdicts if verdict.position.stream in offered)
        return self._session.resolved(offers, verdicts)

    async def again(self) -> list[Effect]:
        """Check session and membership again, to notice manual changes in the database (MB7)."""
        if self.person is None:
            return []
        try:
            following = await read(queries.following, actor=self.person)
        except NotSignedIn:
            return self._session.refused(frames.NOT_AUTHENTICATED)
        except DatabaseUnavailable:
            return []  # the next heartbeat checks again
        if following is None:
            return self._session.refused(frames.BARRED)
        return [] if set(following.streams) == set(self._session.places) else await self.resolve(())
