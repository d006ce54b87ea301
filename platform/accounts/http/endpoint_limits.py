"""Rate limits of the endpoints: the buckets that one request takes from, before any other work."""

from django.conf import settings
from django.http import HttpRequest

from accounts import services
from accounts.errors import TooManyMails, TooManyRequests
from accounts.http import known_devices, request_parsing
from accounts.limits import buckets, networks
from accounts.limits.buckets import Buckets, Limit, Requester
from core.actor import Actor
from sync.writes.db_executor import write


async def enforce_limits(
    request: HttpRequest,
    endpoint: str,
    limit: Limit = buckets.ENDPOINT,
    *,
    mailbox: str = "",
    account: str = "",
    code_of: str = "",
    caller: Actor | None = None,
) -> None:
    """Count one request against its requester, the `mailbox` that may get a mail, and the `account` whose password is
    tried. The result does not depend on whether that mailbox or account exists. Counts by session if a signed-in
    `caller` is given, and by device if the device is known to the account of `code_of`, the address of a mailed code.
    A rejected request is still noted as a request for the mailbox.

    Raises TooManyRequests, TooManyMails.
    """
    taken: Buckets = []
    if settings.AUTH_RATE_LIMITS:
        requester = known_devices.requester(request, code_of)
        if requester.is_known:
            taken = [(buckets.key_of(endpoint, requester.key), limit)]
        else:
            taken = _taken(request, endpoint, limit, mailbox, account, caller)
    if not mailbox and not taken:
        return
    empty = await write(services.admit, mailbox=mailbox, buckets=taken)
    if empty is not None:
        raise TooManyMails if empty.key.startswith(f"{buckets.MAIL}:") else TooManyRequests


def session_of(caller: Actor) -> Requester:
    """The requester of a signed-in user. Its buckets belong to the session, so nobody else can use them up."""
    return Requester(f"session {caller.session_id}", is_known=True)


def _taken(
    request: HttpRequest, endpoint: str, limit: Limit, mailbox: str, account: str, caller: Actor | None
) -> Buckets:
    """The buckets that a request takes from, in order."""
    narrow: Buckets = []
    is_known = False
    if account:
        by = session_of(caller) if caller else known_devices.requester(request, account)
        narrow += buckets.buckets(buckets.PASSWORD, account, by)
        is_known = by.is_known
    if mailbox:
        by = session_of(caller) if caller and mailbox == caller.email else known_devices.requester(request, mailbox)
        narrow += buckets.buckets(buckets.MAIL, mailbox, by)
        is_known |= by.is_known
        if not by.is_known:
            narrow.append((buckets.key_of(buckets.MAIL, "network", by.key), buckets.NETWORK_MAILS))
    if is_known and caller is None:
        # The shared bucket is last, so that a device that exceeds its own limit takes nothing from the other devices.
        return [*narrow, (buckets.key_of(endpoint, "known", account or mailbox), buckets.ENDPOINT)]
    # The network's bucket is first, because otherwise a requester could create a row for each made-up mailbox.
    return _endpoint_buckets(request, endpoint, limit, caller) + narrow


def _endpoint_buckets(request: HttpRequest, endpoint: str, limit: Limit, caller: Actor | None) -> Buckets:
    """The endpoint's buckets: of the session for a signed-in user, so that others behind the same address do not count
    against it; otherwise of the request's networks.
    """
    if caller is not None:
        return [(buckets.key_of(endpoint, session_of(caller).key), limit)]
    prefixes = networks.of(request_parsing.address(request))
    return [
        (buckets.key_of(endpoint, net), limit.times(buckets.SITE_FACTOR**wider)) for wider, net in enumerate(prefixes)
    ]
