"""Rate limits of the endpoints: what one request takes from which buckets, before anything else is done for it."""

from django.conf import settings
from django.http import HttpRequest

from accounts import services
from accounts.errors import TooManyMails, TooManyRequests
from accounts.http import known_devices, request_parsing
from accounts.limits import buckets, networks
from accounts.limits.buckets import Buckets, Limit, Requester
from core.actor import Person
from sync.writes.db_executor import write


async def pass_through(
    request: HttpRequest,
    door: str,
    limit: Limit = buckets.DOOR,
    *,
    mailbox: str = "",
    account: str = "",
    code_of: str = "",
    person: Person | None = None,
) -> None:
    """Count one request: for its requester, for a `mailbox` that may get a mail, for an `account` whose password is
    tried. Whether anybody has that mailbox or account plays no part. A signed-in `person` is counted by session, and a
    device that knows the account of `code_of`, to which a code was mailed, by itself. The request has named the mailbox
    even if it is refused.

    Raises TooManyRequests, TooManyMails.
    """
    taken: Buckets = []
    if settings.AUTH_RATE_LIMITS:
        reader = known_devices.requester(request, code_of)
        if reader.is_known:
            taken = [(buckets.key_of(door, reader.key), limit)]
        else:
            taken = _taken(request, door, limit, mailbox, account, person)
    if not mailbox and not taken:
        return
    empty = await write(services.admit, mailbox=mailbox, buckets=taken)
    if empty is not None:
        raise TooManyMails if empty.key.startswith(f"{buckets.MAIL}:") else TooManyRequests


def session_of(person: Person) -> Requester:
    """A signed-in requester: nobody else can use up what its session gets."""
    return Requester(f"session {person.session_id}", is_known=True)


def _taken(request: HttpRequest, door: str, limit: Limit, mailbox: str, account: str, person: Person | None) -> Buckets:
    """The buckets that a request takes from, in this order."""
    narrow: Buckets = []
    is_known = False
    if account:
        by = session_of(person) if person else known_devices.requester(request, account)
        narrow += buckets.buckets(buckets.PASSWORD, account, by)
        is_known = by.is_known
    if mailbox:
        by = session_of(person) if person and mailbox == person.email else known_devices.requester(request, mailbox)
        narrow += buckets.buckets(buckets.MAIL, mailbox, by)
        is_known |= by.is_known
        if not by.is_known:
            narrow.append((buckets.key_of(buckets.MAIL, "network", by.key), buckets.NETWORK_MAILS))
    if is_known and person is None:
        # Last, because one of an account's devices must not use up what its other devices get.
        return [*narrow, (buckets.key_of(door, "known", account or mailbox), buckets.DOOR)]
    # First, because a requester without a limit could have a row stored for each made-up mailbox.
    return _of_door(request, door, limit, person) + narrow


def _of_door(request: HttpRequest, door: str, limit: Limit, person: Person | None) -> Buckets:
    """By session, so that neighbours behind one address take nothing from a signed-in person; else by network."""
    if person is not None:
        return [(buckets.key_of(door, session_of(person).key), limit)]
    found = networks.of(request_parsing.address(request))
    return [(buckets.key_of(door, net), limit.times(buckets.SITE_FACTOR**wider)) for wider, net in enumerate(found)]
