"""Writes: people are told, say that they have seen it, and choose how they want to hear of things."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from core.clock import now
from core.ids import uuid7
from core.person import Person
from notifications import access, addresses, queries
from notifications.encryption import keys_of
from notifications.errors import BadSubscription, BadZone
from notifications.models import Kind, Notice, PushDevice, Side, Wishes
from sync import changes, effects

NAMESPACE = UUID("0a1f3f0e-92c4-4f64-9d5b-b1f0f5d3a7c1")
PUSH, DELIVER = "notifications.push", "notifications.deliver"
# So long a device that somebody looks at has to say that it has shown it; then nobody is called to another one.
SEEN_WITHIN = timedelta(seconds=10)
TITLE_MAX, BODY_MAX, AGENT_MAX = 200, 400, 400
# Each is an address that we call with every notice: nobody has so many browsers, and no stranger is called more often.
DEVICES_MOST = 20


@dataclass(frozen=True, slots=True)
class Told:
    """What a notice says."""

    client_id: UUID | None
    kind: str
    tag: str
    subject: str
    title: str
    body: str
    path: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a browser says of its push service."""

    endpoint: str
    p256dh: str
    auth: str


def tell(
    *,
    people: Collection[UUID],
    kind: str,
    client_id: UUID | None,
    tag: str,
    subject: str,
    title: str,
    body: str,
    path: str,
    count: int | None = None,
    at: datetime | None = None,
) -> None:
    """Have people told, in the transaction of what happened; who has switched such things off is not.

    There is one notice for each person and `tag` (`messages:<client id>`, `report:<report id>`): told again with another
    `subject` (the message's id) it comes up again, with the same it stays as it is. `kind` is of `Kind`; `path` is the
    app's address that it leads to, `body` one line of text, `count` how many such things wait, if that is known.

    `at` is for data that is brought in: it was told then, and nobody is called for it now.
    """
    told = Told(client_id, kind, tag, subject, title[:TITLE_MAX], " ".join(body.split())[:BODY_MAX], path, count)
    for listener in queries.listening(people, kind):
        if at is None:
            _tell_one(listener, told)
        else:
            _written(listener, told, moment=at, push_at=at)


def opened(*, client_id: UUID, side: str, tag: str) -> None:
    """What one side was told under this tag has been seen: a thread was read, a report opened."""
    waiting = Notice.objects.filter(tag=tag, side=side, client_id=client_id, opened_at=None)
    for notice_id in waiting.order_by("id").values_list("id", flat=True):
        notice = changes.locked(Notice, notice_id)
        if notice is not None and notice.opened_at is None:
            _open(notice)


def acknowledge(
    *, actor: Person, notice_id: UUID, n: int, what: Literal["shown", "opened"], device_id: UUID | None = None
) -> Notice:
    """A device has shown a notice's telling `n`, or its person has opened it; what was told since still waits.

    Raises NoticeNotFound, CardRequired.
    """
    access.own_notice(actor, notice_id)
    notice = changes.locked(Notice, notice_id)
    assert notice is not None
    if what == "opened" and notice.opened_at is None:
        _open(notice)
    elif what == "shown" and notice.shown_at is None and n >= notice.n:
        changes.update(notice, shown_at=now())
    if device_id is not None:
        device = changes.locked(PushDevice, device_id)
        if device is not None and device.user_id == actor.id:
            changes.update(device, shown_at=now(), trouble="")
    return notice


def keep_device(*, actor: Person, subscription: Subscription, user_agent: str) -> PushDevice:
    """This browser takes pushes for the caller from now on; said at every start, it changes nothing.

    Whoever had it before has it no more. Raises BadSubscription, CardRequired.
    """
    access.taking_part(actor)
    fields: dict[str, object] = {
        **_checked(subscription),
        "session_id": actor.session_id,
        "user_agent": user_agent[:AGENT_MAX],
    }
    fingerprint = sha256(subscription.endpoint.encode()).hexdigest()
    known = PushDevice.objects.filter(fingerprint=fingerprint).first()
    device = changes.locked(PushDevice, known.id) if known is not None else None
    if device is not None and device.user_id != actor.id:
        changes.delete(device)
        device = None
    if device is None:
        for surplus in queries.surplus_devices(actor.id, most=DEVICES_MOST - 1):
            changes.delete(surplus)
        device = PushDevice(id=uuid7(), user_id=actor.id, fingerprint=fingerprint, **fields)
        changes.insert(device)
    elif any(getattr(device, name) != value for name, value in fields.items()):
        changes.update(device, checked_at=now(), trouble="", **fields)
    return device


