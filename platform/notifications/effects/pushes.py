"""Pushes notices to the devices of their recipients."""

import json
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from urllib.parse import urlsplit
from uuid import UUID

from core.clock import iso, now
from notifications import queries
from notifications.effects import delivery
from notifications.errors import PushRejected, PushServiceUnavailable, SubscriptionExpired
from notifications.models import Notice, PushDevice, Side
from notifications.providers import push_service
from notifications.push_message import PushMessage
from sync.effects import effects
from sync.effects.reactions import Queue
from sync.effects.user_budget import UserBudget
from sync.log import changes
from sync.writes.db_executor import write_now

# Pushes have their own queue, so that a slow push service delays no other effect. The queue is polled often, because
# users wait for pushes.
PUSHES = Queue("pushes", timedelta(minutes=1))
PUSH_BATCH_SIZE = 25  # notices per transaction, so that other writers wait for 10 ms at most
PUSHED_BODY_MAX = 200  # characters; a push has room for 4 kB
# The push services of browsers respond within 0.2 s, so the budgets are enough for hundreds of pushes in ten minutes. A
# host that does not respond uses up its own budget, not that of the user's devices at other hosts.
BUDGET = UserBudget(time.monotonic, budget_s=120)
HOST_BUDGET = UserBudget(time.monotonic, budget_s=60)

Outcome = Literal["accepted", "expired", "rejected"]


def request_pushes(subjects: Sequence[str]) -> None:
    """Request pushes of notices. A subject is `<notice>:<n>`, and `:<time>` if quiet hours have postponed it."""
    parts = [subject.split(":") for subject in subjects]
    enqueue_pushes(pushes=[(UUID(notice_id), int(n)) for notice_id, n, *_ in parts])


def deliver(subject: str) -> None:
    """Send one push. A repeat replaces the first on the device, so it is harmless. The subject is a `push_subject`.

    A push service that does not respond is tried for as long as it would store a push for a device that is off.
    Raises PushServiceUnavailable, Postponed.
    """
    target = PushTarget.parse(subject)
    message = write_now(push_message, target=target)
    if message is None:
        return
    host = urlsplit(message.endpoint).netloc
    try:
        with BUDGET.spending(message.user_id), HOST_BUDGET.spending((message.user_id, host)):
            push_service.send(message)
    except SubscriptionExpired:
        write_now(record_outcome, target=target, outcome="expired")
    except PushRejected as error:
        write_now(record_outcome, target=target, outcome="rejected", reason=f"The push service refused: {error}")
    except PushServiceUnavailable as error:
        if now() - message.event_at < timedelta(seconds=push_service.TTL_S):
            raise
        write_now(record_outcome, target=target, outcome="rejected", reason=f"The push service failed: {error}")
    else:
        write_now(record_outcome, target=target, outcome="accepted")


def enqueue_pushes(*, pushes: Collection[tuple[UUID, int]]) -> None:
    """Request the push of each notice to each device of its recipient, the later email, and the check of unopened ones.

    `pushes` are pairs of a notice's id and its revision `n`. A recipient in quiet hours gets the push when they end.
    Runs in a constant number of queries.
    """
    locked = changes.locked_each(Notice, {notice_id for notice_id, _ in pushes})
    notices = queries.with_kind_enabled([notice for notice in locked.values() if notice.opened_at is None])
    timestamp = now()
    quiet_until = queries.quiet_until({notice.user_id for notice in notices.values()}, timestamp)
    postponed = {
        f"{notice_id}:{n}:{quiet_until[user_id]:%m%dT%H%M}": quiet_until[user_id]
        for notice_id, n in pushes
        if notice_id in notices and (user_id := notices[notice_id].user_id) in quiet_until
    }
    due = [notice for notice in notices.values() if notice.user_id not in quiet_until]
    unreached_checks = {
        f"{notice.id}:{notice.open_since:%Y%m%dT%H%M%S%f}": notice.open_since + delivery.UNREACHED_AFTER
        for notice in due
        if notice.side == Side.CLIENT and notice.is_followed_up
    }
    unseen = [notice for notice in due if notice.shown_at is None]
    devices = queries.devices_of({notice.user_id for notice in unseen})
    subjects = [push_subject(notice, device.id) for notice in unseen for device in devices[notice.user_id]]
    effects.each_after_commit(request_pushes, postponed)
    effects.each_after_commit(delivery.check_unreached, unreached_checks)
    effects.each_after_commit(deliver, dict.fromkeys(subjects))
    emailed = [notice for notice in unseen if notice.is_followed_up]
    emails = {f"{notice.id}:{notice.n}": timestamp + delivery.EMAIL_AFTER for notice in emailed}
    effects.each_after_commit(delivery.email_notices, emails)


@dataclass(frozen=True, slots=True)
class PushTarget:
    """The target of one push, as parsed from its effect's subject."""

    notice_id: UUID
    device_id: UUID
    n: int

    @classmethod
    def parse(cls, subject: str) -> "PushTarget":
        notice, device, n = subject.split(".")
        return cls(UUID(notice), UUID(device), int(n))


def push_message(*, target: PushTarget) -> PushMessage | None:
    """The push to send now, or None if the notice was seen or updated meanwhile, or if the device is gone."""
    notice = Notice.objects.filter(id=target.notice_id, n=target.n, opened_at=None, shown_at=None).first()
    if notice is None or not queries.is_kind_enabled(notice):
        return None
    devices = queries.devices_of([notice.user_id])[notice.user_id]
    device = next((one for one in devices if one.id == target.device_id), None)
    if device is None:
        return None
    data = {
        "user": str(notice.user_id),
        "id": str(notice.id),
        "n": notice.n,
        "device": str(device.id),
        "tag": notice.tag,
        "title": notice.title,
        "body": notice.body[:PUSHED_BODY_MAX],
        "path": notice.path,
        "badge": queries.badge_of(notice.user_id),
        "at": iso(notice.told_at),
    }
    payload = json.dumps(data, ensure_ascii=False).encode()
    return PushMessage(
        notice.user_id, device.endpoint, device.p256dh, device.auth, payload, notice.id.hex, notice.told_at
    )


def record_outcome(*, target: PushTarget, outcome: Outcome, reason: str = "") -> None:
    """Record the push service's response. Deletes the device if its subscription no longer exists."""
    if outcome == "accepted":
        notice = changes.locked(Notice, target.notice_id)
        if notice is not None and notice.n == target.n and notice.pushed_at is None:
            changes.update(notice, pushed_at=now())
    device = changes.locked(PushDevice, target.device_id)
    if device is None:
        return
    if outcome == "expired":
        changes.delete(device)
    elif device.trouble != reason:
        changes.update(device, trouble=reason)


def push_subject(notice: Notice, device_id: UUID) -> str:
    """The subject of one push's effect. It is unique, so each revision of a notice goes to a device once."""
    return f"{notice.id.hex}.{device_id.hex}.{notice.n}"
