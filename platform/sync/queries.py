"""Queries of the log: positions, changes after a cursor, and the pages of a first load."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import connection

from core.actor import Actor
from core.errors import NotSignedIn
from sync import ports
from sync.db.snapshot import snapshot
from sync.errors import BadCursor, StalePosition, UnknownStream
from sync.log import registry
from sync.log.pending import Change
from sync.log.registry import PublishedTable
from sync.log.streams import ADMINS, client
from sync.models import Change as ChangeRow
from sync.models import Stream
from sync.ports import Following
from sync.protocol.frames import FRAME_CHANGES, Offer
from sync.protocol.positions import Position, ResumeDecision, decide
from sync.sql import raw_sql

# A page of a table's rows as JSON, and the `after` of the next page.
Page = tuple[list[str], str | None]

PAGE_ROWS = 500
PAGE_CHARACTERS = 512 * 1024  # 200 of the longest messages are 16 MB, which the server would keep for a slow reader


def positions(stream_ids: Sequence[str], offers: dict[str, Offer]) -> list[Position]:
    """The position of each stream, with the id of the change at the offered cursor."""
    rows = {row.id: row for row in Stream.objects.filter(id__in=[*stream_ids, ADMINS])}
    result = []
    for stream in stream_ids:
        # A stream without changes has no row yet; it will inherit the epoch of `w` (pending.TAKE_NUMBERS).
        row = rows.get(stream) or Stream(id=stream, head=0, tail=1, epoch=rows[ADMINS].epoch)
        offer = offers.get(stream)
        at, seen_at = _change_id_at(row, offer), _change_id_at(row, offer and offer.seen)
        result.append(Position(stream, row.epoch, row.head, row.tail, at, seen_at))
    return result


def _change_id_at(row: Stream, offer: Offer | None) -> str | None:
    return change_id(row.id, offer.c) if offer and row.tail <= offer.c <= row.head else None


def change_id(stream: str, seq: int) -> str | None:
    """The id of one change, or None if the log does not keep it."""
    return ChangeRow.objects.filter(stream=stream, seq=seq).values_list("change_id", flat=True).first()


def resolve(*, actor: Actor, offers: Sequence[Offer]) -> tuple[Following, list[ResumeDecision]] | None:
    """The streams that `actor` may follow and how each continues, in one snapshot (MB1). None for a barred user.

    Raises NotSignedIn.
    """
    with snapshot():
        if not ports.session_is_live.call(actor):
            # The session ended after the executor's check. The heads include this, so no later change reports it.
            raise NotSignedIn
        following = ports.following_of.call(actor)
        if following is None:
            return None
        by_stream = {offer.s: offer for offer in offers}
        stream_positions = positions(following.streams, by_stream)
    return following, [decide(position, by_stream.get(position.stream)) for position in stream_positions]


def counter_is_free() -> bool:
    """Whether the caller's transaction gets the lock of the counter that each change of the admins' stream increases.

    Waits for this lock.
    """
    return Stream.objects.select_for_update().filter(id=ADMINS).exists()


def epoch() -> str:
    """The epoch of the store."""
    return Stream.objects.values_list("epoch", flat=True).get(id=ADMINS)


def heads(stream_ids: Sequence[str]) -> dict[str, int]:
    """The head of each of these streams that has changes."""
    result: dict[str, int] = {}
    for start in range(0, len(stream_ids), 500):
        part = stream_ids[start : start + 500]
        placeholders = ", ".join(["%s"] * len(part))
        result.update(raw_sql.rows(f"SELECT id, head FROM sync_stream WHERE id IN ({placeholders})", part))
    return result


def changes_after(stream: str, seq: int) -> list[Change]:
    """The changes of a stream after `seq`, in order, as many as a frame may hold."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, change_id, tbl, row_id, op, v, frame, hides FROM sync_change"
            " WHERE stream = %s AND seq > %s ORDER BY seq LIMIT %s",
            [stream, seq, FRAME_CHANGES],
        )
        return [Change(n, i, t, raw_sql.uuid(r), o, v, f, h) for n, i, t, r, o, v, f, h in cursor]


