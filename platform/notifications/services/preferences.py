"""Writes of acknowledgements, push devices, and notification preferences."""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction

from accounts import services as accounts
from accounts.limits import buckets
from core.actor import Actor
from core.clock import now
from core.ids import uuid7
from notifications import access, push_addresses, queries
from notifications.effects.pushes import deliver, push_subject
from notifications.encryption import keys_of
from notifications.errors import BadSubscription, BadZone, NoticeNotFound, TooManyTestPushes
from notifications.models import Kind, Notice, Preferences, PushDevice, Side
from notifications.services.notices import NewNotice, mark_each_opened, notify
from sync.effects import effects
from sync.log import changes

AGENT_MAX = 400
# The server calls each device's URL for every notice. No user has more browsers than this, and the limit bounds the
# calls to URLs that a hostile user registers.
DEVICES_MAX = 20
# Test pushes are limited, because each calls a URL that the user has registered, in a thread that all users share.
TESTS = buckets.Limit(10, 10, timedelta(minutes=10))


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser's push subscription."""

    endpoint: str
    p256dh: str
    auth: str


def acknowledge(
    *, actor: Actor, notice_id: UUID, n: int, what: Literal["shown", "opened"], device_id: UUID | None = None
) -> Notice:
    """Record that a device has shown revision `n` of a notice, or that its recipient has opened it.

    If the device has shown only an earlier revision, the notice stays unseen. Raises NoticeNotFound, CardRequired.
    """
    access.must_own_notice(actor, notice_id)
    notice = changes.locked(Notice, notice_id)
    if notice is None:
        raise NoticeNotFound
    if what == "opened" and notice.opened_at is None:
        mark_each_opened([notice])
    elif what == "shown" and notice.shown_at is None and n >= notice.n:
        changes.update(notice, shown_at=now())
    if device_id is not None:
        device = changes.locked(PushDevice, device_id)
        if device is not None and device.user_id == actor.id:
            changes.update(device, shown_at=now(), trouble="")
    return notice


def register_device(*, actor: Actor, subscription: Subscription, user_agent: str) -> PushDevice:
    """Register this browser for the caller's pushes. A repeated call changes nothing.

    If another user has registered this browser before, deletes that registration. Raises BadSubscription, CardRequired.
    """
    access.must_be_member(actor)
    fields: dict[str, object] = {
        **_validated(subscription),
        "session_id": actor.session_id,
        "user_agent": user_agent[:AGENT_MAX],
    }
    fingerprint = sha256(subscription.endpoint.encode()).hexdigest()
    device = _locked_device(fingerprint)
    if device is not None and device.user_id != actor.id:
        changes.delete(device)
        device = None
    if device is None:
        for surplus in queries.surplus_devices(actor.id, limit=DEVICES_MAX - 1):
            changes.delete(surplus)
        device = PushDevice(id=uuid7(), user_id=actor.id, fingerprint=fingerprint, **fields)
        try:
            with transaction.atomic():
                changes.insert(device)
        except IntegrityError:  # another tab has registered this browser meanwhile
            device = _locked_device(fingerprint)
            if device is None or device.user_id != actor.id:
                raise
    elif differing := changes.differing(device, **fields):
        changes.update(device, checked_at=now(), trouble="", **differing)
    return device


def _locked_device(fingerprint: str) -> PushDevice | None:
    existing = PushDevice.objects.filter(fingerprint=fingerprint).first()
    return changes.locked(PushDevice, existing.id) if existing is not None else None


def remove_device(*, actor: Actor, device_id: UUID) -> None:
    """Stop pushes to a device. Raises DeviceNotFound, CardRequired."""
    access.must_own_device(actor, device_id)
    device = changes.locked(PushDevice, device_id)
    if device is not None:
        changes.delete(device)


def test_device(*, actor: Actor, device_id: UUID) -> Notice:
    """Send a test push to one of the caller's devices, even in quiet hours.

    Raises DeviceNotFound, CardRequired, TooManyTestPushes.
    """
    access.must_own_device(actor, device_id)
    exhausted = accounts.take(buckets=[(buckets.key_of("push-test", str(actor.id)), TESTS)])
    if exhausted is not None:
        raise TooManyTestPushes(retry_after=exhausted.wait_s)
    side = Side.PROVIDER if access.must_be_member(actor).role == "admin" else Side.CLIENT
    test = NewNotice(
        to=[queries.Recipient(actor.id, side)],
        client_id=None,
        kind=Kind.TEST,
        tag=f"test:{device_id}",
        subject=str(uuid7()),
        title="Notifications work",
        body="This device will tell you of new messages and reports.",
        path="/dashboard/settings/notifications",
    )
    [notice] = notify([test], at=now())
    effects.after_commit(deliver, push_subject(notice, device_id))
    return notice


def save_preferences(*, actor: Actor, **preferences: bool | int | str) -> Preferences:
    """Store a user's quiet hours and an admin's switches; fields that are not given stay unchanged.

    Raises BadZone, CardRequired.
    """
    access.must_be_member(actor)
    if preferences.get("zone"):
        try:
            ZoneInfo(str(preferences["zone"]))
        except (KeyError, ValueError, OSError):
            raise BadZone from None
    row = changes.locked_or_stored(Preferences(id=actor.id, **preferences))
    if differing := changes.differing(row, **preferences):
        changes.update(row, **differing)
    return row


def _validated(subscription: Subscription) -> dict[str, str]:
    """The subscription's fields. Raises BadSubscription."""
    try:
        keys_of(subscription.p256dh, subscription.auth)
    except ValueError:
        raise BadSubscription from None
    return {
        "endpoint": push_addresses.validate(subscription.endpoint),
        "p256dh": subscription.p256dh,
        "auth": subscription.auth,
    }
