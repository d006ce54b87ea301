"""The errors of the performance app, and the failure of a measurement."""

from clients import errors
from core.errors import NotFound


class ScoreNotFound(NotFound):
    """The score is absent or belongs to another client."""

    code = "score_not_found"
    message = "Score not found"


class NoWebsite(NotFound):
    """The client has no website to scan: its URL is missing, or the client has not signed up."""

    code = "no_website"
    message = "This client has no website to scan yet"


class AdminsOnly(errors.AdminsOnly):
    """Only admins start scans. A client's scans start when they save their website, and each Friday."""

    message = "Only administrators can start a scan"


class CannotMeasure(Exception):
    """A measurement has no result. `reason` is a fixed word for the scan's row, `cause` a text for the log."""

    def __init__(self, reason: str, cause: str) -> None:
        super().__init__(cause)
        self.reason = reason
