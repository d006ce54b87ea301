"""Sends a push to the push service of a browser, through the forward proxy that checks resolved addresses."""

from dataclasses import dataclass

import httpx
from django.conf import settings

from core import http_client
from core.forward_proxy import forwarding
from notifications import vapid
from notifications.encryption import encrypted, keys_of
from notifications.errors import PushNotTaken, PushRefused, SubscriptionGone

WITHIN_S = 10.0
KEPT_S = 24 * 3600  # how long the push service stores a push for a device that is off


@dataclass(frozen=True, slots=True)
class Parcel:
    """One push to one device. While the device is off, a later push of the same `topic` replaces it."""

    endpoint: str
    p256dh: str
    auth: str
    payload: bytes
    topic: str


def hand_over(parcel: Parcel) -> None:
    """Raises SubscriptionGone, PushRefused, PushNotTaken."""
    headers = {
        "Authorization": vapid.authorization(parcel.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_S),
        "Topic": parcel.topic,
        "Urgency": "high",
    }
    body = encrypted(parcel.payload, keys_of(parcel.p256dh, parcel.auth))
    try:
        with (
            forwarding(settings.PUSH_PRIVATE) as proxy,
            httpx.Client(
                proxy=proxy,
                verify=http_client.trust(),
                timeout=WITHIN_S,
                trust_env=False,
                follow_redirects=False,
            ) as http,
            http.stream("POST", parcel.endpoint, headers=headers, content=body) as reply,  # the body is not read
        ):
            status = reply.status_code
    except httpx.ProxyError as refused:
        raise PushRefused("its address leads nowhere") from refused
    except httpx.HTTPError as trouble:
        raise PushNotTaken(type(trouble).__name__) from trouble
    _judge(status)


def _judge(status: int) -> None:
    if 200 <= status < 300:
        return
    if status in {404, 410}:
        raise SubscriptionGone
    if status == 429 or status >= 500:
        raise PushNotTaken(f"it answered {status}")
    raise PushRefused(f"it answered {status}")
