"""The errors of the sync engine."""

from django.db import OperationalError

from core.errors import Conflict, Invalid, NotAllowed, NotFound, TooMany


class UnknownStream(NotFound):
    """The stream does not exist, or this user may not follow it; the error does not show which."""

    code = "stream_not_found"


class BadCursor(Invalid):
    """A page cursor that this server did not make."""

    code = "bad_cursor"
    message = "The page cursor is not valid"


class StalePosition(Conflict):
    """The position of the previous page does not fit the log, because the store was restored: load again (BO7)."""

    code = "stale_position"
    message = "The rows that were loaded so far are out of date. The load starts again."


class ReadOnlyView(NotAllowed):
    """An admin who views what a client sees sent a request that would change something."""

    code = "look_only"
    message = "View only."


class TooManyAtOnce(TooMany):
    """The user already has the maximum number of waiting requests of this kind."""

    code = "too_many_at_once"


class TooManyWrites(TooMany):
    """The user has sent more writes than any device sends."""

    code = "too_many_writes"


class NoTransaction(RuntimeError):
    """A synced row was written outside a transaction; its change could be lost (LG3)."""


class NotAReaction(RuntimeError):
    """An effect was requested with a handler that is not registered, so it would never run."""


class IdTaken(RuntimeError):
    """A new row's id belongs to a stored row."""


class StaleRow(RuntimeError):
    """A row was written from another version than the stored one: it was not locked, or was removed (LG5)."""


class CommitFailed(OperationalError):
    """COMMIT itself failed, and it is unknown whether it took effect: the caller retries with the same ids."""


class NotPublished(RuntimeError):
    """A row was written whose table no `synced.py` publishes."""


class LogHole(RuntimeError):
    """A number is missing in the log of a stream. This is a defect of the store, and no reader may skip it."""
