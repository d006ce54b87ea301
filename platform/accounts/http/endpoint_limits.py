"""Rate limits of the endpoints. Each request takes a token from each of its buckets, before any other work."""

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
    tried. The result does not depend on whether that mailbox or account exists.

    `code_of` is the address that a mailed code was sent to. If its account knows the device, only the device's own
    bucket counts. Otherwise the session of a signed-in `caller` counts, or the network. A request for a mailbox is
    recorded even if it is rejected. Raises TooManyRequests, TooManyMails.
    """
    request_buckets: Buckets = []
    if settings.AUTH_RATE_LIMITS:
        requester = known_devices.requester(request, code_of)
        if requester.is_known:
            request_buckets = [(buckets.key_of(endpoint, requester.key), limit)]
        else:
            request_buckets = _buckets_of(request, endpoint, limit, mailbox, account, caller)
    if not mailbox and not request_buckets:
        return
    empty = await write(services.admit_request, mailbox=mailbox, buckets=request_buckets)
    if empty is not None:
        raise TooManyMails if empty.key.startswith(f"{buckets.MAIL}:") else TooManyRequests


def session_requester(caller: Actor) -> Requester:
    """The requester of a signed-in user. Its buckets belong to the session, so nobody else can use them up."""
    return Requester(f"session {caller.session_id}", is_known=True)


def _buckets_of(
    request: HttpRequest, endpoint: str, limit: Limit, mailbox: str, account: str, caller: Actor | None
) -> Buckets:
    """The buckets that a request takes from, in order."""
    subject_buckets: Buckets = []
    is_known = False
    if account:
        by = session_requester(caller) if caller else known_devices.requester(request, account)
        subject_buckets += buckets.buckets(buckets.PASSWORD, account, by)
        is_known = by.is_known
    if mailbox:
        by = (
            session_requester(caller)
            if caller and mailbox == caller.email
            else known_devices.requester(request, mailbox)
        )
        subject_buckets += buckets.buckets(buckets.MAIL, mailbox, by)
        is_known |= by.is_known
        if not by.is_known:
            subject_buckets.append((buckets.key_of(buckets.MAIL, "network", by.key), buckets.NETWORK_MAILS))
    if is_known and caller is None:
        # The bucket that all known devices share is last, so that a device over its own limit takes nothing from it.
        return [*subject_buckets, (buckets.key_of(endpoint, "known", account or mailbox), buckets.ENDPOINT)]
    # The network's bucket is first, because otherwise a requester could create a row for each made-up mailbox.
    return _endpoint_buckets(request, endpoint, limit, caller) + subject_buckets


def _endpoint_buckets(request: HttpRequest, endpoint: str, limit: Limit, caller: Actor | None) -> Buckets:
    """The endpoint's buckets. A signed-in user has one for the session, so that other users behind the same IP address
    do not use it up. For other requests these are the buckets of the networks that contain the address.
    """
    if caller is not None:
        return [(buckets.key_of(endpoint, session_requester(caller).key), limit)]
    prefixes = networks.of(request_parsing.client_address(request))
    return [
        (buckets.key_of(endpoint, net), limit.times(buckets.SITE_FACTOR**wider)) for wider, net in enumerate(prefixes)
    ]
