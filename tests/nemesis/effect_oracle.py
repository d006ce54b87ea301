"""Checks of effects in the quiet phase, with raw SQL: each is done, each email arrives once at most, each scan ends once."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.nemesis.installation import Installation
from tests.nemesis.journal import DeviceOwner
from tests.nemesis.requests import Requests
from tests.nemesis.store_reader import normalize

# Effects that are due later wait for their time, except those that failed or that notify of a message.
UNDONE = (
    "SELECT kind, COUNT(*) FROM effects WHERE done_at IS NULL"
    " AND (due <= {now} OR error <> '' OR kind IN ('messaging.tell', 'messaging.tell-more'))"
    " GROUP BY kind ORDER BY kind"
)
# An hour is the longest time in RETRY_AFTER of platform/sync/effects/effects.py.
LATE_RETRIES = "SELECT kind, subject, due FROM effects WHERE done_at IS NULL AND error <> '' AND due > {in_an_hour}"
TIMES = {
    "sqlite": {
        "now": "strftime('%Y-%m-%d %H:%M:%f', 'now')",
        "in_an_hour": "strftime('%Y-%m-%d %H:%M:%f', 'now', '1 hour')",
    },
    "postgresql": {"now": "now()", "in_an_hour": "now() + interval '1 hour'"},
}
EMAILS = "SELECT id, kind, recipient, state, reason FROM mails"
# A scan that was started five times without an end, because its process was killed, fails with the reason "broken".
SCANS = "SELECT id, client_id, state, reason, place, score_id FROM scan_runs"
ENDS = {("done", ""), ("failed", "broken")}  # states and reasons of scans that ended, each with a notice
SCAN_NOTICES = "SELECT user_id, n FROM notices WHERE tag = 'scan'"
LATEST = 0  # the place of a client's latest scan
UNREAD_BY_ADMINS = "SELECT id FROM threads WHERE provider_unread > 0"


class EffectOracle:
    """The checks of effects. They find nothing in an installation without processes that run effects."""

    def __init__(self, installation: Installation, store: str, requests: Requests) -> None:
        self._installation, self._requests = installation, requests
        self._place, self._email_server = installation.place, installation.email_server
        self.counts = Counter[str]()
        self._undone, self._late_retries = (sql.format(**TIMES[store]) for sql in (UNDONE, LATE_RETRIES))

    def unfinished(self) -> list[str]:
        """The effects that are not done although they are due, as sentences."""
        if not self._installation.job_processes:
            return []
        return [f"{count} effects {kind} are not done" for kind, count in self._place.rows(self._undone)]

    def late_retries(self) -> list[str]:
        """20: the failed effects that the product would not retry within an hour."""
        rows = self._place.rows(self._late_retries)
        return [f"20: the effect {kind} of {subject} failed and is due at {due}" for kind, subject, due in rows]

    def breaches(self, owners: list[DeviceOwner], interrupted: int) -> list[str]:
        """20: the breaches in emails, notices and scans; faults may have interrupted the delivery of `interrupted` emails."""
        if not self._installation.job_processes:
            return []
        emails = [tuple(map(normalize, row)) for row in self._place.rows(EMAILS)]
        self.counts = Counter(f"emails {state}" for _, _, _, state, _ in emails)
        scans = [tuple(map(normalize, row)) for row in self._place.rows(SCANS)]
        self.counts += Counter(f"scans {state}" for _, _, state, *_ in scans)
        permanent_admins = [owner.user for owner in owners if not owner.client]
        return [
            *self._deliveries(emails, interrupted),
            *self._accepted_requests(emails),
            *self._notices(permanent_admins),
            *self._scans(scans),
            *self._scan_notices(owners, scans),
        ]

    def _deliveries(self, emails: list[tuple[Any, ...]], interrupted: int) -> Iterator[str]:
        received, before = self._email_server.received, self._email_server.received_before_restore
        for email_id, _, recipient, state, reason in emails:
            email, times = f"email {email_id} to {recipient}", received[email_id]
            if state == "sent" and not times and email_id not in before:
                yield f"20: {email} is marked as sent, and did not arrive"
            if state not in {"sent", "unknown"}:
                yield f"20: {email} is {state} ({reason})"
        yield from (f"20: email {email_id} arrived {times} times" for email_id, times in received.items() if times > 1)
        for email_id in received.keys() - {email_id for email_id, *_ in emails}:
            yield f"20: email {email_id} arrived, and is not stored"
        unknown = Counter(reason for _, _, _, state, reason in emails if state == "unknown")
        if unknown.total() > interrupted:
            reasons = dict(unknown)
            yield f"20: emails are unknown because of {reasons}, and faults can have interrupted {interrupted} at most"

    def _accepted_requests(self, emails: list[tuple[Any, ...]]) -> Iterator[str]:
        stored = Counter(recipient for _, kind, recipient, _, _ in emails if kind == "reauthenticate")
        for email, attempts in self._requests.emails.attempts.items():
            accepted = len(self._requests.emails.accepted[email])
            if not accepted <= stored[email] <= attempts:
                yield f"20: {stored[email]} emails to {email} are stored, of {accepted} accepted and {attempts} requested"

    def _notices(self, permanent_admins: list[str]) -> Iterator[str]:
        """Each admin has an unopened notice of each thread that has unread messages; at least one thread has some."""
        sql = "SELECT user_id, tag FROM notices WHERE opened_at IS NULL AND tag LIKE 'messages:%'"
        unopened = {(str(normalize(user)), tag) for user, tag in self._place.rows(sql)}
        unread_threads = self._place.rows(UNREAD_BY_ADMINS)
        if not unread_threads:
            yield "20: no thread has unread messages, so no notice could be checked"
        for (thread,) in unread_threads:
            for user in permanent_admins:
                if (user, f"messages:{normalize(thread)}") not in unopened:
                    yield f"20: admin {user} has no notice of the unread messages of thread {normalize(thread)}"

    def _scans(self, scans: list[tuple[Any, ...]]) -> Iterator[str]:
        """Each accepted scan is stored and has ended, or a later one has replaced it. Each done scan has its own score."""
        for lost in self._requests.scans.accepted.keys() - {scan_id for scan_id, *_ in scans}:
            yield f"20: scan {lost} was accepted and is not stored"
        for scan_id, _, state, reason, place, _ in scans:
            if (state, reason) not in ENDS and (state != "dropped" or place == LATEST):
                yield f"20: scan {scan_id} is {state} {reason}"
        scores = Counter(score for _, _, state, _, _, score in scans if state == "done")
        stored = Counter(normalize(score) for (score,) in self._place.rows("SELECT id FROM performance_scores"))
        if scores != stored:
            missing, extra = (scores - stored).total(), (stored - scores).total()
            yield f"20: {missing} scores of done scans are not stored. {extra} stored scores belong to no done scan."

    def _scan_notices(self, owners: list[DeviceOwner], scans: list[tuple[Any, ...]]) -> Iterator[str]:
        """The one notice of a client's scans was written once for each scan that has ended."""
        ended = Counter(client for _, client, state, reason, *_ in scans if (state, reason) in ENDS)
        written = {normalize(user): times for user, times in self._place.rows(SCAN_NOTICES)}
        for owner in owners:
            if owner.client and written.get(owner.user, 0) != ended[owner.client]:
                yield f"20: {owner.email} had {written.get(owner.user, 0)} notices of {ended[owner.client]} scans"
