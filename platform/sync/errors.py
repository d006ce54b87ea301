"""The refusals of the sync engine."""

from django.db import OperationalError

from core.errors import Conflict, Invalid, NotAllowed, NotFound, TooMany


class UnknownStream(NotFound):
    """No such stream, or not for this person: the two are not told apart."""

    code = "stream_not_found"


class BadCursor(Invalid):
    """A page cursor that was not made by us."""

    code = "bad_cursor"
    message = "The page cursor is not valid"


class StalePosition(Conflict):
    """The log no longer has where the page before was read: the store was put back, and the load begins anew (BO7)."""

    code = "stale_position"
    message = "What was loaded so far is out of date. The load begins anew."


class LookOnly(NotAllowed):
    """Who views what a client sees wants to do something."""

    code = "look_only"
    message = "You are only looking: nothing can be done from here."


class TooManyAtOnce(TooMany):
    """Requests of this kind of one person wait already."""

    code = "too_many_at_once"


class TooManyWrites(TooMany):
    """More writes of one person than any device makes."""

    code = "too_many_writes"


class OutsideTransaction(RuntimeError):
    """A synced row was written outside a transaction; its change could be lost (LG3)."""


class IdTaken(RuntimeError):
    """A new row's id belongs to a stored row."""


class StaleRow(RuntimeError):
    """A row was written from another version than the stored one: it had not been locked, or is gone (LG5)."""


class CommitFailed(OperationalError):
    """COMMIT itself failed, and whether it took effect is unknown: the caller tries again with the same ids."""


class NotPublished(RuntimeError):
    """A table was written that no `synced.py` publishes."""


class LogHole(RuntimeError):
    """The log of a stream is not dense: a defect of the store, never to be skipped over."""
