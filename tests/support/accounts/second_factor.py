"""A person's authenticator app: enrols, reads its secret, and types codes of chosen steps."""

from dataclasses import dataclass
from datetime import timedelta

import httpx
import pyotp

from core.clock import now
from tests.support.accounts.api import Json, bearer

STEP = timedelta(seconds=30)


@dataclass
class App:
    """One factor in the app of a person."""

    id: str
    secret: str
    enrolled: Json

    def code(self, ahead: int = 0) -> str:
        """The code of the step that is `ahead` of now."""
        return pyotp.TOTP(self.secret).at(now() + ahead * STEP)

    def wrong(self) -> str:
        """Six digits that are good at no step near now."""
        near = {self.code(ahead) for ahead in range(-3, 4)}
        return next(code for code in (f"{n:06d}" for n in range(100)) if code not in near)


async def enroll(http: httpx.AsyncClient, session: Json, name: str = "My app") -> App:
    """A new, unverified factor."""
    body = {"factor_type": "totp", "friendly_name": name}
    reply = await http.post("/factors", json=body, headers=bearer(session))
    assert reply.status_code == 200, reply.text
    made = reply.json()
    return App(made["id"], made["totp"]["secret"], made)


async def challenge(http: httpx.AsyncClient, session: Json, factor_id: str) -> str:
    reply = await http.post(f"/factors/{factor_id}/challenge", json={"factorId": factor_id}, headers=bearer(session))
    assert reply.status_code == 200, reply.text
    return str(reply.json()["id"])


async def answer(
    http: httpx.AsyncClient, session: Json, app: App, code: str, *, challenge_id: str = ""
) -> httpx.Response:
    """Type `code` for a new challenge, or for the one given."""
    asked = challenge_id or await challenge(http, session, app.id)
    body = {"challenge_id": asked, "code": code}
    return await http.post(f"/factors/{app.id}/verify", json=body, headers=bearer(session))


async def protect(http: httpx.AsyncClient, session: Json) -> tuple[App, Json]:
    """A verified app, and the session at aal2. The code of the step before now was used up for it."""
    app = await enroll(http, session)
    reply = await answer(http, session, app, app.code(-1))
    if reply.status_code != 200:  # the step has ended meanwhile, once in some hundred times
        reply = await answer(http, session, app, app.code(-1))
    assert reply.status_code == 200, reply.text
    return app, dict(reply.json())
