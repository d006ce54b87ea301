"""Logs sign-ins: who signed in and how, and which sign-ins were rejected and why. The lines contain no address.

`LOG_LEVEL` does not turn them off, because they are the record of attacks. Requests over a rate limit have no line, so
that a flood cannot fill a disk.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from accounts.errors import AuthFailure
from accounts.services import Grant

TOO_MANY_REQUESTS = 429

log = logging.getLogger("sign_in")


def log_sign_in(granted: Grant) -> None:
    """Log a session that is new or was raised to aal2, with its newest method (such as `password`, `otp`, `totp`)."""
    fields = {"user": str(granted.account.user.id), "method": granted.session.amr[0]["method"]}
    log.info("signed in", extra={"fields": fields})


def log_rejection(error: AuthFailure, *, user_id: UUID | None = None) -> None:
    """Log a failed sign-in with its error code, and with the account if `error` or `user_id` names one."""
    if error.status == TOO_MANY_REQUESTS:
        return
    account = user_id or error.user_id
    fields = {"reason": error.code} | ({} if account is None else {"user": str(account)})
    log.info("sign-in rejected", extra={"fields": fields})


@contextmanager
def log_rejections(*, user_id: UUID | None = None) -> Iterator[None]:
    """Log every AuthFailure that its block raises."""
    try:
        yield
    except AuthFailure as error:
        log_rejection(error, user_id=user_id)
        raise