def remove_device(*, actor: Person, device_id: UUID) -> None:
    """No more pushes to it. Raises DeviceNotFound, CardRequired."""
    access.own_device(actor, device_id)
    device = changes.locked(PushDevice, device_id)
    if device is not None:
        changes.delete(device)


def test_device(*, actor: Person, device_id: UUID) -> Notice:
    """Send one push to one of the caller's devices, quiet hours or not. Raises DeviceNotFound, CardRequired."""
    access.own_device(actor, device_id)
    body, path = "This device will tell you of new messages and reports.", "/dashboard/settings/notifications"
    told = Told(None, Kind.TEST, f"test:{device_id}", str(uuid7()), "Notifications work", body, path)
    side = Side.PROVIDER if access.taking_part(actor).role == "admin" else Side.CLIENT
    moment = now()
    notice = _written(queries.Listener(actor.id, side), told, moment=moment, push_at=moment)
    effects.after_commit(kind=DELIVER, subject=parcel_name(notice, device_id))
    return notice


def save_wishes(*, actor: Person, **wishes: bool | int | str) -> Wishes:
    """Note when a person wants quiet, and what an admin wants to hear of; what is not named stays.

    Raises BadZone, CardRequired.
    """
    access.taking_part(actor)
    if wishes.get("zone"):
        try:
            ZoneInfo(str(wishes["zone"]))
        except (KeyError, ValueError, OSError):
            raise BadZone from None
    row = changes.locked(Wishes, actor.id)
    if row is None:
        row = Wishes(id=actor.id, **wishes)
        if changes.ensure(row):
            return row
        row = changes.locked(Wishes, actor.id)
        assert row is not None
    if any(getattr(row, name) != value for name, value in wishes.items()):
        changes.update(row, **wishes)
    return row


def parcel_name(notice: Notice, device_id: UUID) -> str:
    """What the effect of one push is called: a telling goes to a device once."""
    return f"{notice.id.hex}.{device_id.hex}.{notice.n}"


def _tell_one(listener: queries.Listener, told: Told) -> None:
    before = changes.locked(Notice, _id_of(listener.user_id, told.tag))
    if before is not None and before.subject == told.subject:
        return
    moment = now()
    waits = before is not None and before.push_at > moment
    push_at = before.push_at if before is not None and waits else moment + SEEN_WITHIN
    notice = _written(listener, told, moment=moment, push_at=push_at)
    if not waits:
        effects.after_commit(kind=PUSH, subject=f"{notice.id}:{notice.n}", due=push_at)


def _written(listener: queries.Listener, told: Told, *, moment: datetime, push_at: datetime) -> Notice:
    """The person's notice of this tag, saying this from `moment` on."""
    said = {"kind": told.kind, "subject": told.subject, "title": told.title, "body": told.body, "path": told.path}
    fresh = {"side": listener.side, "client_id": told.client_id, "told_at": moment, "push_at": push_at, **said}
    first = told.count or 1
    notice_id = _id_of(listener.user_id, told.tag)
    notice = changes.locked(Notice, notice_id)
    if notice is None:
        since = {"open_since": moment, "unseen_since": moment}
        notice = Notice(id=notice_id, user_id=listener.user_id, tag=told.tag, count=first, **fresh, **since)
        # Two who tell at once: the second finds the first's row.
        return notice if changes.ensure(notice) else _written(listener, told, moment=moment, push_at=push_at)
    was_opened, was_seen = notice.opened_at is not None, notice.shown_at is not None
    changes.update(
        notice,
        n=notice.n + 1,
        count=told.count or (1 if was_opened else notice.count + 1),
        open_since=moment if was_opened else notice.open_since,
        unseen_since=moment if was_opened or was_seen else notice.unseen_since,
        mailed_at=None if was_opened else notice.mailed_at,
        pushed_at=None,
        shown_at=None,
        opened_at=None,
        **fresh,
    )
    return notice


def _open(notice: Notice) -> None:
    moment = now()
    changes.update(notice, opened_at=moment, shown_at=notice.shown_at or moment, count=0, unreached_at=None)


def _id_of(user_id: UUID, tag: str) -> UUID:
    return uuid5(NAMESPACE, f"{user_id} {tag}")


def _checked(subscription: Subscription) -> dict[str, str]:
    """Raises BadSubscription."""
    try:
        keys_of(subscription.p256dh, subscription.auth)
    except ValueError:
        raise BadSubscription from None
    return {
        "endpoint": addresses.checked(subscription.endpoint),
        "p256dh": subscription.p256dh,
        "auth": subscription.auth,
    }
