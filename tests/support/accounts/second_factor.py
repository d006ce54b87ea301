"""A user's authenticator app: enrolls at the service, and submits codes of chosen time steps."""

from dataclasses import dataclass
from datetime import timedelta

import httpx
import pyotp

from core.clock import now
from tests.support.accounts.api import Json, bearer

STEP = timedelta(seconds=30)


@dataclass
class App:
    """One factor in a user's authenticator app."""

    id: str
    secret: str
    enrolled: Json

    def code(self, ahead: int = 0) -> str:
        """The code of the time step `ahead` steps after the current one."""
        return pyotp.TOTP(self.secret).at(now() + ahead * STEP)

    def wrong(self) -> str:
        """Six digits that are no valid code at the current time step and the three on either side."""
        valid_codes = {self.code(ahead) for ahead in range(-3, 4)}
        return next(code for code in (f"{n:06d}" for n in range(100)) if code not in valid_codes)


async def enroll(http: httpx.AsyncClient, session: Json, name: str = "My app") -> App:
    """A new, unverified factor."""
    body = {"factor_type": "totp", "friendly_name": name}
    reply = await http.post("/factors", json=body, headers=bearer(session))
    assert reply.status_code == 200, reply.text
    factor = reply.json()
    return App(factor["id"], factor["totp"]["secret"], factor)


async def challenge(http: httpx.AsyncClient, session: Json, factor_id: str) -> str:
    reply = await http.post(f"/factors/{factor_id}/challenge", json={"factorId": factor_id}, headers=bearer(session))
    assert reply.status_code == 200, reply.text
    return str(reply.json()["id"])


async def answer(
    http: httpx.AsyncClient, session: Json, app: App, code: str, *, challenge_id: str = ""
) -> httpx.Response:
    """Submit `code` for a new challenge, or for `challenge_id`."""
    current_id = challenge_id or await challenge(http, session, app.id)
    body = {"challenge_id": current_id, "code": code}
    return await http.post(f"/factors/{app.id}/verify", json=body, headers=bearer(session))


async def protect(http: httpx.AsyncClient, session: Json) -> tuple[App, Json]:
    """Enroll and verify an app; returns it and the session at aal2. This uses up the code of the previous step."""
    app = await enroll(http, session)
    reply = await answer(http, session, app, app.code(-1))
    if reply.status_code != 200:  # the time step ended before the request, as it does once in a few hundred runs
        reply = await answer(http, session, app, app.code(-1))
    assert reply.status_code == 200, reply.text
    return app, dict(reply.json())
