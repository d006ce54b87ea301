"""Emails about unseen notices, marks for notices that stay unopened, and the pruning of old notices."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings

from accounts import queries as accounts
from core.clock import now
from mail import services as mail
from notifications import queries
from notifications.models import Kind, Notice, Side
from sync.effects import effects
from sync.log import changes

# An email is sent if no device has acknowledged the notice within this time.
EMAIL_AFTER = timedelta(minutes=10)
# A user who has not opened an emailed notice gets no second email about it within this time.
EMAIL_AGAIN_AFTER = timedelta(days=1)
UNREACHED_AFTER = timedelta(hours=48)
LINES_MAX = 10  # notices that one email lists
BATCH_SIZE = 200  # notices that one transaction deletes


def email_notices(subjects: Sequence[str]) -> None:
    """Email unseen notices. Each subject is `<notice>:<n>`, and `:<time>` if quiet hours have postponed it."""
    for subject in subjects:
        email_unseen(notice_id=UUID(subject.split(":")[0]))


def email_unseen(*, notice_id: UUID) -> None:
    """Send one email about a notice that no device has acknowledged, and about the recipient's other unseen ones."""
    requested = Notice.objects.filter(id=notice_id).first()
    timestamp = now()
    if requested is None or not requested.is_followed_up or not _needs_email(requested):
        return
    # A time in the future comes from a wrong clock. It does not delay the email.
    if timedelta() <= timestamp - requested.unseen_since < EMAIL_AFTER:
        return
    user_id = requested.user_id
    quiet_until = queries.quiet_until([user_id], timestamp).get(user_id)
    if quiet_until is not None:
        postponed = f"{requested.id}:{requested.n}:{quiet_until:%m%dT%H%M}"
        effects.after_commit(email_notices, postponed, due=quiet_until)
        return
    address = accounts.address_of(user_id)
    notices = [notice for notice in _locked_unseen(user_id) if _needs_email(notice)]
    if address is None or not notices:
        return
    mail_id = mail.send(
        kind="notices",
        to=address,
        link=f"{settings.SITE_URL}{notices[0].path if len(notices) == 1 else '/dashboard'}",
        what=summary(notices),
        lines=[f"{notice.title}: {notice.body}" if notice.body else notice.title for notice in notices[:LINES_MAX]],
    )
    changes.update_each([(notice, {"mailed_at": timestamp, "mail_id": mail_id}) for notice in notices])


def check_unreached(subjects: Sequence[str]) -> None:
    """Mark notices that are still unopened. Each subject is `<notice>:<open_since>`."""
    for subject in subjects:
        mark_unreached(notice_id=UUID(subject.split(":")[0]))


def mark_unreached(*, notice_id: UUID) -> None:
    """Mark a notice for the admins if its recipient has not opened it for two days."""
    notice = changes.locked(Notice, notice_id)
    if notice is None or not notice.is_followed_up or notice.opened_at is not None or notice.unreached_at is not None:
        return
    if now() - notice.open_since >= UNREACHED_AFTER and queries.is_kind_enabled(notice):
        changes.update(notice, unreached_at=now())


def prune() -> int:
    """Delete a batch of notices that are older than KEEP_NOTICE_DAYS. Returns the size of the batch."""
    oldest = now() - timedelta(days=settings.RETENTION.notice_days)
    old = Notice.objects.filter(told_at__lt=oldest).order_by("client_id", "id")
    batch = list(old.values_list("id", flat=True)[:BATCH_SIZE])
    for notice_id in batch:
        notice = changes.locked(Notice, notice_id)
        if notice is not None:
            changes.delete(notice)
    return len(batch)


def delete_admin_notices(*, user_id: UUID) -> None:
    """Delete the admin notices of a user who is no longer an admin."""
    notices = Notice.objects.filter(user_id=user_id, side=Side.PROVIDER)
    for notice in changes.locked_each(Notice, list(notices.values_list("id", flat=True))).values():
        changes.delete(notice)


def summary(notices: list[Notice]) -> str:
    """The number of events of these notices in words, such as `3 new messages and 1 new report`."""
    parts = []
    for kind, word in ((Kind.MESSAGE, "message"), (Kind.REPORT, "report")):
        count = sum(notice.count for notice in notices if notice.kind == kind)
        if count:
            parts.append(f"{count} new {word}{'' if count == 1 else 's'}")
    return " and ".join(parts)


def _locked_unseen(user_id: UUID) -> list[Notice]:
    """The recipient's unseen notices that an email may list, locked, the newest first."""
    unseen = Notice.objects.filter(user_id=user_id, opened_at=None, shown_at=None)
    locked = changes.locked_each(Notice, [notice.id for notice in unseen if notice.is_followed_up])
    return sorted(locked.values(), key=lambda notice: notice.told_at, reverse=True)


def _needs_email(notice: Notice) -> bool:
    is_unseen = notice.opened_at is None and notice.shown_at is None
    is_due = notice.mailed_at is None or now() - notice.mailed_at >= EMAIL_AGAIN_AFTER
    return is_unseen and is_due and queries.is_kind_enabled(notice)
