"""Validates push service URLs, because a client can submit any URL."""

from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from notifications.errors import BadSubscription

LENGTH_MAX = 1000
LOCAL = "localhost"


def validate(endpoint: str) -> str:
    """Return the URL unchanged. Raises BadSubscription unless it is https on port 443.

    Other schemes and ports are allowed for networks in PUSH_PRIVATE. `core.forward_proxy` checks the resolved address
    of a host name when it connects.
    """
    if (
        len(endpoint) > LENGTH_MAX
        or not endpoint.isascii()
        or any(not char.isprintable() or char == " " for char in endpoint)
    ):
        raise BadSubscription
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadSubscription from None
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadSubscription
    if not _is_allowed(parts) and (
        parts.scheme != "https" or port not in {None, 443} or _is_ip_or_single_label(parts.hostname)
    ):
        raise BadSubscription
    return endpoint


def _is_allowed(parts: SplitResult) -> bool:
    """Whether the host is an IP address in a network of PUSH_PRIVATE."""
    if parts.scheme not in {"http", "https"}:
        return False
    try:
        address = ip_address("127.0.0.1" if parts.hostname == LOCAL else parts.hostname or "")
    except ValueError:
        return False
    return any(address in network for network in settings.PUSH_PRIVATE)


def _is_ip_or_single_label(host: str) -> bool:
    """Whether the host is an IP address or a name without a dot; no push service has such a host."""
    return "." not in host or host.replace(".", "").isdigit() or ":" in host
