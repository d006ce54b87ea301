"""Reads of threads."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from clients.ports import Reason
from core.actor import Actor
from core.clock import iso, now
from messaging import access
from messaging.errors import BadCursor, MessageNotFound
from messaging.message_parts import Card
from messaging.models import Message, MessageCard, Role, Thread, ThreadResolution
from messaging.queries import message_search
from messaging.trigrams import fold, searchable
from sync import queries as log
from sync.log import streams
from sync.ports import Delivery, Side
from sync.writes.deadlines import Deadline

FIRST_LOAD = 200
REMOVED = "Message removed"  # the preview of a last message that was taken back
IDS_AT_A_TIME = 500
PAGE_CHARACTERS = 256 * 1024  # of all messages of a page; a character takes up to six bytes in the response
BEFORE_ALL = datetime(2000, 1, 1, tzinfo=UTC)
# Attention points of a message without an answer: (least hours since it was sent, points).
WAITING_POINTS = ((24, 60), (4, 40), (1, 20), (0, 10))


def messages() -> QuerySet[Message]:
    """Messages with their cards."""
    return Message.objects.select_related("card")


def card_of(message: Message) -> Card | None:
    """The card of a message, or None if it has none."""
    card: MessageCard | None = getattr(message, "card", None)
    return None if card is None else Card(card.label, card.value, card.period, card.as_of, card.source)


def newest_messages(client_id: UUID) -> QuerySet[Message]:
    """The last 200 messages of a thread, for the first load (BO4)."""
    ids = Message.objects.filter(client_id=client_id).order_by("-created_at", "-id").values("id")[:FIRST_LOAD]
    return messages().filter(id__in=list(ids.values_list("id", flat=True)))


def history(
    *, actor: Actor, client_id: UUID, order: Literal["asc", "desc"], cursor: str | None, limit: int
) -> tuple[list[Message], str | None]:
    """One page of a thread, after `cursor` if given, and the next page's cursor. Raises ClientNotFound, BadCursor."""
    access.thread_for(actor, client_id)
    thread = messages().filter(client_id=client_id)
    sign, comparison = ("", "gt") if order == "asc" else ("-", "lt")
    if cursor is not None:
        created_at, message_id = _parse_cursor(cursor)
        thread = thread.filter(
            Q(**{f"created_at__{comparison}": created_at})
            | Q(created_at=created_at, **{f"id__{comparison}": message_id})
        )
    rows = list(thread.order_by(f"{sign}created_at", f"{sign}id")[: limit + 1])
    page = _within_page_size(rows[:limit])
    last = page[-1] if len(rows) > len(page) else None
    return page, f"{iso(last.created_at)}|{last.id}" if last else None


def search(deadline: Deadline, *, actor: Actor, client_id: UUID, words: str, limit: int) -> tuple[list[Message], bool]:
    """The newest messages of a thread whose text or file name contains `words`, and whether the result is complete.

    Raises ClientNotFound.
    """
    result = message_search.search(deadline, actor=actor, client_id=client_id, words=words, limit=limit)
    stored, folded = messages().in_bulk(result.ids), fold(words)
    existing = [stored[message_id] for message_id in result.ids if message_id in stored]
    # The texts are compared again, because a text may have changed since it was indexed.
    rows = [message for message in existing if folded in searchable(message.content, message.attachment_name)]
    page = _within_page_size(rows)
    return page, result.is_complete and len(page) == len(rows)


def may_read(*, actor: Actor, row_id: UUID) -> bool:
    """Whether `actor` may read a message and its file."""
    try:
        access.thread_of(actor, row_id)
    except MessageNotFound:
        return False
    return True


def _within_page_size(messages: list[Message]) -> list[Message]:
    """The first messages, as many as fit into one response (`PAGE_CHARACTERS`), but at least one."""
    size = 0
    for n, message in enumerate(messages, start=1):
        size += len(message.content)
        if size >= PAGE_CHARACTERS:
            return messages[:n]
    return messages


def delivered(stream: str, after: int, upto: int) -> list[Delivery]:
    """For each thread, the newest message of the other side among the changes after `after` up to `upto`.

    A device that follows `stream` has stored these changes. Leaves out threads whose delivered or read marker has
    reached that message. Implements `sync.ports.delivered`.
    """
    side: Side = "provider" if stream == streams.ADMINS else "client"
    sender_role = Role.CLIENT if side == "provider" else Role.ADMIN
    newest_times: dict[UUID, datetime] = {}
    ids = log.rows_changed(stream, Message._meta.db_table, after, upto)
    for start in range(0, len(ids), IDS_AT_A_TIME):
        part = Message.objects.filter(id__in=ids[start : start + IDS_AT_A_TIME], sender_role=sender_role)
        for thread_id, created_at in part.values_list("client_id", "created_at"):
            newest_times[thread_id] = max(newest_times.get(thread_id, created_at), created_at)
    threads = Thread.objects.filter(id__in=newest_times).values_list(
        "id", f"{side}_delivered_created_at", f"{side}_read_created_at"
    )
    return [
        Delivery(thread_id, side, newest_times[thread_id])
        for thread_id, *markers in threads
        if all(marker is None or marker < newest_times[thread_id] for marker in markers)
    ]


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """Yield the threads in which a client waits for an answer, for `clients.ports.attention`.

    A client waits since the oldest message that has no answer, even if an admin has read it. Messages that were taken
    back count neither as questions nor as answers. Messages that an admin has marked as needing no answer do not wait.
    """
    sent = Message.objects.filter(client_id=OuterRef("id"), removed_at=None)
    answers = sent.filter(sender_role=Role.ADMIN).order_by("-created_at", "-id")
    answered_at = Coalesce(Subquery(answers.values("created_at")[:1]), Value(BEFORE_ALL))
    resolutions = ThreadResolution.objects.filter(id=OuterRef("id"))
    resolved_to = Coalesce(Subquery(resolutions.values("resolved_created_at")[:1]), Value(BEFORE_ALL))
    unanswered = sent.filter(sender_role=Role.CLIENT, created_at__gt=OuterRef("answered_at"))
    open_messages = unanswered.filter(created_at__gt=OuterRef("resolved_to"))
    waiting_since = Subquery(open_messages.order_by("created_at", "id").values("created_at")[:1])
    timestamp = now()
    may_wait = Q(last_message_role=Role.CLIENT) | Q(last_message_preview=REMOVED)
    threads = Thread.objects.filter(may_wait).annotate(answered_at=answered_at, resolved_to=resolved_to)
    for client_id, since in threads.annotate(waiting_since=waiting_since).values_list("id", "waiting_since"):
        if since is not None:
            hours = (timestamp - since) / timedelta(hours=1)
            points = next((points for min_hours, points in WAITING_POINTS if hours >= min_hours), 0)
            yield client_id, Reason("waiting", points, "waiting", since)


def _parse_cursor(cursor: str) -> tuple[datetime, UUID]:
    """The time and the id of the last message of a page. Raises BadCursor."""
    time_text, _, message_id = cursor.partition("|")
    try:
        return datetime.strptime(time_text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC), UUID(message_id)
    except ValueError:
        raise BadCursor from None
