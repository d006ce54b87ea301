"""Checks of the shipped client in the quiet phase, against SQL and against the texts that its users wrote."""

from collections import Counter
from collections.abc import Iterator

from tests.nemesis.connections import Json
from tests.nemesis.journal import DeviceOwner
from tests.nemesis.oracle import MESSAGE_START
from tests.nemesis.store_reader import SHOWN, AppWrites, Rows, visible


def breaches(
    owners: list[DeviceOwner], dumps: list[Json], allowed_streams: dict[str, list[str]], rows: Rows
) -> Iterator[str]:
    """The breaches of all apps; each begins with the number of its invariant."""
    for owner, dump in zip(owners, dumps, strict=True):
        yield from dump["breaches"]
        yield from _texts(owner, dump, rows)
        yield from _rows(owner, dump, set(allowed_streams.get(owner.user, ())), rows)
    yield from _quotes(owners, dumps)


def app_writes(owners: list[DeviceOwner], dumps: list[Json]) -> AppWrites:
    """The texts and threads of the apps, for the oracle, which checks the simulated devices."""
    texts = {written["text"]: written["expected"] for dump in dumps for written in dump["texts"]}
    taken_back = {
        match[0]
        for text, expected in texts.items()
        if expected == "taken-back" and (match := MESSAGE_START.match(text))
    }
    return AppWrites(set(texts), taken_back, {owner.client for owner in owners})


def _texts(owner: DeviceOwner, dump: Json, rows: Rows) -> Iterator[str]:
    """8, 9, 19: a message is stored once unless it is taken back, and a message that was taken back is not stored."""
    stored = Counter(str(row["content"]) for row in rows["messages"].values())
    for written in dump["texts"]:
        times, message = stored[written["text"]], f"{written['text'][:60]!r} of the app of {owner.email}"
        if written["expected"] == "stored" and times != 1:
            yield f"{'9' if written.get('is_large') else '8'}: {message} is stored {times} times"
        if written["expected"] == "taken-back" and times:
            yield f"19: {message} was taken back and is stored"


def _rows(owner: DeviceOwner, dump: Json, streams: set[str], rows: Rows) -> Iterator[str]:
    """3, 11: every row on the device equals the stored row, and every row that the user may see is on the device."""
    if set(dump["cursors"]) != streams:
        yield f"3: the app of {owner.email} follows {set(dump['cursors'])}, and may follow {streams}"
        return
    may_see = visible(rows, streams)
    may_see["messages"] = _messages_on_device(dump, rows["messages"] if "w" in streams else may_see["messages"])
    for tbl, columns in SHOWN.items():
        has = {row["id"]: row for row in dump["rows"][tbl]}
        for row_id, row in has.items():
            stored = may_see[tbl].get(row_id)
            if stored is None:
                yield f"11: the app of {owner.email} has {tbl} {row_id}, which its user may not see: {row}"
            elif any(str(row[name]) != str(stored[name]) for name in columns):
                yield f"3: the app of {owner.email} has {row}, and {stored} is stored"
        for lacking in may_see[tbl].keys() - has.keys():
            yield f"3: the app of {owner.email} lacks {tbl} {lacking}"


def _messages_on_device(dump: Json, messages: dict[str, Json]) -> dict[str, Json]:
    """The messages of the threads on the device, from the oldest message that it holds (CL4)."""
    held_messages: dict[str, Json] = {}
    for held in dump["held"]:
        first = messages.get((held["from"] or "").partition("|")[2])
        since = (first["created_at"], first["id"]) if first else None
        for row_id, row in messages.items():
            if row["client_id"] == held["client_id"] and (since is None or (row["created_at"], row["id"]) >= since):
                held_messages[row_id] = row
    return held_messages


def _quotes(owners: list[DeviceOwner], dumps: list[Json]) -> Iterator[str]:
    """19: no row on a device quotes a message that was taken back."""
    taken_back = app_writes(owners, dumps).taken_back
    for owner, dump in zip(owners, dumps, strict=True):
        for quoted in taken_back & set(MESSAGE_START.findall(str(dump["rows"]))):
            yield f"19: the app of {owner.email} quotes {quoted!r}, which was taken back"
