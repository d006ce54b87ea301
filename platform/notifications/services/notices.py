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
# No push is sent if a device in use acknowledges the notice within this time.
SEEN_WITHIN = timedelta(seconds=10)
TITLE_MAX, BODY_MAX = 200, 400


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNotice:
    """Input of `notify`: stores one notice per recipient under `tag` (`messages:<client id>`, `report:<report id>`).

    If the `subject` (such as a message's id) differs from the existing notice's, the notice becomes unopened again;
    otherwise it stays unchanged. `kind` is a value of `Kind`, `path` the path that the notice opens, `body` one line of
    text, and `count` the number of waiting events, if known. `to` has the recipients from `queries`. Texts that are
    too long are cut.
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
    unchanged.
    If a notice's push is still pending, its time stays.

    `at` is for imported data: every notice gets this time, and no push is requested.
    """
    left = {
        _id_of(one.user_id, new_notice.tag): (one, new_notice) for new_notice in new_notices for one in new_notice.to
    }
    written: list[Notice] = []
    while left:
        existing = changes.locked_each(Notice, left)
        # Read the time after locking. An earlier push has then ended, and a later push sees this write.
        timestamp = now() if at is None else at
        push_at = timestamp + SEEN_WITHIN if at is None else at
        again = [one for one in existing.values() if at is not None or one.subject != left[one.id][1].subject]
        # A pending push that is due after `push_at` was requested while the clock was ahead, so it is requested again.
        waiting = {
            notice.id: notice.push_at for notice in again if at is None and timestamp < notice.push_at <= push_at
        }
        changes.update_each(
            [
                (
                    notice,
                    _updated_fields(
                        notice, *left[notice.id], timestamp=timestamp, push_at=waiting.get(notice.id, push_at)
                    ),
                )
                for notice in again
            ]
        )
        missing = {notice_id: item for notice_id, item in left.items() if notice_id not in existing}
        new = [_new_row(notice_id, *item, timestamp=timestamp, push_at=push_at) for notice_id, item in missing.items()]
        stored = changes.ensure_each(new)
        if at is None:
            due = [notice for notice in (*again, *stored) if notice.id not in waiting]
            effects.each_after_commit(request_pushes, {f"{one.id}:{one.n}": push_at for one in due})
        written += [*again, *stored]
        for notice in stored:
            del missing[notice.id]
        left = missing  # A concurrent call inserted these rows first, so the next round updates them.
    return written


def mark_opened(*, client_id: UUID, side: str, tag: str) -> None:
    """Mark one side's notices under this tag as opened, because a thread was read or a report opened."""
    waiting = Notice.objects.filter(tag=tag, side=side, client_id=client_id, opened_at=None)
    held = changes.locked_each(Notice, list(waiting.values_list("id", flat=True)))
    open_each([notice for notice in held.values() if notice.opened_at is None])


def withdraw(*, client_id: UUID, side: str, tag: str, texts: Sequence[str], replacement: str) -> None:
    """Replace each body that is in `texts` in one side's notices of this tag, and hide earlier changes (LG10).

    Earlier changes are hidden in the notices of both sides, because a client's user who became an admin may still have
    notices of the client's side.
    """
    bodies = {_body(text) for text in texts}
    notices = Notice.objects.filter(tag=tag, client_id=client_id)
    for notice in changes.locked_each(Notice, list(notices.values_list("id", flat=True))).values():
        is_quoting = notice.side == side and notice.body in bodies
        changes.update(notice, body=replacement if is_quoting else notice.body)
        changes.hide(notice)


def _shared_fields(one: Recipient, new_notice: NewNotice, timestamp: datetime, push_at: datetime) -> dict[str, object]:
    """The fields that are the same for a new and for an updated notice."""
    return {
        "side": one.side,
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
    notice_id: UUID, one: Recipient, new_notice: NewNotice, *, timestamp: datetime, push_at: datetime
) -> Notice:
    fields = {"user_id": one.user_id, "tag": new_notice.tag, "count": new_notice.count or 1}
    since = {"open_since": timestamp, "unseen_since": timestamp}
    return Notice(id=notice_id, **fields, **since, **_shared_fields(one, new_notice, timestamp, push_at))


def _updated_fields(
    notice: Notice, one: Recipient, new_notice: NewNotice, *, timestamp: datetime, push_at: datetime
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
        **_shared_fields(one, new_notice, timestamp, push_at),
    }


def open_each(notices: Sequence[Notice]) -> None:
    """Mark notices as opened, because the recipients opened them or read their thread or report."""
    timestamp = now()
    fields = {"opened_at": timestamp, "count": 0, "unreached_at": None}
    changes.update_each([(notice, {**fields, "shown_at": notice.shown_at or timestamp}) for notice in notices])


def _id_of(user_id: UUID, tag: str) -> UUID:
    return uuid5(NAMESPACE, f"{user_id} {tag}")
