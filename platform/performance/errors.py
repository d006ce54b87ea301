"""The refusals of the performance room, and how a measurement can fail."""

from clients import errors
from core.errors import NotFound


class ScoreNotFound(NotFound):
    """No such score, or not this person's."""

    code = "score_not_found"
    message = "Score not found"


class NoWebsite(NotFound):
    """There is no website to scan: no address, or nobody of this client has signed up."""

    code = "no_website"
    message = "This client has no website to scan yet"


class AdminsOnly(errors.AdminsOnly):
    """Scans are asked for by admins; a client's own come with the address and each Friday."""

    message = "Only administrators can start a scan"


class CannotMeasure(Exception):
    """A measurement brought no result; `reason` is one word for the row, the text is for the log."""

    def __init__(self, reason: str, why: str) -> None:
        super().__init__(why)
        self.reason = reason
