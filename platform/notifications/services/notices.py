"""Stores notices, one for each recipient and tag, in a constant number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from core.clock import now
from notifications.effects.pushes import request_pushes
from notifications.models import Notice
from notifications.queries import Recipient
from sync.effects import effects
from sync.log import changes

NAMESPACE = UUID("0a1f3f0e-92c4-4f64-9d5b-b1f0f5d3a7c1")
# A push is sent this long after its notice, unless a device in use acknowledges the notice before.
PUSH_DELAY = timedelta(seconds=10)
TITLE_MAX, BODY_MAX = 200, 400


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNotice:
    """Input of `notify`, which stores one notice for each recipient and `tag`, such as `report:<report id>`.

    If the `subject` (such as a message's id) differs from the existing notice's, the notice becomes unopened again;
    otherwise it stays unchanged. `kind` is a value of `Kind`, `path` the path that the notice opens, `body` one line of
    text, and `count` the number of unread events, if known. `to` has the recipients from `queries.locked_recipients`.
    Texts that are too long are cut.
    """

    to: Sequence[Recipient]
    client_id: UUID | None
    kind: str
    tag: str
    subject: str
    title: str
    body: str
    path: str
    count: int | None = None


def notify(new_notices: Sequence[NewNotice], *, at: datetime | None = None) -> list[Notice]:
    """Store notices in the caller's transaction and request their pushes. Returns the notices that it wrote.

    If two inputs have the same recipient and tag, the last one counts. A notice that already has the subject stays
    unchanged. If a notice's push is still pending, the push keeps its time.

    `at` is for imported data: every notice gets this time, and no push is requested.
    """
    remaining = {
        _id_of(recipient.user_id, new_notice.tag): (recipient, new_notice)
        for new_notice in new_notices
        for recipient in new_notice.to
    }
    written: list[Notice] = []
    while remaining:
        existing = changes.locked_each(Notice, remaining)
        # Read the time after locking. An earlier push has then ended, and a later push sees this write.
        timestamp = now() if at is None else at
        push_at = timestamp + PUSH_DELAY if at is None else at
        updated = [one for one in existing.values() if at is not None or one.subject != remaining[one.id][1].subject]
        # A pending push that is due after `push_at` was requested while the clock was ahead, so it is requested again.
        pending = {
            notice.id: notice.push_at for notice in updated if at is None and timestamp < notice.push_at <= push_at
        }
        changes.update_each(
            [
                (
                    notice,
                    _updated_fields(
                        notice, *remaining[notice.id], timestamp=timestamp, push_at=pending.get(notice.id, push_at)
                    ),
                )
                for notice in updated
            ]
        )
        missing = {notice_id: item for notice_id, item in remaining.items() if notice_id not in existing}
        new = [_new_row(notice_id, *item, timestamp=timestamp, push_at=push_at) for notice_id, item in missing.items()]
        stored = changes.ensure_each(new)
        # A notice that was deleted, such as a removed admin's, gets a revision that it never had, because a push of the
        # same revision is sent only once. Each revision was a version of the row.
        changes.update_each([(notice, {"n": notice.v}) for notice in stored if notice.v > 1])
        if at is None:
            due = [notice for notice in (*updated, *stored) if notice.id not in pending]
            effects.each_after_commit(request_pushes, {f"{one.id}:{one.n}": push_at for one in due})
        written += [*updated, *stored]
        for notice in stored:
            del missing[notice.id]
        remaining = missing  # A concurrent call inserted these rows first, so the next round updates them.
    return written


def mark_opened(*, client_id: UUID, side: str, tag: str) -> None:
    """Mark one side's notices under this tag as opened, because a thread was read or a report opened."""
    unopened = Notice.objects.filter(tag=tag, side=side, client_id=client_id, opened_at=None)
    locked = changes.locked_each(Notice, list(unopened.values_list("id", flat=True)))
    mark_each_opened([notice for notice in locked.values() if notice.opened_at is None])


def withdraw(*, client_id: UUID, side: str, tag: str, texts: Sequence[str] | None, replacement: str) -> None:
    """Replace each body that is in `texts` in one side's notices of this tag, and hide earlier changes (LG10).

    With `texts=None`, replaces every body. The event may happen again, so such a notice has no subject any more.
    Earlier changes are hidden in the notices of both sides, because a client's user who became an admin may still have
    notices of the client's side.
    """
    bodies = None if texts is None else {_body(text) for text in texts}
    notices = Notice.objects.filter(tag=tag, client_id=client_id)
    for notice in changes.locked_each(Notice, list(notices.values_list("id", flat=True))).values():
        is_quoting = notice.side == side and (bodies is None or notice.body in bodies)
        changes.update(notice, **({"subject": "", "body": replacement} if is_quoting else {"body": notice.body}))
        changes.hide(notice)


def withdraw_shared(
    *, user_ids: Sequence[UUID], tag: str, subject: str, replacement: str, others_title: str, others_path: str
) -> None:
    """Withdraw one event from users' notices of this tag, which several events share, and hide earlier changes (LG10).

    If it is a notice's last event, the notice has no subject any more, because the event may happen again. The notice
    gets the replacement as its body and is opened, or is about its other unread events.
    """
    notices = list(changes.locked_each(Notice, [_id_of(user_id, tag) for user_id in user_ids]).values())
    quoting = [notice for notice in notices if notice.subject == subject]
    mark_each_opened([notice for notice in quoting if notice.opened_at is None and notice.count == 1])
    for notice in notices:
        if notice not in quoting:
            changes.update(notice, body=notice.body)
        elif notice.count == 0:
            changes.update(notice, subject="", body=replacement)
        else:
            others = {"title": others_title, "body": "", "path": others_path, "count": notice.count - 1}
            changes.update(notice, subject="", **others)
        changes.hide(notice)


def _shared_fields(
    recipient: Recipient, new_notice: NewNotice, timestamp: datetime, push_at: datetime
) -> dict[str, object]:
    """The fields that are the same for a new and for an updated notice."""
    return {
        "side": recipient.side,
        "client_id": new_notice.client_id,
        "told_at": timestamp,
        "push_at": push_at,
        "kind": new_notice.kind,
        "subject": new_notice.subject,
        "title": new_notice.title[:TITLE_MAX],
        "body": _body(new_notice.body),
        "path": new_notice.path,
    }


def _body(text: str) -> str:
    return " ".join(text.split())[:BODY_MAX]


def _new_row(
    notice_id: UUID, recipient: Recipient, new_notice: NewNotice, *, timestamp: datetime, push_at: datetime
) -> Notice:
    fields = {"user_id": recipient.user_id, "tag": new_notice.tag, "count": new_notice.count or 1}
    since = {"open_since": timestamp, "unseen_since": timestamp}
    return Notice(id=notice_id, **fields, **since, **_shared_fields(recipient, new_notice, timestamp, push_at))


def _updated_fields(
    notice: Notice, recipient: Recipient, new_notice: NewNotice, *, timestamp: datetime, push_at: datetime
) -> dict[str, object]:
    was_opened, was_seen = notice.opened_at is not None, notice.shown_at is not None
    return {
        "n": notice.n + 1,
        "count": new_notice.count or (1 if was_opened else notice.count + 1),
        "open_since": timestamp if was_opened else notice.open_since,
        "unseen_since": timestamp if was_opened or was_seen else notice.unseen_since,
        "mailed_at": None if was_opened else notice.mailed_at,
        "pushed_at": None,
        "shown_at": None,
        "opened_at": None,
        **_shared_fields(recipient, new_notice, timestamp, push_at),
    }


def mark_each_opened(notices: Sequence[Notice]) -> None:
    """Mark notices as opened, because their recipients have opened them or have read the thread or report."""
    timestamp = now()
    fields = {"opened_at": timestamp, "count": 0, "unreached_at": None}
    changes.update_each([(notice, {**fields, "shown_at": notice.shown_at or timestamp}) for notice in notices])


def _id_of(user_id: UUID, tag: str) -> UUID:
    return uuid5(NAMESPACE, f"{user_id} {tag}")
