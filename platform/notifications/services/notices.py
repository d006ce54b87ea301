"""Has people told of things: one notice for each person and what it is about, as many statements for a hundred as for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from core.clock import now
from notifications.models import Notice
from notifications.queries import Listener
from sync.effects import effects
from sync.log import changes

NAMESPACE = UUID("0a1f3f0e-92c4-4f64-9d5b-b1f0f5d3a7c1")
PUSH = "notifications.push"
# So long a device that somebody looks at has to say that it has shown it; then nobody is called to another one.
SEEN_WITHIN = timedelta(seconds=10)
TITLE_MAX, BODY_MAX = 200, 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What people are told, one notice for each of them and `tag` (`messages:<client id>`, `report:<report id>`).

    Told again with another `subject` (the message's id) it comes up again, with the same it stays as it is. `kind` is of
    `Kind`; `path` is the app's address that it leads to, `body` one line of text, `count` how many such things wait, if that
    is known. Who hears of such things says `queries.who_hears`. Texts that are too long are cut.
    """

    to: Sequence[Listener]
    client_id: UUID | None
    kind: str
    tag: str
    subject: str
    title: str
    body: str
    path: str
    count: int | None = None


def tell(tellings: Sequence[Telling], *, at: datetime | None = None) -> list[Notice]:
    """Have people told, in the transaction of what happened, and pushed seconds later; answers with what is new to them.

    Of the same tag the last one counts. Who says it already stays as it is, and whose push still waits is pushed when it
    would have been.

    `at` is for data that is brought in: all say it as of then, and nobody is called for it now.
    """
    left = {_id_of(one.user_id, telling.tag): (one, telling) for telling in tellings for one in telling.to}
    found: list[Notice] = []
    while left:
        known = changes.locked_each(Notice, left)
        # Read under the locks: a push that began before has had them, and what still waits then will find this.
        moment = now() if at is None else at
        push_at = moment + SEEN_WITHIN if at is None else at
        again = [one for one in known.values() if at is not None or one.subject != left[one.id][1].subject]
        waiting = {notice.id: notice.push_at for notice in again if at is None and notice.push_at > moment}
        changes.update_each(
            [
                (notice, _again(notice, *left[notice.id], moment=moment, push_at=waiting.get(notice.id, push_at)))
                for notice in again
            ]
        )
        missing = {notice_id: said for notice_id, said in left.items() if notice_id not in known}
        new = [_first(notice_id, *said, moment=moment, push_at=push_at) for notice_id, said in missing.items()]
        stored = changes.ensure_each(new)
        if at is None:
            due = [notice for notice in (*again, *stored) if notice.id not in waiting]
            effects.each_after_commit(kind=PUSH, subjects={f"{one.id}:{one.n}": push_at for one in due})
        found += [*again, *stored]
        for notice in stored:
            del missing[notice.id]
        left = missing  # Two who tell at once: the second finds the first's rows.
    return found


def opened(*, client_id: UUID, side: str, tag: str) -> None:
    """What one side was told under this tag has been seen: a thread was read, a report opened."""
    waiting = Notice.objects.filter(tag=tag, side=side, client_id=client_id, opened_at=None)
    held = changes.locked_each(Notice, list(waiting.values_list("id", flat=True)))
    open_each([notice for notice in held.values() if notice.opened_at is None])


def withdraw(*, client_id: UUID, side: str, tag: str, texts: Sequence[str], instead: str) -> None:
    """Put `instead` for a body that is one of `texts` in one side's notices of this tag, and hide earlier ones (LG10).

    Earlier changes are hidden in notices of both sides: a client who became an admin has quotes of their former side.
    """
    bodies = {_body(text) for text in texts}
    told = Notice.objects.filter(tag=tag, client_id=client_id)
    for notice in changes.locked_each(Notice, list(told.values_list("id", flat=True))).values():
        is_quoting = notice.side == side and notice.body in bodies
        changes.update(notice, body=instead if is_quoting else notice.body)
        changes.hide(notice)


def _said(one: Listener, telling: Telling, moment: datetime, push_at: datetime) -> dict[str, object]:
    """What a notice says, whether for the first time or again."""
    return {
        "side": one.side,
        "client_id": telling.client_id,
        "told_at": moment,
        "push_at": push_at,
        "kind": telling.kind,
        "subject": telling.subject,
        "title": telling.title[:TITLE_MAX],
        "body": _body(telling.body),
        "path": telling.path,
    }


def _body(text: str) -> str:
    return " ".join(text.split())[:BODY_MAX]


def _first(notice_id: UUID, one: Listener, telling: Telling, *, moment: datetime, push_at: datetime) -> Notice:
    fields = {"user_id": one.user_id, "tag": telling.tag, "count": telling.count or 1}
    since = {"open_since": moment, "unseen_since": moment}
    return Notice(id=notice_id, **fields, **since, **_said(one, telling, moment, push_at))


def _again(
    notice: Notice, one: Listener, telling: Telling, *, moment: datetime, push_at: datetime
) -> dict[str, object]:
    was_opened, was_seen = notice.opened_at is not None, notice.shown_at is not None
    return {
        "n": notice.n + 1,
        "count": telling.count or (1 if was_opened else notice.count + 1),
        "open_since": moment if was_opened else notice.open_since,
        "unseen_since": moment if was_opened or was_seen else notice.unseen_since,
        "mailed_at": None if was_opened else notice.mailed_at,
        "pushed_at": None,
        "shown_at": None,
        "opened_at": None,
        **_said(one, telling, moment, push_at),
    }


def open_each(notices: Sequence[Notice]) -> None:
    """Their people have opened them, or seen what they tell of."""
    moment = now()
    opened = {"opened_at": moment, "count": 0, "unreached_at": None}
    changes.update_each([(notice, {**opened, "shown_at": notice.shown_at or moment}) for notice in notices])


def _id_of(user_id: UUID, tag: str) -> UUID:
    return uuid5(NAMESPACE, f"{user_id} {tag}")
