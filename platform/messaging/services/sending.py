"""Sends messages. Queued sends to different threads are stored in one set of bulk statements.

Files, repeated messages, and the first notification of a thread need further statements.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from uuid import UUID

from core.actor import Person
from core.clock import now
from core.text import is_visible
from messaging import access, notify, queries
from messaging.errors import EmptyMessage, MessageIdTaken, TakenBack
from messaging.message_parts import Card, FileClaims
from messaging.models import Message, MessageCard, Role, Thread
from messaging.services.files import attach, check_claims
from messaging.services.previews import preview_of
from messaging.services.send_limits import take_from_allowances
from messaging.services.thread_locks import locked_threads
from messaging.services.unsending import was_taken_back
from sync.log import changes
from sync.writes.queued_write import several_by

ATTACHED = "Attached file"
TICK = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """The arguments of one call of `send_message`."""

    actor: Person
    message_id: UUID
    client_id: UUID
    content: str
    card: Card | None = None
    attachment_url: str | None = None
    claims: FileClaims | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A stored message; `first` is false when it had been stored before."""

    message: Message
    first: bool


def send_each(letters: Sequence[Letter]) -> list[Sent]:
    """`send_message` for several messages, no two in one thread. Raises what one call would; then none is sent.

    If two have the same id, raises MessageIdTaken; the caller then retries each alone, and the first one succeeds.
    """
    senders = access.threads_for([(letter.actor, letter.client_id) for letter in letters])
    for letter in letters:
        if letter.attachment_url is None and not is_visible(letter.content):
            raise EmptyMessage
    if len({letter.message_id for letter in letters}) < len(letters):
        raise MessageIdTaken
    threads = locked_threads([letter.client_id for letter in letters])
    if was_taken_back([(letter.message_id, letter.actor.id, letter.client_id) for letter in letters]):
        raise TakenBack
    messages = [
        Message(
            id=letter.message_id,
            client_id=letter.client_id,
            content=letter.content if is_visible(letter.content) else ATTACHED,
            sender_id=letter.actor.id,
            sender_role=sender.role,
            sender_name=sender.name,
            created_at=_next_moment(threads[letter.client_id], letter.at or now()),
        )
        for letter, sender in zip(letters, senders, strict=True)
    ]
    cards = [_frozen(message, letter.card) for message, letter in zip(messages, letters, strict=True)]
    for message, letter in zip(messages, letters, strict=True):
        if letter.attachment_url is not None and not Message.objects.filter(id=message.id).exists():
            attach(message, letter.actor, letter.attachment_url)
    stored = {message.id for message in changes.ensure_each(messages)}
    MessageCard.objects.bulk_create([card for card in cards if card is not None and card.message_id in stored])
    sent, shown, counted = [], [], list[Message]()
    for message, letter in zip(messages, letters, strict=True):
        if message.id not in stored:
            sent.append(_sent_before(message, letter))
            continue
        if letter.claims is not None:
            check_claims(message, letter.claims)
        thread = threads[letter.client_id]
        if letter.at is None:
            notify.ask(thread, message)
            counted.append(message)
        shown.append((thread, _with_last(thread, message)))
        sent.append(Sent(message, first=True))
    take_from_allowances(counted)
    changes.update_each(shown)
    return sent


@several_by(send_each, Letter)
def send_message(
    *,
    actor: Person,
    message_id: UUID,
    client_id: UUID,
    content: str,
    card: Card | None = None,
    attachment_url: str | None = None,
    claims: FileClaims | None = None,
    at: datetime | None = None,
) -> Sent:
    """Post a message in a client's thread, with a `card` if it asks about a figure, and a file if it names one.

    A repeated call changes nothing (MU1).

    `at` is for imported data; no endpoint passes it. A thread's times only grow (MU3).
    Raises ClientNotFound, EmptyMessage, FileNotFound, NotTrue, MessageIdTaken (MU2), TakenBack (MU8),
    TooManyMessages.
    """
    letter = Letter(
        actor=actor,
        message_id=message_id,
        client_id=client_id,
        content=content,
        card=card,
        attachment_url=attachment_url,
        claims=claims,
        at=at,
    )
    return send_each([letter])[0]


def _frozen(message: Message, card: Card | None) -> MessageCard | None:
    """The card's row. The new message caches the card or its absence, so that no query reads it."""
    if card is None:
        message._state.fields_cache["card"] = None
        return None
    return MessageCard(message=message, **asdict(card))


def _sent_before(message: Message, letter: Letter) -> Sent:
    stored = queries.messages().get(id=message.id)
    asked = (message.content, letter.card, letter.attachment_url)
    # The content is not compared if the message was taken back meanwhile, because a tombstone has none.
    is_same = stored.removed_at is not None or (stored.content, queries.card_of(stored), stored.attachment_url) == asked
    if not is_same or (stored.sender_id, stored.client_id) != (message.sender_id, message.client_id):
        raise MessageIdTaken
    if letter.claims is not None and stored.removed_at is None:
        check_claims(stored, letter.claims)
    return Sent(stored, first=False)


def _next_moment(thread: Thread, moment: datetime) -> datetime:
    return max(moment, thread.last_message_at + TICK) if thread.last_message_at else moment


def _with_last(thread: Thread, message: Message) -> dict[str, object]:
    """The fields of the thread's row after this message."""
    is_answer = message.sender_role == Role.ADMIN
    return {
        "last_message_id": message.id,
        "last_message_at": message.created_at,
        "last_message_preview": preview_of(message.content),
        "last_message_role": message.sender_role,
        "client_unread": thread.client_unread + is_answer,
        "provider_unread": thread.provider_unread + (not is_answer),
    }
