"""How somebody has themselves erased: by a code that is mailed, and then by work that goes on without them."""

import asyncio

from django.db import connection

from accounts import tasks
from sync import effects
from tests.support.mailbox import Mailbox
from tests.support.portal import Portal

ERASE, CODE = "/functions/v1/erase-account", "/auth/v1/reauthenticate"


async def code_for(portal: Portal, mailbox: Mailbox, name: str = "maya") -> str:
    await mailbox.letters()
    assert (await portal.as_(name).get(CODE)).status_code == 200
    return (await mailbox.letter()).code


async def work() -> None:
    """Do what is due, erasures too."""

    def sweep() -> None:
        try:
            effects.sweep()
            effects.sweep(tasks.ERASURES)
            effects.sweep()
        finally:
            connection.close()

    await asyncio.to_thread(sweep)
