"""Notifies users of messages, and closes the notices of a thread that is read."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery

from clients import queries as clients
from core.clock import now
from messaging.models import Message, Role, Thread
from notifications import queries as notices
from notifications import services as notifications
from notifications.queries import Recipient
from notifications.services import NewNotice
from sync.effects import effects
from sync.log import changes

# A message that follows an unread one within this time gets no notification of its own, so that a phone rings once.
MERGE_WITHIN = timedelta(seconds=10)
# A message is committed a little after its `created_at`, so a window is evaluated this long after its end.
COMMIT_DELAY = timedelta(seconds=1)
MAX_WINDOWS = 10_000
BATCH_SIZE = 4  # messages per transaction; with ten recipients each, other writers wait for 10 ms
SCREEN, KIND = "/dashboard/messaging", "message"


def request_notification(thread: Thread, message: Message) -> None:
    """Request the other side's notification after commit. `thread` must be the state before the message."""
    follows_soon = thread.last_message_at is not None and message.created_at - thread.last_message_at < MERGE_WITHIN
    # If the server's clock was ahead, the times of a thread hardly grow until the clock reaches them (MU3). Until then,
    # the end of the message's window would be too far in the future.
    is_timely = message.created_at - now() < MERGE_WITHIN
    if follows_soon and is_timely and _unread_count(message, thread):
        request_update(message)
    else:
        effects.after_commit(send_notifications, str(message.id))


# The number of the last window that this process has requested, by client and sender's role. With it, fast senders do
# not store an effect per message.
_windows: dict[tuple[UUID, str], int] = {}


def request_update(message: Message) -> None:
    """Request an update of the last notification at the end of the message's window: a period of ten seconds."""
    sender_side, seconds = (message.client_id, message.sender_role), int(MERGE_WITHIN.total_seconds())
    window = int(message.created_at.timestamp()) // seconds
    if _windows.get(sender_side) == window:
        return
    due = datetime.fromtimestamp((window + 1) * seconds, UTC) + COMMIT_DELAY
    effects.after_commit(update_notifications, f"{message.client_id}:{message.sender_role}:{window}", due=due)
    transaction.on_commit(lambda: _remember_window(sender_side, window))


def _remember_window(sender_side: tuple[UUID, str], window: int) -> None:
    if len(_windows) >= MAX_WINDOWS:
        _windows.clear()
    _windows[sender_side] = window


def send_notifications(subjects: Sequence[str]) -> None:
    """Notify of messages. A subject is `<message>` or `<message>:removed`."""
    notify_messages(message_ids=[UUID(subject.partition(":")[0]) for subject in subjects])


def update_notifications(subjects: Sequence[str]) -> None:
    """Notify of the newest messages of senders' sides. A subject is `<client>:<sender's role>:<window>`."""
    sides = [subject.split(":")[:2] for subject in subjects]
    notify_newest(sides={(UUID(client_id), role) for client_id, role in sides})


def notify_newest(*, sides: Collection[tuple[UUID, str]]) -> None:
    """Notify of the newest message of each (client, sender's role). The notice also counts earlier unread messages.

    Safe to run twice.
    """
    newest: list[UUID] = []
    for role in {role for _, role in sides}:
        messages = Message.objects.filter(client_id=OuterRef("id"), sender_role=role, removed_at=None)
        last = Subquery(messages.order_by("-created_at", "-id").values("id")[:1])
        threads = Thread.objects.filter(id__in=[client_id for client_id, sender_role in sides if sender_role == role])
        newest += threads.annotate(newest=last).exclude(newest=None).values_list("newest", flat=True)
    notify_messages(message_ids=newest)


def withdraw(message: Message, texts: Sequence[str], replacement: str) -> None:
    """Replace the `texts` of a message that was taken back in notices, and request an update of its notification."""
    side = "client" if message.sender_role == Role.ADMIN else "provider"
    client_id, tag = message.client_id, _tag(message.client_id)
    notifications.withdraw(client_id=client_id, side=side, tag=tag, texts=texts, replacement=replacement)
    effects.after_commit(send_notifications, f"{message.id}:removed")


def notify_messages(*, message_ids: Collection[UUID], at: datetime | None = None) -> None:
    """Notify the other side of messages that it has not read. Re-reads the rows; safe to run twice.

    `at` is for imported data: the notices get this time, and nothing is pushed.
    """
    selected = Message.objects.filter(id__in=message_ids)
    # Locked, so that a concurrent `mark_read` either closes the new notices or is seen here.
    threads = changes.locked_each(Thread, set(selected.values_list("client_id", flat=True)))
    # Read under the locks, so that a message that was taken back meanwhile is not quoted.
    messages = list(selected.order_by("client_id", "created_at"))
    pairs = [(message, threads[message.client_id]) for message in messages if message.client_id in threads]
    unread = [(message, thread) for message, thread in pairs if _unread_count(message, thread)]
    client_ids = {thread.id for message, thread in unread if message.sender_role != Role.ADMIN}
    admins = _recipients_of(notices.admin_users()) if client_ids else ()
    companies = clients.companies_of(client_ids)
    # Close notices only after locking the admins, because all callers take these two locks in this order.
    for message, thread in pairs:
        if not _unread_count(message, thread):
            reader_role = Role.CLIENT if message.sender_role == Role.ADMIN else Role.ADMIN
            close_notices(client_id=thread.id, role=reader_role)
    notifications.notify([_new_notice(message, thread, admins, companies) for message, thread in unread], at=at)


def _recipients_of(user_ids: Collection[UUID]) -> Sequence[Recipient]:
    return notices.locked_recipients(user_ids, KIND)


def _unread_count(message: Message, thread: Thread) -> int:
    """The number of messages of the sender's side that the other side has not read."""
    return thread.client_unread if message.sender_role == Role.ADMIN else thread.provider_unread


def _new_notice(
    message: Message, thread: Thread, admins: Sequence[Recipient], companies: Mapping[UUID, str]
) -> NewNotice:
    is_answer, unread = message.sender_role == Role.ADMIN, _unread_count(message, thread)
    is_newest = thread.last_message_role == message.sender_role
    sender_name = message.sender_name if is_answer else companies[thread.id]
    return NewNotice(
        to=_recipients_of(notices.client_users(thread.id)) if is_answer else admins,
        kind=KIND,
        client_id=thread.id,
        tag=_tag(thread.id),
        subject=f"{message.id}{':removed' if message.removed_at else ''}",
        title=f"New message from {sender_name}" if unread == 1 else f"{unread} new messages from {sender_name}",
        body=thread.last_message_preview if is_newest else message.content,
        path=SCREEN if is_answer else f"{SCREEN}?client={thread.id}",
        count=unread,
    )


def close_notices(*, client_id: UUID, role: str) -> None:
    """Mark the notices of a thread as opened for the side that has read it. `role` is this side's role."""
    side = "provider" if role == Role.ADMIN else "client"
    notifications.mark_opened(client_id=client_id, side=side, tag=_tag(client_id))


def _tag(client_id: UUID) -> str:
    return f"messages:{client_id}"
