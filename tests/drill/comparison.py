"""Compares a restored store row by row with the original just before and just after the backup."""

from dataclasses import dataclass, field

from tests.drill.rows import Row, Rows

# Rows of these tables never change, so a restored row must equal the original one exactly.
IMMUTABLE = ("messages", "sync_change")
# A column that differs by design: a restore gives every stream a new epoch.
NEW_AFTER_RESTORE = {"sync_stream": "epoch"}


@dataclass
class Comparison:
    """Counts of restored rows, and each difference as one line; a good restore has no differences."""

    rows: int = 0
    identical: int = 0
    changed_meanwhile: int = 0
    differences: list[str] = field(default_factory=list)


def compare(before: Rows, restored: Rows, after: Rows) -> Comparison:
    """Compare three snapshots: of the original before and after the backup ran, and of the restored store.

    A row that is equal in both snapshots of the original must be restored exactly. Any other row may have any value
    from the time between them, and may be missing only if one of the snapshots lacks it; `_snapshot_differences` checks
    that the log and the messages agree.
    """
    result = Comparison()
    for table in sorted({*before, *restored, *after}):
        if not (table in before and table in restored and table in after):
            result.differences.append(f"{table}: the table is not in all three snapshots")
            continue
        for key in {*before[table], *restored[table], *after[table]}:
            _compare_row(result, table, key, before[table].get(key), restored[table].get(key), after[table].get(key))
    result.differences += _snapshot_differences(restored)
    return result


def _compare_row(
    result: Comparison, table: str, key: tuple[object, ...], before: Row | None, restored: Row | None, after: Row | None
) -> None:
    before, restored, after = (_without_epoch(table, row) for row in (before, restored, after))
    result.rows += restored is not None
    if before == after:
        if restored == before:
            result.identical += 1
        elif before is None:
            result.differences.append(f"{table} {key}: restored, but the original never had it")
        elif restored is None:
            result.differences.append(f"{table} {key}: missing")
        else:
            result.differences.append(f"{table} {key}: other values")
    elif restored is not None and restored in (before, after):
        result.identical += 1
    elif restored is not None and table in IMMUTABLE:
        result.differences.append(f"{table} {key}: other values")
    elif restored is None and before is not None and after is not None:
        result.differences.append(f"{table} {key}: missing")
    else:
        result.changed_meanwhile += 1


def _without_epoch(table: str, row: Row | None) -> Row | None:
    column = NEW_AFTER_RESTORE.get(table)
    return row if row is None or column is None else {name: value for name, value in row.items() if name != column}


def _snapshot_differences(restored: Rows) -> list[str]:
    """Contradictions that one snapshot cannot have: a stream lacks changes, or the log and the messages differ."""
    seqs: dict[str, list[int]] = {}
    logged_ids: set[str] = set()
    for change in restored.get("sync_change", {}).values():
        seqs.setdefault(change["stream"], []).append(change["seq"])
        if change["tbl"] == "messages" and change["op"] != "d":
            logged_ids.add(_id(change["row_id"]))
    streams = {stream["id"] for stream in restored.get("sync_stream", {}).values()}
    differences = [f"stream {id}: it has changes and no row" for id in sorted(seqs.keys() - streams)]
    for stream in restored.get("sync_stream", {}).values():
        expected = list(range(stream["tail"], stream["head"] + 1)) if stream["head"] else []
        if sorted(seqs.get(stream["id"], [])) != expected:
            differences.append(f"stream {stream['id']}: its changes are not {stream['tail']} to {stream['head']}")
    messages = {_id(message["id"]) for message in restored.get("messages", {}).values()}
    differences += [f"message {id}: in the log and not in its table" for id in sorted(logged_ids - messages)]
    differences += [f"message {id}: in its table and not in the log" for id in sorted(messages - logged_ids)]
    return differences


def _id(value: object) -> str:
    """The hexadecimal digits of an id: SQLite stores text, PostgreSQL a UUID."""
    return str(value).replace("-", "")
