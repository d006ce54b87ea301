"""Checks of every device and its journal against the database in the quiet phase, with raw SQL."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from tests.nemesis.archive import Archive, LoggedChange
from tests.nemesis.journal import Applied
from tests.nemesis.outbox import ACCEPTED, SEND, TAKE_BACK, TAKEN_BACK
from tests.nemesis.simulated_device import SimulatedDevice
from tests.nemesis.store_reader import SHOWN, UNCOMPARED, AppWrites, Rows, normalize, visible
from tests.support.servers.crash_harness import Place

FIRST_LOAD_MESSAGES = 200  # messages of a thread in a first load (BO4)
MESSAGE_NUMBER = re.compile(r"(\d+)\.(\d+) ")
MESSAGE_START = re.compile(r"\d+\.\d+ (?:edited-\d+ )?canary-\d+")


class Oracle:
    """The checks. Each yields breaches as sentences that begin with the number of their invariant."""

    def __init__(self, place: Place, archive: Archive) -> None:
        self._place, self._archive = place, archive
        # Frames and correct rows that several devices share are checked once.
        self._breaches_by_frame: dict[int, list[str]] = {}
        self._equal_rows: set[int] = set()

    def breaches(
        self,
        devices: Sequence[SimulatedDevice],
        allowed_streams: dict[str, list[str]],
        rows: Rows,
        app_writes: AppWrites,
    ) -> list[str]:
        """All breaches; `allowed_streams` has the streams of each user, by the product's permission function."""
        self._breaches_by_frame, self._equal_rows = {}, set()
        results = list(self._messages_stored_once(devices, rows, app_writes))
        results += self._unread_counts(rows)
        results += self._taken_back_messages(devices, rows, app_writes)
        results += self._admin_notices(allowed_streams, rows)
        for device in devices:
            results += [f"6: {leak}" for leak in device.leaks]
            results += self._late_notices(device)
            results += self._history(device)
            results += self._grants(device)
            results += self._converged(device, set(allowed_streams.get(device.owner.user, ())), rows)
        return results

    def read_rows(self) -> Rows | None:
        """Every row at the end of the archive, or None if anything was written since the archive's last read."""
        if self._archive.poll():
            return None
        rows: Rows = {}
        with self._place.store() as store:
            for tbl, names in SHOWN.items():
                columns = ("id", *names, *UNCOMPARED.get(tbl, ()))
                selected = store.execute(f"SELECT {', '.join(columns)} FROM {tbl}")
                rows[tbl] = {
                    str(normalize(row[0])): dict(zip(columns, map(normalize, row), strict=True)) for row in selected
                }
        return None if self._archive.poll() else rows

    def _messages_stored_once(
        self, devices: Sequence[SimulatedDevice], rows: Rows, app_writes: AppWrites
    ) -> Iterator[str]:
        """8: an accepted message is stored once and unchanged; one rejected at its first attempt is not stored."""
        messages, ids = rows["messages"], set[str]()
        for device in devices:
            ids |= {entry.body["id"] for entry in device.outbox.dropped}
            for entry in device.outbox.settled:
                if entry.kind != SEND:
                    continue
                ids.add(entry.body["id"])
                row = messages.get(entry.body["id"])
                if row is not None and entry.is_taken_back and not row["content"]:
                    continue
                if entry.status in ACCEPTED and row is None and not entry.may_be_lost:
                    yield f"8: {entry.body['id']} was accepted ({entry.status}) and is not stored"
                elif entry.status not in ACCEPTED and entry.tries == 1 and row is not None:
                    yield f"8: {entry.body['id']} was rejected ({entry.status}) and is stored"
                elif row is not None and row["content"] != entry.body["content"]:
                    yield f"8: {entry.body['id']} is stored with another text"
        for id in messages.keys() - ids:
            row = messages[id]
            if row["content"] in app_writes.texts or (not row["content"] and row["client_id"] in app_writes.threads):
                continue
            yield f"8: {id} is stored, and no device sent it"
        texts = Counter((row["client_id"], row["content"]) for row in messages.values() if row["content"])
        yield from (f"8: {text!r} is stored {times} times" for (_, text), times in texts.items() if times > 1)
        yield from self._message_order(devices, rows)

    def _message_order(self, devices: Sequence[SimulatedDevice], rows: Rows) -> Iterator[str]:
        """8: the messages of a device in a thread are stored in the order in which they were written (MU6)."""
        last: dict[tuple[str, str], int] = defaultdict(int)
        # A message that was discarded during its request may arrive after later messages, and stays if it was read.
        entries = [entry for device in devices for entry in (*device.outbox.settled, *device.outbox.dropped)]
        taken_back = {entry.body["id"] for entry in entries if entry.is_taken_back}
        for row in sorted(rows["messages"].values(), key=lambda row: str(row["created_at"])):
            if not row["content"] or row["id"] in taken_back:
                continue
            match = MESSAGE_NUMBER.search(row["content"])
            assert match
            if int(match[2]) <= last[row["client_id"], match[1]]:
                yield f"8: {row['content']!r} is stored after a message that was written later (MU6)"
            last[row["client_id"], match[1]] = int(match[2])

    def _taken_back_messages(
        self, devices: Sequence[SimulatedDevice], rows: Rows, app_writes: AppWrites
    ) -> Iterator[str]:
        """19: a message that was taken back is not stored, and neither the log nor a device quotes it (LG10)."""
        taken_back = dict.fromkeys(app_writes.taken_back, "a message of an app")
        for device in devices:
            outbox = device.outbox
            texts = {
                one.body["id"]: one.body["content"] for one in (*outbox.settled, *outbox.dropped) if one.kind == SEND
            }
            for entry in outbox.settled:
                if entry.kind != TAKE_BACK or entry.status not in TAKEN_BACK or entry.may_be_lost:
                    continue
                row = rows["messages"].get(entry.body["id"])
                if row is not None and row["content"]:
                    yield f"19: {entry.body['id']} was taken back ({entry.status}) and is {row['content']!r}"
                if match := MESSAGE_START.search(texts[entry.body["id"]]):
                    taken_back[match[0]] = entry.body["id"]
        for stream, seq, frame in self._place.rows("SELECT stream, seq, frame FROM sync_change"):
            for quoted in taken_back.keys() & set(MESSAGE_START.findall(frame)):
                yield f"19: change {seq} of {stream} quotes {taken_back[quoted]}, which was taken back: {frame[:300]}"
        for device in devices:
            for key, row in device.replica.rows.items():
                for quoted in taken_back.keys() & set(MESSAGE_START.findall(str(row))):
                    yield f"19: {device.owner.email} has {key}, which quotes {taken_back[quoted]}"

    def _unread_counts(self, rows: Rows) -> Iterator[str]:
        """8: a thread's unread counters, which each message changes, equal the unread messages of each side."""
        sql = "SELECT id, client_unread, provider_unread, client_read_created_at, provider_read_created_at FROM threads"
        by_thread: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in rows["messages"].values():
            by_thread[row["client_id"]].append(row)
        for id, client, provider, client_read, provider_read in self._place.rows(sql):
            for side, count, read_to in (("client", client, client_read), ("admin", provider, provider_read)):
                unread = [
                    row
                    for row in by_thread[str(normalize(id))]
                    if row["content"]
                    and row["sender_role"] != side
                    and (read_to is None or row["created_at"] > read_to)
                ]
                if len(unread) != count:
                    yield f"8: thread {id} counts {count} unread for {side}, and has {len(unread)}"

    def _history(self, device: SimulatedDevice) -> Iterator[str]:
        """2, 5, 13: a device applied every change of the stream after its first cursor, each number once."""
        for stream, journal in device.journals.items():
            end, at = journal.base, journal.at
            for frame in [Applied(0, end, at, ()), *journal.frames]:
                logged = self._archive.change(stream, frame.end)
                if frame.end and logged is not None and logged.id != frame.at:
                    yield f"13: {device.owner.email} has {frame.at} as change {frame.end} of {stream}, not {logged.id}"
                if frame.start and frame.start != end + 1:
                    yield f"2: {device.owner.email} applied {frame.start} of {stream} after {end}"
                end = frame.end
                if frame.start and id(frame) not in self._breaches_by_frame:
                    self._breaches_by_frame[id(frame)] = list(self._frame(device, stream, frame))
                yield from self._breaches_by_frame.get(id(frame), ())

    def _frame(self, device: SimulatedDevice, stream: str, frame: Applied) -> Iterator[str]:
        """2: a frame has the log's changes, except those whose row has a later change in the frame."""
        logged = {seq: self._archive.change(stream, seq) for seq in range(frame.start, frame.end + 1)}
        received = {seq: (tbl, row, op, v) for seq, tbl, row, op, v in frame.items}
        later: set[tuple[str, str]] = set()
        for seq in reversed(logged):
            change = logged[seq]
            if change is None:
                continue
            expected = None if change.op == "m" else (change.tbl, change.row, change.op, change.v)
            is_replaced = (change.tbl, change.row) in later
            is_hidden = seq in received and self._is_hidden(stream, seq, change, received[seq])
            if received.get(seq) != expected and not (seq not in received and is_replaced) and not is_hidden:
                yield f"2: {device.owner.email} received {received.get(seq)} as {seq} of {stream}, not {expected}"
            later.add((change.tbl, change.row))

    def _is_hidden(self, stream: str, seq: int, change: LoggedChange, received: tuple[str, str, str, int]) -> bool:
        """LG10: `received` and the archived change differ because a later change of the row has hidden one of them."""
        tbl, row, op, v = received
        if (change.tbl, change.row) != (tbl, row):
            return False
        hiding = (op, v) if v > change.v else (change.op, change.v)
        later = (self._archive.change(stream, number) for number in range(seq + 1, self._archive.head(stream) + 1))
        return any(each is not None and (each.tbl, each.row, each.op, each.v) == (tbl, row, *hiding) for each in later)

    def _grants(self, device: SimulatedDevice) -> Iterator[str]:
        """6: the server sends no change of a stream from the change on that ended the user's membership."""
        for grant in device.grants:
            ended = [
                seq for seq in self._archive.ends_of_membership(grant.stream, device.owner.user) if seq > grant.head
            ]
            if ended and grant.upto >= ended[0]:
                yield f"6: {device.owner.email} received {grant.stream} up to {grant.upto}, and lost it at {ended[0]}"

    def _late_notices(self, device: SimulatedDevice) -> Iterator[str]:
        """6: if a former admin receives a notice late, its removal follows."""
        for late in device.late_notices:
            later = (
                self._archive.change(late.stream, seq)
                for seq in range(late.seq + 1, self._archive.head(late.stream) + 1)
            )
            if not any(change is not None and (change.row, change.op) == (late.row, "d") for change in later):
                yield f"6: {device.owner.email} keeps {late.text[:300]}"

    def _admin_notices(self, allowed_streams: dict[str, list[str]], rows: Rows) -> Iterator[str]:
        """6: only admins have notices for admins."""
        for id, row in rows["notices"].items():
            if row["side"] == "provider" and "w" not in allowed_streams.get(str(row["user_id"]), ()):
                yield f"6: {row['user_id']} has notice {id}, which is for admins"

    def _converged(self, device: SimulatedDevice, streams: set[str], rows: Rows) -> Iterator[str]:
        """3, 11: every row on a device equals the stored row, and every row that the user may see is on the device."""
        followed = set(device.replica.cursors)
        if followed != streams:
            yield f"3: {device.owner.email} follows {followed}, and may follow {streams}"
            return
        may_see = visible(rows, streams)
        for (tbl, row_id), row in device.replica.rows.items():
            stored = may_see[tbl].get(row_id)
            if stored is None:
                yield f"11: {device.owner.email} has {tbl} {row_id}, which its user may not see"
            elif id(row) not in self._equal_rows and any(str(row[name]) != str(stored[name]) for name in SHOWN[tbl]):
                yield f"3: {device.owner.email} has {row}, and {stored} is stored"
            else:
                self._equal_rows.add(id(row))
        for tbl, visible_rows in may_see.items():
            expected = set(visible_rows)
            if tbl == "messages" and "w" in streams:
                continue  # a first load of `w` has no messages (BO4)
            if tbl == "messages":
                newest = sorted(expected, key=lambda row_id: visible_rows[row_id]["created_at"])
                expected = set(newest[-FIRST_LOAD_MESSAGES:])
            for lacking in expected - {row_id for held_tbl, row_id in device.replica.rows if held_tbl == tbl}:
                yield f"3: {device.owner.email} lacks {tbl} {lacking}"
