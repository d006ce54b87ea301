"""The refusals of the reports room, in the words that the screens show."""

from clients import errors
from core.errors import Conflict, Invalid, NotFound


class ReportNotFound(NotFound):
    """No such report, or not this person's: the two are not told apart."""

    code = "report_not_found"
    message = "Report not found"


class AdminsOnly(errors.AdminsOnly):
    """Reports are written by admins."""

    message = "Only administrators can create reports. Please contact support if you believe this is an error."


class UntitledReport(Invalid):
    """Nothing is left of the title once it is trimmed."""

    code = "report_untitled"
    message = "Please provide a report title and select a client"


class BadVideo(Invalid):
    """No address of a video: not http or https, or the name of a video service on somebody else's host."""

    code = "bad_video"
    message = "Please provide a valid video URL (YouTube, Vimeo, Loom, Pictory, or direct video link)"


class IdTaken(Conflict):
    """The id belongs to another row, or to one with another content (MU2)."""

    code = "report_id_taken"
    message = "Something else has this id"


class AlreadyTold(Conflict):
    """Once the client has been told of it, a report stays."""

    code = "report_already_told"
    message = "The client has been told of this report already"
