"""Searches the messages of a thread, the newest first. Messages that are not indexed yet are read from their table."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from uuid import UUID

from django.db import connection

from core.actor import Actor
from messaging import access
from messaging.models import Message, SearchThread
from messaging.trigrams import BLOCK_SIZE, entry_id, fold, key_of, query_grams, searchable, tokens
from sync.sql import raw_sql
from sync.writes.deadlines import Deadline, DeadlineExceeded

NEWEST = 512  # entries in the first piece, so that a slow database returns at least these
PAGE = 200  # messages that are read from their table at a time
SAMPLE, SAMPLE_CHARACTERS = 128, 400  # texts, and characters of each, in which the rarity of trigrams is counted
SHORT_WORDS_BLOCKS = 4  # for words without a trigram, only this many of the newest blocks are searched
# One statement searches up to 16 pieces, as long as a statement takes less than `FAST_S` seconds.
PIECES_MAX, FAST_S = 16, 0.02
# CROSS JOIN fixes the join order on SQLite. MATERIALIZED makes PostgreSQL search by the keys first.
BY_KEY = {
    "sqlite": """
SELECT entries.message_id FROM search_keys AS hits CROSS JOIN search_texts AS texts ON texts.id = hits.rowid
CROSS JOIN search_entries AS entries ON entries.id = texts.id
WHERE hits.search_keys MATCH %s AND instr(texts.folded, %s) > 0 AND hits.rowid BETWEEN %s AND %s AND NOT entries.is_stale
ORDER BY hits.rowid DESC LIMIT %s""",
    "postgresql": """
WITH hits AS MATERIALIZED (SELECT id FROM search_texts WHERE ({keys}) AND strpos(folded, %s) > 0)
SELECT entries.message_id FROM hits JOIN search_entries AS entries ON entries.id = hits.id
WHERE hits.id BETWEEN %s AND %s AND NOT entries.is_stale
ORDER BY hits.id DESC LIMIT %s""",
}
BY_TEXT = {
    store: f"""
SELECT entries.message_id FROM search_texts AS texts {join} search_entries AS entries ON entries.id = texts.id
WHERE {contains}(texts.folded, %s) > 0 AND texts.id BETWEEN %s AND %s AND NOT entries.is_stale
ORDER BY texts.id DESC LIMIT %s"""
    for store, join, contains in (("sqlite", "CROSS JOIN", "instr"), ("postgresql", "JOIN", "strpos"))
}

Piece = tuple[int, int]  # a range of a thread's index entries: its first and last id


@dataclass(slots=True)
class Matches:
    """Ids of messages, the newest first.

    `is_complete` is false if the search ended, for want of time or for short words, before it had searched all messages
    or had `limit` matches.
    """

    ids: list[UUID] = field(default_factory=list)
    is_complete: bool = False


def search(deadline: Deadline, *, actor: Actor, client_id: UUID, words: str, limit: int) -> Matches:
    """The newest `limit` messages of a thread whose text or file name contains `words`. Raises ClientNotFound."""
    access.thread_for(actor, client_id)
    thread = SearchThread.objects.filter(client_id=client_id).first()
    folded, matches = fold(words), Matches()
    with suppress(DeadlineExceeded):
        _search_new(deadline, client_id, thread, folded, matches, limit)
        matches.is_complete = thread is None or _search_index(deadline, thread, folded, matches, limit)
    return matches


def _search_new(
    deadline: Deadline, client_id: UUID, thread: SearchThread | None, folded: str, matches: Matches, limit: int
) -> None:
    """Add matches among messages that are not indexed yet. Raises DeadlineExceeded."""
    messages = Message.objects.filter(client_id=client_id).order_by("-created_at", "-id")
    if thread is not None and thread.indexed_to is not None:
        messages = messages.filter(created_at__gt=thread.indexed_to)
    texts = messages.values_list("id", "content", "attachment_name", "created_at")
    while len(matches.ids) < limit:
        with deadline.ends_statements():
            page = list(texts[:PAGE])
        for message_id, content, file_name, _ in page:
            if folded in searchable(content, file_name):
                matches.ids.append(message_id)
            if deadline.is_over:
                raise DeadlineExceeded
        if len(page) < PAGE:
            break
        texts = texts.filter(created_at__lt=page[-1][3])
    del matches.ids[limit:]


def _search_index(deadline: Deadline, thread: SearchThread, folded: str, matches: Matches, limit: int) -> bool:
    """Add matches among indexed messages, and return `Matches.is_complete`. Raises DeadlineExceeded."""
    pieces, piece_count, next_count = _pieces(thread), 0, 1
    grams = query_grams(folded, [])
    while adjacent_pieces := list(islice(pieces, next_count)):
        if len(matches.ids) >= limit:
            return True
        if not grams and piece_count > SHORT_WORDS_BLOCKS:
            return False
        if piece_count == 1:
            grams = query_grams(folded, _sample(deadline, thread))
        started = time.monotonic()
        matches.ids += _hits(deadline, adjacent_pieces, grams, folded, limit - len(matches.ids))
        is_fast = grams and time.monotonic() - started < FAST_S
        piece_count += len(adjacent_pieces)
        next_count = min(2 * next_count, PIECES_MAX) if is_fast else 1
    return True


def _hits(deadline: Deadline, pieces: Sequence[Piece], grams: Sequence[str], folded: str, limit: int) -> list[UUID]:
    """The newest messages that contain `folded`, in adjacent pieces of a thread."""
    keys = [[key_of(last, gram) for gram in grams] for _, last in pieces]
    sql, params = BY_KEY[connection.vendor], list[object](keys)
    if not grams:
        sql, params = BY_TEXT[connection.vendor], []
    elif connection.vendor == "sqlite":
        params = [" OR ".join(f"({' AND '.join(tokens([key]) for key in piece_keys)})" for piece_keys in keys)]
    else:
        sql = sql.format(keys=" OR ".join(["keys @> %s"] * len(keys)))
    with deadline.ends_statements():
        rows = raw_sql.rows(sql, [*params, folded, pieces[-1][0], pieces[0][1], limit])
    return [raw_sql.uuid(message_id) for (message_id,) in rows]


def _sample(deadline: Deadline, thread: SearchThread) -> list[str]:
    """The beginnings of about `SAMPLE` texts, at regular intervals in a thread."""
    positions = range(0, thread.size, max(1, thread.size // SAMPLE))
    ids = [entry_id(thread.id, position) for position in positions]
    sql = f"SELECT substr(folded, 1, {SAMPLE_CHARACTERS}) FROM search_texts WHERE id IN {raw_sql.placeholders(len(ids), 1)}"
    with deadline.ends_statements():
        return [text for (text,) in raw_sql.rows(sql, ids)]


def _pieces(thread: SearchThread) -> Iterator[Piece]:
    """The pieces of a thread's entries, the newest first. No piece spans two blocks (`BLOCK_SIZE`)."""
    end = thread.size
    while end > 0:
        start = max(end - NEWEST if end == thread.size else 0, (end - 1) // BLOCK_SIZE * BLOCK_SIZE)
        yield entry_id(thread.id, start), entry_id(thread.id, end - 1)
        end = start
