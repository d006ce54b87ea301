"""Pushes for integration tests: devices, notices, and the keys of a browser."""

import asyncio
from base64 import urlsafe_b64encode
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db import connection

from notifications import tasks
from notifications.models import Notice
from tests.support.fakes.push_service import PushService
from tests.support.mail.mailbox import sweep
from tests.support.portal.agency import Json, Portal, row

DEVICES, NOTICES, PREFERENCES = "/rest/v1/push_devices", "/rest/v1/notices", "/rest/v1/notice_wishes"


def _written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


_POINT = ec.derive_private_key(7, ec.SECP256R1()).public_key()
# The public key and the secret of a browser that does not exist.
KEYS = (_written(_POINT.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), _written(b"sixteen of these"))


async def register_device(portal: Portal, pushes: PushService, name: str = "maya") -> UUID:
    """Subscribe a browser of the user to pushes."""
    reply = await portal.as_(name).put(DEVICES, json=pushes.subscribe())
    assert reply.status_code == 200, reply.text
    return UUID(reply.json()["id"])


async def notify_maya(portal: Portal, text: str = "Your page is faster now.") -> Json:
    """Ana writes to Maya; returns Maya's notice."""
    await portal.post("ana", text)
    await asyncio.to_thread(sweep)
    return await row(Notice, user_id=portal.users["maya"].id)


async def push_due() -> None:
    """Send the due pushes, as the push thread does."""

    def work() -> None:
        try:
            tasks.send_due_pushes()
        finally:
            connection.close()

    await asyncio.to_thread(work)


async def acknowledge(portal: Portal, notice: Json, what: str = "shown") -> None:
    body = {"id": str(notice["id"]), "n": notice["n"], "what": what}
    assert (await portal.as_("maya").put(NOTICES, json=body)).status_code == 200
