"""Sends text messages by Twilio's API, at the URL of the settings."""

import logging
from urllib.parse import unquote, urlsplit

import httpx
from django.conf import settings

from accounts.ports import SmsOutcome
from core import http_client

TIMEOUT_S = 8.0
BODY_MAX = 256 * 1024
OUTCOMES = {
    400: SmsOutcome.NUMBER_REJECTED,
    # The account is not accepted, or Twilio takes no message now. After any other error, it may have been sent.
    **dict.fromkeys((401, 403, 404, 429, 503), SmsOutcome.NOT_SENT),
}

log = logging.getLogger(__name__)


async def send(*, to: str, text: str) -> SmsOutcome:
    """Send a text message to the number `to`. Not sent means that Twilio cannot be reached or takes no message."""
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
        is_unreached = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError)
        return SmsOutcome.NOT_SENT if is_unreached else SmsOutcome.UNKNOWN
    if reply.is_success:
        return SmsOutcome.ACCEPTED
    log.warning("the SMS service rejected a text message: %s", reply.status_code)
    return OUTCOMES.get(reply.status_code, SmsOutcome.UNKNOWN)
