"""Delivers notices: pushes to devices, emails for unseen notices, and marks for clients who open nothing."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from uuid import UUID

from django.conf import settings

from accounts import queries as accounts
from core.clock import iso, now
from mail import services as mail
from notifications import queries
from notifications.models import Kind, Notice, PushDevice, Side
from notifications.push_service import PushMessage
from notifications.services import DELIVER, PUSH, push_subject
from sync.effects import effects
from sync.log import changes

MAIL, UNREACHED = "notifications.mail", "notifications.unreached"
# An email follows if no device has acknowledged the notice by then.
MAILED_AFTER = timedelta(minutes=10)
# A user who has not opened an emailed notice gets no second email about it within a day.
MAILED_AGAIN_AFTER = timedelta(days=1)
UNREACHED_AFTER = timedelta(hours=48)
RETENTION = timedelta(days=60)
PUSHED_BODY_MAX = 200  # a push has room for 4 kB
LINES_MAX = 10
BATCH_SIZE = 1000

Outcome = Literal["taken", "gone", "refused"]


def enqueue_pushes(*, pushes: Collection[tuple[UUID, int]]) -> None:
    """Request a push of each due notice to each device of its recipient; also the later email and unreached check.

    `pushes` are pairs of a notice's id and its revision `n`. A recipient in quiet hours gets the push when they end.
    Runs in a constant number of queries.
    """
    held = changes.locked_each(Notice, {notice_id for notice_id, _ in pushes})
    notices = queries.with_kind_enabled([notice for notice in held.values() if notice.opened_at is None])
    timestamp = now()
    quiet = queries.quiet_until({notice.user_id for notice in notices.values()}, timestamp)
    later = {
        f"{notice_id}:{n}:{quiet[user_id]:%m%dT%H%M}": quiet[user_id]
        for notice_id, n in pushes
        if notice_id in notices and (user_id := notices[notice_id].user_id) in quiet
    }
    due = [notice for notice in notices.values() if notice.user_id not in quiet]
    unreached = {
        f"{notice.id}:{notice.open_since:%Y%m%dT%H%M%S%f}": notice.open_since + UNREACHED_AFTER
        for notice in due
        if notice.side == Side.CLIENT
    }
    unseen = [notice for notice in due if notice.shown_at is None]
    devices = queries.devices_of({notice.user_id for notice in unseen})
    parcels = [push_subject(notice, device.id) for notice in unseen for device in devices[notice.user_id]]
    effects.each_after_commit(kind=PUSH, subjects=later)
    effects.each_after_commit(kind=UNREACHED, subjects=unreached)
    effects.each_after_commit(kind=DELIVER, subjects=dict.fromkeys(parcels))
    mails = {f"{notice.id}:{notice.n}": timestamp + MAILED_AFTER for notice in unseen}
    effects.each_after_commit(kind=MAIL, subjects=mails)


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
    return PushMessage(device.endpoint, device.p256dh, device.auth, payload, topic=notice.id.hex)


def record_outcome(*, target: PushTarget, outcome: Outcome, reason: str = "") -> None:
    """Record the push service's response. Deletes the device if its subscription no longer exists."""
    if outcome == "taken":
        notice = changes.locked(Notice, target.notice_id)
        if notice is not None and notice.n == target.n and notice.pushed_at is None:
            changes.update(notice, pushed_at=now())
    device = changes.locked(PushDevice, target.device_id)
    if device is None:
        return
    if outcome == "gone":
        changes.delete(device)
    elif device.trouble != reason:
        changes.update(device, trouble=reason)


def email_unseen(*, notice_id: UUID) -> None:
    """Send one email about a notice that no device has acknowledged, and about the recipient's other unseen ones."""
    first = Notice.objects.filter(id=notice_id).first()
    timestamp = now()
    if first is None or not _wants_mail(first) or timestamp - first.unseen_since < MAILED_AFTER:
        return
    quiet_until = queries.quiet_until([first.user_id], timestamp).get(first.user_id)
    if quiet_until is not None:
        again = f"{first.id}:{first.n}:{quiet_until:%m%dT%H%M}"
        effects.after_commit(kind=MAIL, subject=again, due=quiet_until)
        return
    address = accounts.address_of(first.user_id)
    waiting = [notice for notice in _unseen(first.user_id) if _wants_mail(notice)]
    if address is None or not waiting:
        return
    mail_id = mail.send(
        kind="notices",
        to=address,
        link=f"{settings.SITE_URL}{waiting[0].path if len(waiting) == 1 else '/dashboard'}",
        what=summary(waiting),
        lines=[f"{notice.title}: {notice.body}" if notice.body else notice.title for notice in waiting[:LINES_MAX]],
    )
    changes.update_each([(notice, {"mailed_at": timestamp, "mail_id": mail_id}) for notice in waiting])


def mark_unreached(*, notice_id: UUID) -> None:
    """Mark a notice for the provider if its recipient has opened nothing for two days."""
    notice = changes.locked(Notice, notice_id)
    if notice is None or notice.opened_at is not None or notice.unreached_at is not None:
        return
    if now() - notice.open_since >= UNREACHED_AFTER and queries.is_kind_enabled(notice):
        changes.update(notice, unreached_at=now())


def prune() -> None:
    """Delete notices that are older than two months, at most 1000 per run."""
    old = Notice.objects.filter(told_at__lt=now() - RETENTION).order_by("client_id", "id")
    for notice_id in old.values_list("id", flat=True)[:BATCH_SIZE]:
        notice = changes.locked(Notice, notice_id)
        if notice is not None:
            changes.delete(notice)


def delete_admin_notices(*, user_id: UUID) -> None:
    """Delete the admin notices of a user who is no longer an admin."""
    notices = Notice.objects.filter(user_id=user_id, side=Side.PROVIDER)
    for notice in changes.locked_each(Notice, list(notices.values_list("id", flat=True))).values():
        changes.delete(notice)


def summary(waiting: list[Notice]) -> str:
    """`3 new messages and 1 new report`"""
    parts = []
    for kind, word in ((Kind.MESSAGE, "message"), (Kind.REPORT, "report")):
        count = sum(notice.count for notice in waiting if notice.kind == kind)
        if count:
            parts.append(f"{count} new {word}{'' if count == 1 else 's'}")
    return " and ".join(parts)


def _unseen(user_id: UUID) -> list[Notice]:
    """The recipient's unseen notices without test notices, the newest first; locked."""
    waiting = Notice.objects.filter(user_id=user_id, opened_at=None, shown_at=None).exclude(kind=Kind.TEST)
    ids = waiting.values_list("id", flat=True)
    held = changes.locked_each(Notice, list(ids))
    return sorted(held.values(), key=lambda one: one.told_at, reverse=True)


def _wants_mail(notice: Notice) -> bool:
    is_waiting = notice.opened_at is None and notice.shown_at is None
    is_due = notice.mailed_at is None or now() - notice.mailed_at >= MAILED_AGAIN_AFTER
    return is_waiting and is_due and queries.is_kind_enabled(notice)
