"""Reads of the log: positions, changes after a cursor, and the pages of a first load."""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from core.errors import NotSignedIn
from core.person import Person
from sync import ports, registry
from sync.db import plain
from sync.db.snapshot import snapshot
from sync.errors import BadCursor, UnknownStream
from sync.models import Change as ChangeRow
from sync.models import Stream
from sync.pending import Change
from sync.ports import Following
from sync.positions import Position, Verdict, judge
from sync.protocol import FRAME_CHANGES, Offer
from sync.streams import ADMINS

PAGE_ROWS = 500
PAGE_SIGNS = 512 * 1024  # 200 of the longest messages are 16 MB, for every caller who does not read them


def positions(stream_ids: Sequence[str], offers: dict[str, Offer]) -> list[Position]:
    """Where each stream stands, with the id of the change at the offered cursor."""
    rows = {row.id: row for row in Stream.objects.filter(id__in=[*stream_ids, ADMINS])}
    found = []
    for stream in stream_ids:
        # A stream without changes yet has no row; it will inherit the epoch of `w` (pending.TAKE_NUMBERS).
        row = rows.get(stream) or Stream(id=stream, head=0, tail=1, epoch=rows[ADMINS].epoch)
        offer = offers.get(stream)
        at = change_id(stream, offer.c) if offer and row.tail <= offer.c <= row.head else None
        found.append(Position(stream, row.epoch, row.head, row.tail, at))
    return found


def change_id(stream: str, seq: int) -> str | None:
    """The id of one change, None if the log does not keep it."""
    return ChangeRow.objects.filter(stream=stream, seq=seq).values_list("change_id", flat=True).first()


def resolve(*, actor: Person, offers: Sequence[Offer]) -> tuple[Following, list[Verdict]] | None:
    """Everything a connection needs to know about `actor`, in one snapshot (MB1). None for a barred person.

    Raises NotSignedIn.
    """
    with snapshot():
        if not ports.session_is_live.ask(actor):
            raise NotSignedIn  # it ended since the seam looked; the heads below have seen that, and nothing would tell
        following = ports.following_of.ask(actor)
        if following is None:
            return None
        by_stream = {offer.s: offer for offer in offers}
        found = positions(following.streams, by_stream)
    return following, [judge(position, by_stream.get(position.stream)) for position in found]


def following(*, actor: Person) -> Following | None:
    """What `actor` may follow now; the seam has seen to the session. None for a barred person."""
    return ports.following_of.ask(actor)


def counter_is_free() -> bool:
    """Whether a writer gets the counter that every change of the admins' stream takes; inside a transaction."""
    return Stream.objects.select_for_update().filter(id=ADMINS).exists()


def heads(stream_ids: Sequence[str]) -> dict[str, int]:
    """The heads of those streams that have changes."""
    found: dict[str, int] = {}
    for start in range(0, len(stream_ids), 500):
        part = stream_ids[start : start + 500]
        marks = ", ".join(["%s"] * len(part))
        found.update(plain.rows(f"SELECT id, head FROM sync_stream WHERE id IN ({marks})", part))
    return found


def changes_after(stream: str, seq: int) -> list[Change]:
    """A frame's worth of a stream's changes after `seq`, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, change_id, tbl, row_id, op, v, frame FROM sync_change"
            " WHERE stream = %s AND seq > %s ORDER BY seq LIMIT %s",
            [stream, seq, FRAME_CHANGES],
        )
        return [Change(n, i, t, r if isinstance(r, UUID) else UUID(r), o, v, f) for n, i, t, r, o, v, f in cursor]


def rows_changed(stream: str, tbl: str, after: int, upto: int) -> list[UUID]:
    """The rows of `tbl` that were written by the changes `after + 1` to `upto` of a stream."""
    found = ChangeRow.objects.filter(stream=stream, seq__gt=after, seq__lte=upto, tbl=tbl, op="u")
    return list(found.order_by("seq").values_list("row_id", flat=True))


def must_lack_nothing(*, actor: Person) -> None:
    """Raises the refusal of somebody who still has to do something before they may use the product."""
    following = ports.following_of.ask(actor)
    if following is not None and following.lacks is not None:
        raise following.lacks


def position(*, actor: Person, stream: str) -> dict[str, object]:
    """The cursor a first load of `stream` ends with; read before its rows (BO1). Raises UnknownStream, or what
    the caller lacks."""
    with snapshot():
        _must_follow(actor, stream)
        [found] = positions([stream], {})
        at = change_id(stream, found.head) or ""
    tables = [entry.tbl for entry in registry.tables_of(stream)]
    return {"s": stream, "e": found.epoch, "c": found.head, "at": at, "tables": tables}


def page(*, actor: Person, stream: str, tbl: str, after: str | None, limit: int) -> tuple[list[str], str | None]:
    """One keyset page of a table's rows as JSON, and the next `after`. Raises UnknownStream, BadCursor."""
    _must_follow(actor, stream)
    published = next((entry for entry in registry.tables_of(stream) if entry.tbl == tbl), None)
    if published is None:
        raise UnknownStream
    rows = published.within(stream)
    if after:
        rows = rows.filter(id__gt=_row_id(after))
    found = list(rows.order_by("id")[: limit + 1])
    page, size = [], 0
    for row in found[:limit]:
        page.append(published.encode(row, stream))
        size += len(page[-1])
        if size >= PAGE_SIGNS:
            break
    return page, str(found[len(page) - 1].id) if len(found) > len(page) else None


def whole(stream: str) -> dict[str, list[str]]:
    """Every row that a first load of a stream brings, as JSON by table; whether it may be seen the caller has asked."""
    return {
        entry.tbl: [entry.encode(row, stream) for row in entry.within(stream).order_by("id")]
        for entry in registry.tables_of(stream)
    }


def _must_follow(actor: Person, stream: str) -> None:
    following = ports.following_of.ask(actor)
    if following is not None and stream in following.streams:
        return
    if following is not None and following.lacks is not None:
        raise following.lacks
    raise UnknownStream


def _row_id(after: str) -> UUID:
    try:
        return UUID(after)
    except ValueError:
        raise BadCursor from None
