"""Sends a push to the push service of a browser, through the forward proxy that checks resolved addresses."""

import asyncio

import httpx
from django.conf import settings

from core import http_client
from core.forward_proxy import REJECTION, forwarding
from notifications import vapid
from notifications.encryption import encrypt, keys_of
from notifications.errors import PushRejected, PushServiceUnavailable, SubscriptionExpired
from notifications.push_message import PushMessage

TIMEOUT_S = 10.0  # for the whole push, so that a service cannot extend it by responding byte by byte
TTL_S = 24 * 3600  # how long the push service stores a push for a device that is off


def send(message: PushMessage) -> None:
    """Send one push. Blocking, for a thread without an event loop.

    Raises SubscriptionExpired, PushRejected, PushServiceUnavailable.
    """
    headers = {
        "Authorization": vapid.authorization(message.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL_S),
        "Topic": message.topic,
        "Urgency": "high",
    }
    body = encrypt(message.payload, keys_of(message.p256dh, message.auth))
    try:
        with forwarding(settings.PUSH_PRIVATE) as proxy:
            status = asyncio.run(_post(proxy, message.endpoint, headers, body))
    except (httpx.InvalidURL, UnicodeError) as error:  # UnicodeError: the host name is invalid
        raise PushRejected("its address cannot be reached") from error
    except (httpx.HTTPError, TimeoutError) as error:
        if isinstance(error, httpx.ProxyError) and str(error) == REJECTION:
            raise PushRejected("its address cannot be reached") from error
        raise PushServiceUnavailable(type(error).__name__) from error
    _raise_for_status(status)


async def _post(proxy: str, endpoint: str, headers: dict[str, str], body: bytes) -> int:
    """The status of the response. The body is not read."""
    client = httpx.AsyncClient(
        proxy=proxy,
        verify=http_client.tls_context(),
        timeout=TIMEOUT_S,
        trust_env=False,
        follow_redirects=False,
    )
    async with (
        asyncio.timeout(TIMEOUT_S),
        client as http,
        http.stream("POST", endpoint, headers=headers, content=body) as reply,
    ):
        return reply.status_code


def _raise_for_status(status: int) -> None:
    if 200 <= status < 300:
        return
    if status in {404, 410}:
        raise SubscriptionExpired
    if status == 429 or status >= 500:
        raise PushServiceUnavailable(f"it answered {status}")
    raise PushRejected(f"it answered {status}")
