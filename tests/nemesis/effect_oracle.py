"""Checks of effects in the quiet phase, with raw SQL: each is done, and each mail reaches the mail server once at most."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.nemesis.installation import Installation
from tests.nemesis.journal import DeviceOwner
from tests.nemesis.mail_requests import MailRequests
from tests.nemesis.store_reader import normalize

# Effects that are due later wait for their time, except those that failed or that notify of a message.
UNDONE = (
    "SELECT kind, COUNT(*) FROM effects WHERE done_at IS NULL"
    " AND kind IN ('mail.deliver', 'messaging.tell', 'messaging.tell-more', 'notifications.push')"
    " AND (due <= {now} OR error <> '' OR kind LIKE 'messaging.%') GROUP BY kind ORDER BY kind"
)
NOW = {"sqlite": "strftime('%Y-%m-%d %H:%M:%f', 'now')", "postgresql": "now()"}
MAILS = "SELECT id, kind, recipient, state, reason FROM mails"
UNREAD_BY_ADMINS = "SELECT id FROM threads WHERE provider_unread > 0"


class EffectOracle:
    """The checks of effects. They find nothing in an installation without processes that run effects."""

    def __init__(self, installation: Installation, store: str, requests: MailRequests) -> None:
        self._installation, self._requests = installation, requests
        self._place, self._mail_server = installation.place, installation.mail_server
        self.counts = Counter[str]()
        self._undone = UNDONE.format(now=NOW[store])

    def unfinished(self) -> list[str]:
        """The effects that are not done although they are due, as sentences."""
        if not self._installation.job_processes:
            return []
        return [f"{count} effects {kind} are not done" for kind, count in self._place.rows(self._undone)]

    def breaches(self, owners: list[DeviceOwner], interrupted: int) -> list[str]:
        """20: the breaches in mails and notices; faults may have cut off the delivery of `interrupted` mails."""
        if not self._installation.job_processes:
            return []
        mails = [tuple(map(normalize, row)) for row in self._place.rows(MAILS)]
        self.counts = Counter(f"mails {state}" for _, _, _, state, _ in mails)
        self.counts["deliveries held while their process was killed"] = self._mail_server.held
        permanent_admins = [owner.user for owner in owners if not owner.client]
        return [
            *self._deliveries(mails, interrupted),
            *self._accepted_requests(mails),
            *self._notices(permanent_admins),
        ]

    def _deliveries(self, mails: list[tuple[Any, ...]], interrupted: int) -> Iterator[str]:
        received, before = self._mail_server.received, self._mail_server.received_before_restore
        for mail_id, _, recipient, state, reason in mails:
            mail, times = f"mail {mail_id} to {recipient}", received[mail_id]
            if state == "sent" and not times and mail_id not in before:
                yield f"20: {mail} is marked as sent, and did not arrive"
            if state not in {"sent", "unknown"}:
                yield f"20: {mail} is {state} ({reason})"
        yield from (f"20: mail {mail_id} arrived {times} times" for mail_id, times in received.items() if times > 1)
        for mail_id in received.keys() - {mail_id for mail_id, *_ in mails}:
            yield f"20: mail {mail_id} arrived, and is not stored"
        unknown = [mail_id for mail_id, _, _, state, _ in mails if state == "unknown"]
        if len(unknown) > interrupted:
            yield f"20: {len(unknown)} mails are unknown, and faults can have cut off {interrupted} at most"

    def _accepted_requests(self, mails: list[tuple[Any, ...]]) -> Iterator[str]:
        stored = Counter(recipient for _, kind, recipient, _, _ in mails if kind == "reauthenticate")
        for email, attempts in self._requests.attempts.items():
            accepted = len(self._requests.accepted[email])
            if not accepted <= stored[email] <= attempts:
                yield f"20: {stored[email]} mails to {email} are stored, of {accepted} accepted and {attempts} requested"

    def _notices(self, permanent_admins: list[str]) -> Iterator[str]:
        """Each admin has an unopened notice of each thread that has unread messages."""
        sql = "SELECT user_id, tag FROM notices WHERE opened_at IS NULL AND tag LIKE 'messages:%'"
        unopened = {(str(normalize(user)), tag) for user, tag in self._place.rows(sql)}
        for (thread,) in self._place.rows(UNREAD_BY_ADMINS):
            for user in permanent_admins:
                if (user, f"messages:{normalize(thread)}") not in unopened:
                    yield f"20: admin {user} has no notice of the unread messages of thread {normalize(thread)}"
