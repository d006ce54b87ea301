"""Reads the messages that are missing in the search index, and the entries whose message has changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from messaging.models import Message, SearchEntry
from messaging.trigrams import searchable
from sync.sql import raw_sql

AT_A_TIME = 50
CHARACTERS = 64 * 1024  # in one batch, so that its transaction takes only some milliseconds
NEXT_UNINDEXED_THREAD = """
SELECT threads.id, threads.last_message_at, search_threads.indexed_to FROM threads LEFT JOIN search_threads ON search_threads.client_id = threads.id
WHERE threads.last_message_at IS NOT NULL
AND (search_threads.indexed_to IS NULL OR search_threads.indexed_to < threads.last_message_at) LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Batch:
    """The next messages of a thread to index: those after `after`, up to `upto`.

    `texts` has the folded text of each message by id, without tombstones; `versions` has the version of every message.
    """

    client_id: UUID
    after: datetime | None
    upto: datetime
    texts: Sequence[tuple[UUID, str]]
    versions: Mapping[UUID, int | None]


@dataclass(frozen=True, slots=True)
class Renewal:
    """A stale entry and its message's current text. `version` is None if the message is deleted.

    `folded` is empty if the message is deleted or taken back.
    """

    entry: int
    message_id: UUID
    version: int | None
    folded: str


def next_batch() -> Batch | None:
    """The oldest messages of one thread that are not indexed; None if all threads are indexed."""
    rows = raw_sql.rows(NEXT_UNINDEXED_THREAD, [])
    if not rows:
        return None
    client_id, last, after = raw_sql.uuid(rows[0][0]), raw_sql.aware_time(rows[0][1]), rows[0][2]
    messages = Message.objects.filter(client_id=client_id)
    newer = messages if after is None else messages.filter(created_at__gt=raw_sql.aware_time(after))
    batch: list[Message] = []
    for message in newer.order_by("created_at", "id")[:AT_A_TIME]:
        batch.append(message)
        if sum(len(one.content) for one in batch) >= CHARACTERS:
            break
    upto = batch[-1].created_at if batch else last  # the last message of a thread may be deleted
    texts = [(one.id, searchable(one.content, one.attachment_name)) for one in batch if one.removed_at is None]
    return Batch(client_id, after and raw_sql.aware_time(after), upto, texts, {one.id: one.v for one in batch})


def next_renewals() -> list[Renewal]:
    """The next batch of stale entries."""
    stale = dict(SearchEntry.objects.filter(is_stale=True).order_by("id").values_list("id", "message_id")[:AT_A_TIME])
    messages = Message.objects.in_bulk(list(stale.values()))
    renewals, characters = [], 0
    for entry, message_id in stale.items():
        message = messages.get(message_id)
        has_text = message is not None and message.removed_at is None
        folded = searchable(message.content, message.attachment_name) if message is not None and has_text else ""
        renewals.append(Renewal(entry, message_id, None if message is None else message.v, folded))
        characters += len(folded)
        if characters >= CHARACTERS:
            break
    return renewals
