"""The database lookups of a connection: its user, and what that user may follow. The session acts on the results."""

import asyncio
import logging

from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError

from core.actor import Actor
from core.clock import now
from core.errors import NotSignedIn
from core.outage import Outage
from sync import metrics, ports, queries
from sync.hub.admission import Admission
from sync.hub.ephemeral import Participant
from sync.protocol import frames
from sync.protocol.frames import Hello, Offer
from sync.protocol.session import Session
from sync.protocol.session_effects import Effect
from sync.writes.db_executor import read

# Milliseconds. A hello fails fast while the database is unreachable, so devices must not repeat it at once.
NO_DATABASE_SPREAD_MS = (5_000, 20_000)
# The longest membership check. While packets to the database are dropped, the checks of many connections wait for the
# few readers, and each connection sends nothing meanwhile.
RECHECK_S = 10.0
# While all checks fail, the connections together write two lines to the log, and not one for each check.
FAILED_CHECKS = Outage(
    logging.getLogger(__name__), "memberships cannot be checked again", "memberships can be checked again"
)


class Lookup:
    """The lookups of one connection; each returns the effects to perform."""

    __slots__ = ("_admission", "_last_check_failed", "_session", "actor", "participant")

    def __init__(self, session: Session, admission: Admission) -> None:
        self._session, self._admission = session, admission
        self.actor: Actor | None = None
        self.participant: Participant | None = None
        self._last_check_failed = False

    def leave(self) -> None:
        """Stop counting the connection, which has ended."""
        if self.actor is not None:
            self._admission.leave(self.actor.id)

    async def identify(self, hello: Hello) -> list[Effect]:
        """Authenticate a new connection and decide how each stream continues."""
        if (after := self._admission.overload_spread()) is not None:
            return self._session.close_with_bye("busy", after, frames.TOO_MANY)
        try:
            async with self._admission.line():
                actor = ports.authenticate.call(hello.token)
                resolved = await read(queries.resolve, actor=actor, offers=hello.offers)
        except NotSignedIn:
            return self._session.close(frames.NOT_AUTHENTICATED)
        except (OperationalError, InterfaceError):
            return self._close_without_database()
        if resolved is None:
            return self._session.close(frames.USER_BARRED)
        if (after := self._admission.enter(actor.id)) is not None:
            return self._session.close_with_bye("sockets", after, frames.TOO_MANY)
        following, decisions = resolved
        self.actor = actor
        self.participant = Participant(actor.id, following.role, following.name)
        metrics.HELLOS.inc()
        metrics.count_decisions(decisions)
        return self._session.identified(
            actor,
            role=following.role,
            client_id=following.client_id,
            name=following.name,
            offers=hello.offers,
            decisions=decisions,
            now=now().timestamp(),
        )

    async def reidentify(self, token: str) -> list[Effect]:
        """Authenticate the connection again with a new token of its user."""
        try:
            actor = ports.authenticate.call(token)
            resolved = await read(queries.resolve, actor=actor, offers=())
        except NotSignedIn:
            return self._session.close(frames.NOT_AUTHENTICATED)
        except (OperationalError, InterfaceError):
            return self._close_without_database()
        if resolved is None:
            return self._session.close(frames.USER_BARRED)
        return self._session.reidentified(actor)

    async def resolve(self, offers: tuple[Offer, ...]) -> list[Effect]:
        """Read again which streams the user may follow, and decide how each continues."""
        if self.actor is None:
            return []
        try:
            resolved = await read(queries.resolve, actor=self.actor, offers=offers)
        except NotSignedIn:
            return self._session.close(frames.NOT_AUTHENTICATED)
        except DatabaseError:
            return self._close_without_database()
        decisions = resolved[1] if resolved else []
        offered = {offer.s for offer in offers}
        metrics.count_decisions(decision for decision in decisions if decision.position.stream in offered)
        return self._session.resolved(offers, decisions)

    async def recheck(self) -> list[Effect]:
        """Check session and membership again, to notice manual changes in the database (MB7)."""
        if self.actor is None:
            return []
        try:
            async with asyncio.timeout(RECHECK_S):
                following = await read(ports.following_of.call, actor=self.actor)
        except NotSignedIn:
            return self._session.close(frames.NOT_AUTHENTICATED)
        except DatabaseError as error:
            FAILED_CHECKS.report_failure(error)
            failed_before, self._last_check_failed = self._last_check_failed, True
            return self._close_without_database() if failed_before else []
        except TimeoutError as error:  # otherwise a user with many waiting reads would keep a membership that has ended
            FAILED_CHECKS.report_failure(error)
            return self._close_without_database()
        FAILED_CHECKS.report_success()
        self._last_check_failed = False
        if following is None:
            return self._session.close(frames.USER_BARRED)
        return [] if set(following.streams) == set(self._session.streams) else await self.resolve(())

    def _close_without_database(self) -> list[Effect]:
        return self._session.close_with_bye("database", NO_DATABASE_SPREAD_MS, frames.GOING_DOWN)
