"""Which addresses of push services are taken: what a browser says is anybody's claim."""

from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from notifications.errors import BadSubscription

MOST = 1000
LOCAL = "localhost"


def checked(endpoint: str) -> str:
    """The address as it was given. Raises BadSubscription for all but https on its own port.

    A network that PUSH_PRIVATE allows may be spoken to in the clear. Where a name really leads is judged when it is
    connected to (core.forward_proxy).
    """
    if (
        len(endpoint) > MOST
        or not endpoint.isascii()
        or any(not sign.isprintable() or sign == " " for sign in endpoint)
    ):
        raise BadSubscription
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadSubscription from None
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadSubscription
    if not _is_allowed(parts) and (parts.scheme != "https" or port not in {None, 443} or _is_bare(parts.hostname)):
        raise BadSubscription
    return endpoint


def _is_allowed(parts: SplitResult) -> bool:
    """Whether the address is a number in a network that the settings name."""
    if parts.scheme not in {"http", "https"}:
        return False
    try:
        address = ip_address("127.0.0.1" if parts.hostname == LOCAL else parts.hostname or "")
    except ValueError:
        return False
    return any(address in network for network in settings.PUSH_PRIVATE)


def _is_bare(host: str) -> bool:
    """A number, or a name without a dot: no push service has one."""
    return "." not in host or host.replace(".", "").isdigit() or ":" in host
