"""Checks every device and its journal against the database when everything is quiet, with raw SQL."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from tests.nemesis.archive import Archive, Logged
from tests.nemesis.journal import Applied
from tests.nemesis.outbox import DONE, SEND, TAKE_BACK, TAKEN_BACK
from tests.nemesis.simulated_device import Phone
from tests.nemesis.store_reader import SHOWN, Others, Rows, normalize, visible
from tests.support.servers.crash_harness import Place

LAST = 200  # messages of a thread in a first load (BO4)
MESSAGE_NUMBER = re.compile(r"(\d+)\.(\d+) ")
WORDS = re.compile(r"\d+\.\d+ (?:edited-\d+ )?canary-\d+")


class Oracle:
    """The checks. Each yields breaches as sentences that begin with the number of their invariant."""

    def __init__(self, place: Place, archive: Archive) -> None:
        self._place, self._archive = place, archive
        # Frames and correct rows that several devices share are checked once.
        self._judged: dict[int, list[str]] = {}
        self._same: set[int] = set()

    def breaches(
        self, phones: Sequence[Phone], following: dict[str, list[str]], rows: Rows, others: Others
    ) -> list[str]:
        """All breaches; `following` has the streams of each user by the permission function."""
        self._judged, self._same = {}, set()
        results = list(self._everything_once(phones, rows, others))
        results += self._counted(rows)
        results += self._taken_back(phones, rows, others)
        results += self._of_the_provider(following, rows)
        for phone in phones:
            results += [f"6: {leak}" for leak in phone.leaks]
            results += self._late(phone)
            results += self._history(phone)
            results += self._grants(phone)
            results += self._converged(phone, set(following.get(phone.owner.user, ())), rows)
        return results

    def stored(self) -> Rows | None:
        """Every row at the end of the archive, or None if anything was written since the archive's last read."""
        if self._archive.poll():
            return None
        rows: Rows = {}
        with self._place.store() as store:
            for tbl, names in SHOWN.items():
                columns = ("id", *names, *(("created_at",) if tbl == "messages" else ()))
                every = store.execute(f"SELECT {', '.join(columns)} FROM {tbl}")
                rows[tbl] = {
                    str(normalize(row[0])): dict(zip(columns, map(normalize, row), strict=True)) for row in every
                }
        return None if self._archive.poll() else rows

    def _everything_once(self, phones: Sequence[Phone], rows: Rows, others: Others) -> Iterator[str]:
        """8: an accepted message is stored once and unchanged; one rejected at the first attempt is not stored."""
        messages, ids = rows["messages"], set[str]()
        for phone in phones:
            ids |= {entry.body["id"] for entry in phone.outbox.dropped}
            for entry in phone.outbox.settled:
                if entry.kind != SEND:
                    continue
                ids.add(entry.body["id"])
                row = messages.get(entry.body["id"])
                if row is not None and entry.is_unwanted and not row["content"]:
                    continue
                if entry.status in DONE and row is None and not entry.may_be_lost:
                    yield f"8: {entry.body['id']} was answered {entry.status} and is not stored"
                elif entry.status not in DONE and entry.tries == 1 and row is not None:
                    yield f"8: {entry.body['id']} was refused ({entry.status}) and is stored"
                elif row is not None and row["content"] != entry.body["content"]:
                    yield f"8: {entry.body['id']} is stored with other words"
        for id in messages.keys() - ids:
            row = messages[id]
            if row["content"] in others.texts or (not row["content"] and row["client_id"] in others.threads):
                continue
            yield f"8: {id} is stored, and nobody wrote it"
        texts = Counter((row["client_id"], row["content"]) for row in messages.values() if row["content"])
        yield from (f"8: {text!r} is stored {times} times" for (_, text), times in texts.items() if times > 1)
        last: dict[tuple[str, str], int] = defaultdict(int)
        # A message that was discarded during its request may arrive after later ones, and stays if it was read.
        entries = [one for phone in phones for one in (*phone.outbox.settled, *phone.outbox.dropped)]
        unwanted = {entry.body["id"] for entry in entries if entry.is_unwanted}
        for row in sorted(messages.values(), key=lambda row: str(row["created_at"])):
            if not row["content"] or row["id"] in unwanted:
                continue
            match = MESSAGE_NUMBER.search(row["content"])
            assert match
            if int(match[2]) <= last[row["client_id"], match[1]]:
                yield f"8: {row['content']!r} stands behind what was written later (MU6)"
            last[row["client_id"], match[1]] = int(match[2])

    def _taken_back(self, phones: Sequence[Phone], rows: Rows, others: Others) -> Iterator[str]:
        """19: a withdrawn message is not stored, and neither the log nor a device quotes it (LG10)."""
        withdrawn = dict.fromkeys(others.unwanted, "what was written with an app")
        for phone in phones:
            outbox = phone.outbox
            words = {
                one.body["id"]: one.body["content"] for one in (*outbox.settled, *outbox.dropped) if one.kind == SEND
            }
            for entry in outbox.settled:
                if entry.kind != TAKE_BACK or entry.status not in TAKEN_BACK or entry.may_be_lost:
                    continue
                row = rows["messages"].get(entry.body["id"])
                if row is not None and row["content"]:
                    yield f"19: {entry.body['id']} was taken back ({entry.status}) and says {row['content']!r}"
                if match := WORDS.search(words[entry.body["id"]]):
                    withdrawn[match[0]] = entry.body["id"]
        for stream, seq, frame in self._place.rows("SELECT stream, seq, frame FROM sync_change"):
            for quoted in withdrawn.keys() & set(WORDS.findall(frame)):
                yield f"19: change {seq} of {stream} quotes {withdrawn[quoted]}, which was taken back: {frame[:300]}"
        for phone in phones:
            for key, held in phone.replica.rows.items():
                for quoted in withdrawn.keys() & set(WORDS.findall(str(held))):
                    yield f"19: {phone.owner.email} holds {key}, which quotes {withdrawn[quoted]}"

    def _counted(self, rows: Rows) -> Iterator[str]:
        """8: a thread's unread counters, which each message changes, equal the unread messages of each side."""
        sql = "SELECT id, client_unread, provider_unread, client_read_created_at, provider_read_created_at FROM threads"
        by_thread: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in rows["messages"].values():
            by_thread[row["client_id"]].append(row)
        for id, client, provider, client_read, provider_read in self._place.rows(sql):
            for side, count, read in (("client", client, client_read), ("admin", provider, provider_read)):
                unread = [
                    row
                    for row in by_thread[str(normalize(id))]
                    if row["content"] and row["sender_role"] != side and (read is None or row["created_at"] > read)
                ]
                if len(unread) != count:
                    yield f"8: thread {id} counts {count} unread for {side}, and has {len(unread)}"

    def _history(self, phone: Phone) -> Iterator[str]:
        """2, 5, 13: a device applied the changes of the stream after its first cursor, each number once."""
        for stream, journal in phone.journals.items():
            end, at = journal.base, journal.at
            for frame in [Applied(0, end, at, ()), *journal.frames]:
                logged = self._archive.at(stream, frame.end)
                if frame.end and logged is not None and logged.id != frame.at:
                    yield f"13: {phone.owner.email} holds change {frame.end} of {stream} as {frame.at}, not {logged.id}"
                if frame.start and frame.start != end + 1:
                    yield f"2: {phone.owner.email} applied {frame.start} of {stream} after {end}"
                end = frame.end
                if frame.start and id(frame) not in self._judged:
                    self._judged[id(frame)] = list(self._frame(phone, stream, frame))
                yield from self._judged.get(id(frame), ())

    def _frame(self, phone: Phone, stream: str, frame: Applied) -> Iterator[str]:
        logged = {seq: self._archive.at(stream, seq) for seq in range(frame.start, frame.end + 1)}
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
                yield f"2: {phone.owner.email} was told {received.get(seq)} as {seq} of {stream}, not {expected}"
            later.add((change.tbl, change.row))

    def _is_hidden(self, stream: str, seq: int, change: Logged, received: tuple[str, str, str, int]) -> bool:
        """LG10: `received` and the archived change differ because a later change of the row has hidden one of them."""
        tbl, row, op, v = received
        if (change.tbl, change.row) != (tbl, row):
            return False
        hiding = (op, v) if v > change.v else (change.op, change.v)
        later = (self._archive.at(stream, number) for number in range(seq + 1, self._archive.head(stream) + 1))
        return any(one is not None and (one.tbl, one.row, one.op, one.v) == (tbl, row, *hiding) for one in later)

    def _grants(self, phone: Phone) -> Iterator[str]:
        """6: the server sends nothing of a stream from the change on that revoked it."""
        for grant in phone.grants:
            ended = [seq for seq in self._archive.lost(grant.stream, phone.owner.user) if seq > grant.head]
            if ended and grant.upto >= ended[0]:
                yield f"6: {phone.owner.email} was told {grant.stream} up to {grant.upto}, and lost it at {ended[0]}"

    def _late(self, phone: Phone) -> Iterator[str]:
        """6: the removal of a notice follows if a former admin receives the notice late."""
        for late in phone.late:
            later = (
                self._archive.at(late.stream, seq) for seq in range(late.seq + 1, self._archive.head(late.stream) + 1)
            )
            if not any(change is not None and (change.row, change.op) == (late.row, "d") for change in later):
                yield f"6: {phone.owner.email} keeps {late.text[:300]}"

    def _of_the_provider(self, following: dict[str, list[str]], rows: Rows) -> Iterator[str]:
        """6: only admins have notices for admins."""
        for id, row in rows["notices"].items():
            if row["side"] == "provider" and "w" not in following.get(str(row["user_id"]), ()):
                yield f"6: {row['user_id']} has notice {id}, which is for admins"

    def _converged(self, phone: Phone, streams: set[str], rows: Rows) -> Iterator[str]:
        """3, 11: every row on a device equals the stored row, and every row that the user may see is on the device."""
        held = set(phone.replica.cursors)
        if held != streams:
            yield f"3: {phone.owner.email} follows {held}, and may follow {streams}"
            return
        may_see = visible(rows, streams)
        for (tbl, row_id), row in phone.replica.rows.items():
            stored = may_see[tbl].get(row_id)
            if stored is None:
                yield f"11: {phone.owner.email} holds {tbl} {row_id}, which is not there for them"
            elif id(row) not in self._same and any(str(row[name]) != str(stored[name]) for name in SHOWN[tbl]):
                yield f"3: {phone.owner.email} holds {row}, and {stored} is stored"
            else:
                self._same.add(id(row))
        for tbl, stored_rows in may_see.items():
            expected = set(stored_rows)
            if tbl == "messages":
                expected = (
                    set()
                    if "w" in streams
                    else set(sorted(expected, key=lambda i: stored_rows[i]["created_at"])[-LAST:])
                )
            for lacking in expected - {row_id for held_tbl, row_id in phone.replica.rows if held_tbl == tbl}:
                yield f"3: {phone.owner.email} lacks {tbl} {lacking}"
