"""Fetches training material from an address that an admin typed."""

from django.conf import settings

from chatbots.errors import BadSource
from core.fetch import FetchResult, Unreachable, fetch
from core.http_client import ResponseTooLarge

BODY_MAX = 2 * 1024 * 1024
TIMEOUT_S = 20.0
OK = 200


def fetch_page(url: str) -> FetchResult:
    """The response of `url`. Raises BadSource, with a text for the admin."""
    try:
        response = fetch(url, max_bytes=BODY_MAX, timeout_s=TIMEOUT_S, allowed=settings.SCAN_PRIVATE)
    except ResponseTooLarge as error:
        raise BadSource("That is more than 2 MB") from error
    except Unreachable as failed:
        raise BadSource("The address could not be reached") from failed
    if response.status != OK:
        raise BadSource(f"The address answered with {response.status}")
    return response
