"""Sends text messages by Twilio's API, at the URL of the settings."""

import logging
from urllib.parse import unquote, urlsplit

import httpx
from django.conf import settings

from core import http_client

TIMEOUT_S = 8.0
BODY_MAX = 256 * 1024

log = logging.getLogger(__name__)


async def send(*, to: str, text: str) -> bool:
    """Send a text message to the number `to`. False if Twilio did not accept it."""
    url = urlsplit(settings.SMS_URL or "")
    account, token = unquote(url.username or ""), unquote(url.password or "")
    host = url.netloc.rpartition("@")[2]
    address = f"{url.scheme}://{host}/2010-04-01/Accounts/{account}/Messages.json"
    form = {"From": settings.SMS_FROM, "To": to, "Body": text}
    try:
        credentials = httpx.BasicAuth(account, token)
        reply = await http_client.send_request(
            "POST", address, timeout_s=TIMEOUT_S, max_bytes=BODY_MAX, auth=credentials, data=form
        )
    except (httpx.HTTPError, http_client.ResponseTooLarge) as error:
        log.warning("a text message was not sent: %s", type(error).__name__)
        return False
    if not reply.is_success:
        log.warning("the SMS service rejected a text message: %s", reply.status_code)
    return reply.is_success