def rows_changed(stream: str, tbl: str, after: int, upto: int) -> list[UUID]:
    """The ids of the rows of `tbl` that the changes `after + 1` to `upto` of a stream wrote, in order."""
    changes = ChangeRow.objects.filter(stream=stream, seq__gt=after, seq__lte=upto, tbl=tbl, op="u")
    return list(changes.order_by("seq").values_list("row_id", flat=True))


def check_prerequisites(*, actor: Actor) -> None:
    """Raises the user's `restriction` if they must complete a step before they may use the product."""
    following = ports.following_of.call(actor)
    if following is not None and following.restriction is not None:
        raise following.restriction


def position(*, actor: Actor, stream: str) -> dict[str, object]:
    """The cursor that a device has after a first load of `stream`, read before its rows (BO1), and its tables.

    Raises UnknownStream, or the user's `restriction`.
    """
    with snapshot():
        _must_follow(actor, stream)
        current = _current_position(stream)
    return {**current, "tables": [entry.tbl for entry in registry.tables_of(stream)]}


def page(
    *, actor: Actor, stream: str, tbl: str, after: str | None, limit: int, previous: Offer | None = None
) -> tuple[list[str], str | None, dict[str, object]]:
    """One keyset page of a table's rows as JSON, the next `after`, and the position at which it was read (BO7).

    `previous` is the position of the previous page. Raises UnknownStream, BadCursor, StalePosition, or the user's
    `restriction`.
    """
    with snapshot():
        _must_follow(actor, stream)
        published = next((entry for entry in registry.tables_of(stream) if entry.tbl == tbl), None)
        if published is None:
            raise UnknownStream
        after_id = _row_id(after) if after else None
        if previous is not None and decide(positions([stream], {stream: previous})[0], previous).mode == "reset":
            raise StalePosition
        rows, next_after = _page_of(published, stream, after_id, limit)
        return rows, next_after, _current_position(stream)


def first_pages(*, actor: Actor, stream: str) -> dict[str, Page]:
    """The first page of each table of a stream. Raises UnknownStream."""
    with snapshot():
        _must_follow(actor, stream)
        return {entry.tbl: _page_of(entry, stream, None, PAGE_ROWS) for entry in registry.tables_of(stream)}


def _page_of(published: PublishedTable, stream: str, after: UUID | None, limit: int) -> Page:
    rows = published.snapshot(stream)
    if after is not None:
        rows = rows.filter(id__gt=after)
    candidates = list(rows.order_by("id")[: limit + 1])
    page, size = [], 0
    for row in candidates[:limit]:
        page.append(published.encode(row, stream))
        size += len(page[-1])
        if size >= PAGE_CHARACTERS:
            break
    return page, str(candidates[len(page) - 1].id) if len(candidates) > len(page) else None


def _current_position(stream: str) -> dict[str, object]:
    [current] = positions([stream], {})
    return {"s": stream, "e": current.epoch, "c": current.head, "at": change_id(stream, current.head) or ""}


def _must_follow(actor: Actor, stream: str) -> None:
    """Raises UnknownStream, or the user's `restriction`.

    A user who views a client may read that client's stream, and no other, as long as they are an admin.
    """
    if actor.viewing is not None:
        own = ports.following_of.call(replace(actor, viewing=None))
        if own is None or ADMINS not in own.streams or stream != client(actor.viewing):
            raise UnknownStream
        return
    following = ports.following_of.call(actor)
    if following is not None and stream in following.streams:
        return
    if following is not None and following.restriction is not None:
        raise following.restriction
    raise UnknownStream


def _row_id(after: str) -> UUID:
    try:
        return UUID(after)
    except ValueError:
        raise BadCursor from None
