"""After a change of SECRET_KEY, second factors, recovery codes, mails, company providers and flows still work."""

import asyncio
import re
from io import StringIO

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from accounts import services
from config.management.commands.reseal import RESEALERS
from sync.writes.db_executor import write
from tests.support.accounts.api import PASSWORD, PKCE, Json, bearer, dump, error_of, rows, sign_in, sign_up
from tests.support.accounts.google import authorization_url, exchange, follow_callback
from tests.support.accounts.mailed_sign_up import ADA, typed
from tests.support.accounts.second_factor import App, answer, protect
from tests.support.architecture.tree import ROOT, python
from tests.support.fakes.sandbox import Sandbox
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NEW_KEY = "the new key that replaces the former one"
BOB = "bob@example.com"
CODES = "http://portal.test/rest/v1/recovery_codes"


async def reseal() -> str:
    """The output of `manage.py reseal`."""

    def run() -> str:
        output = StringIO()
        try:
            call_command("reseal", stdout=output)
        finally:
            connection.close()
        return output.getvalue()

    return await asyncio.to_thread(run)


@pytest.fixture
def former_key(settings: Settings) -> str:
    """The SECRET_KEY before the test changes it."""
    return str(settings.SECRET_KEY)


async def enrol_bob(http: httpx.AsyncClient) -> tuple[App, list[str]]:
    """Bob's app and his recovery codes; the code of the previous time step is used."""
    app, session = await protect(http, await sign_up(http, BOB))
    response = await http.post(CODES, headers=bearer(session))
    return app, list(response.json()["codes"])


async def aal1_session(http: httpx.AsyncClient) -> Json:
    return dict((await sign_in(http, BOB)).json())


async def test_secrets_sealed_with_a_former_key_open_after_a_reseal(
    http: httpx.AsyncClient, mailbox: Mailbox, fake_providers: Sandbox, settings: Settings, former_key: str
) -> None:
    app, codes = await enrol_bob(http)
    company = {"name": "Engines", "issuer": fake_providers.url, "client_id": "sandbox", "secret": "sandbox"}
    await write(services.add_sso_provider, domains=["engines.example"], **company)
    address = fake_providers.allow(await authorization_url(http, **PKCE), "new@example.com")
    settings.AUTH_AUTOCONFIRM = False
    await http.post("/signup", json={"email": ADA, "password": PASSWORD})

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW_KEY, [former_key]
    assert (await answer(http, await aal1_session(http), app, codes[0])).status_code == 200
    before = await dump()
    # An app, nine recovery codes, a company, a flow and two mails.
    assert await reseal() == "14 secrets are sealed with SECRET_KEY.\n"
    assert await dump() != before

    [mail] = [one for one in await mailbox.mails() if one.subject == "Confirm your email address"]
    assert (await typed(http, mail.code)).status_code == 200  # works while the former key is configured
    settings.SECRET_KEY_FALLBACKS = []
    assert (await answer(http, await aal1_session(http), app, app.code())).status_code == 200
    assert (await answer(http, await aal1_session(http), app, codes[1])).status_code == 200
    assert (await exchange(http, await follow_callback(http, address))).json()["user"]["email"] == "new@example.com"
    sso = await http.post("/sso", json={"domain": "engines.example", "skip_http_redirect": True, **PKCE})
    assert sso.status_code == 200
    assert await reseal() == "11 secrets are sealed with SECRET_KEY.\n"


async def test_secrets_that_no_key_opens_are_not_changed(
    http: httpx.AsyncClient, settings: Settings, former_key: str
) -> None:
    app, _ = await enrol_bob(http)
    sealed = await rows("SELECT secret FROM factors")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW_KEY, ["another that was never used"]
    with pytest.raises(CommandError, match="12 were sealed with a key that is not SECRET_KEY_FORMER"):
        await reseal()
    assert await rows("SELECT secret FROM factors") == sealed
    settings.SECRET_KEY_FALLBACKS = [former_key]
    assert (await answer(http, await aal1_session(http), app, app.code())).status_code == 200


async def test_a_removed_key_voids_mailed_codes_and_not_links(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_AUTOCONFIRM = False
    await http.post("/signup", json={"email": ADA, "password": PASSWORD})
    mail = await mailbox.mail()
    settings.SECRET_KEY = NEW_KEY
    assert error_of(await typed(http, mail.code))[1] == "otp_expired"
    link_reply = await http.post("/verify", json={"type": "signup", "token_hash": mail.link_query["token"]})
    assert link_reply.status_code == 200


def test_every_app_that_seals_has_a_resealer() -> None:
    """`manage.py reseal` runs the functions in RESEALERS."""
    apps = {source.app for source in python(ROOT) if re.search(r"from core.encryption import .*\bSeal\b", source.text)}
    assert {reseal.__module__.partition(".")[0] for reseal in RESEALERS} == apps
