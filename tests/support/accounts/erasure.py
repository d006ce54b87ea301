"""The steps that erase an account: a mailed code, then effects in the background."""

import asyncio

from django.db import connection

from accounts import services
from sync.effects import effects
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Portal

ERASE, CODE = "/functions/v1/erase-account", "/functions/v1/erase-account-code"


async def code_for(portal: Portal, mailbox: Mailbox, name: str = "maya") -> str:
    """Request an erasure as `name`; returns the mailed code."""
    await mailbox.mails()
    reply = await portal.as_(name).post(CODE)
    mail = await mailbox.mail()
    assert (reply.json(), mail.subject) == ({"sent_to": mail.to}, "Erase your account?")
    return mail.code


async def work() -> None:
    """Run the due effects, including erasures."""

    def sweep() -> None:
        try:
            effects.sweep()
            effects.sweep(services.ERASURES)
            effects.sweep()
        finally:
            connection.close()

    await asyncio.to_thread(sweep)
