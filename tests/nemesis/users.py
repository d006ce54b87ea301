"""The users of a run: their tokens, sessions and roles."""

import asyncio
import time
from contextlib import suppress

from tests.nemesis.journal import DeviceOwner
from tests.support.servers.operator_process import OperatorProcess

SCANNED = 4  # clients, or half of them if that is fewer
LATE_RESPONSE_S = 30.0  # by then every response that was sent before the end of a role has arrived


class Users:
    """The users, which the operator process creates with one session each."""

    def __init__(self, operator: OperatorProcess) -> None:
        self._operator = operator
        self._signing_in: dict[str, asyncio.Task[None]] = {}
        self.owners: list[DeviceOwner] = []
        self.clients: list[DeviceOwner] = []

    async def begin(self, clients: int, admins: int) -> None:
        for fields in await self._operator.do("create_users", clients=clients, admins=admins):
            owner = DeviceOwner(**fields)
            self.owners.append(owner)
            if owner.client:
                self.clients.append(owner)
            else:
                owner.admin_until = float("inf")
            await self.renew(owner, "")

    @property
    def scanned(self) -> list[DeviceOwner]:
        """The clients who request scans. Their role does not change, because a former admin's notices are deleted."""
        return self.clients[self._roles_change_of :]

    @property
    def with_changing_roles(self) -> list[DeviceOwner]:
        return self.clients[: self._roles_change_of]

    @property
    def _roles_change_of(self) -> int:
        """How many clients have changing roles; they are the first ones."""
        return len(self.clients) - min(SCANNED, len(self.clients) // 2)

    @property
    def threads(self) -> dict[str, str]:
        """The canary of each client's thread."""
        return {owner.client: owner.canary for owner in self.clients}

    async def renew(self, owner: DeviceOwner, rejected: str) -> None:
        """Replace the rejected token unless it is replaced already; all devices of a user wait for the same sign-in."""
        if owner.token != rejected:
            return
        if owner.user not in self._signing_in:
            self._signing_in[owner.user] = asyncio.create_task(self._sign_in(owner))
        await asyncio.shield(self._signing_in[owner.user])

    async def _sign_in(self, owner: DeviceOwner) -> None:
        try:
            with suppress(RuntimeError, TimeoutError):
                owner.token = await self._operator.do("sign_in", user=owner.user)
        finally:
            del self._signing_in[owner.user]

    async def end_sessions(self, owner: DeviceOwner) -> None:
        with suppress(RuntimeError):
            await self._operator.do("end_sessions", user=owner.user)

    async def flip_role(self, owner: DeviceOwner) -> None:
        """Make a client an admin, or a promoted admin a client again."""
        if owner.admin_until == float("inf"):
            with suppress(RuntimeError):
                await self._operator.do("demote", email=owner.email)
                owner.admin_until = time.monotonic() + LATE_RESPONSE_S
        else:
            owner.admin_until = float("inf")
            with suppress(RuntimeError):
                await self._operator.do("promote", email=owner.email)

    def expect_old_roles(self) -> None:
        """Expect that any user may be an admin again, because the database was restored to an earlier state."""
        for owner in self.owners:
            owner.admin_until = float("inf")

    async def allowed_streams(self) -> dict[str, list[str]]:
        """The streams that each user may follow now, by user id. Sets `admin_until` of users who are no longer admins."""
        users = [owner.user for owner in self.owners]
        streams: dict[str, list[str]] = await self._operator.do_with_retries("following", users=users)
        for owner in self.clients:
            if owner.admin_until == float("inf") and "w" not in streams[owner.user]:
                owner.admin_until = time.monotonic() + LATE_RESPONSE_S
        return streams
