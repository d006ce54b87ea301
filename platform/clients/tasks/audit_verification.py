"""Verifies the audit log once a day and logs the result, with a head for `manage.py verify_audit_log --head`."""

import logging
from datetime import timedelta

from clients.queries import audit_verification
from clients.services import audit_log
from core.clock import now
from sync.writes.db_executor import write_now

VERIFY_AFTER = timedelta(hours=23)  # less than a day, so that the hourly check does not skip a day
log = logging.getLogger(__name__)


def verify_when_due() -> None:
    """Verify the log if the last verification is 23 hours old.

    Runs hourly. Two processes may verify at once, because a verification changes no entry.
    """
    verified_at = audit_verification.last_verification().verified_at
    if verified_at is not None and now() - verified_at < VERIFY_AFTER:
        return
    result = audit_verification.verify()
    write_now(audit_log.store_verification, faults=result.fault_count)
    if not result.fault_count:
        log.info("The audit log is unchanged. Head: %s", result.head)
    for fault in result.faults:
        log.error("The audit log is not as the product wrote it: %s", fault)
