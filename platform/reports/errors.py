"""The errors of the reports app, with the texts that screens show."""

from clients import errors
from core.errors import Conflict, Invalid, InvalidField, NotFound


class ReportNotFound(NotFound):
    """The report is absent or belongs to another client; the response does not distinguish the two."""

    code = "report_not_found"
    message = "Report not found"


class VideoNotFound(NotFound):
    """No weekly video has this id."""

    code = "video_not_found"
    message = "Video not found"


class FieldMismatch(InvalidField):
    """A field contradicts the server's data: the player or the file name of a report's video."""


class AdminsOnly(errors.AdminsOnly):
    """Only admins write reports."""

    message = "Only administrators can create reports. Please contact support if you believe this is an error."


class UntitledReport(Invalid):
    """The title is empty after trimming."""

    code = "report_untitled"
    message = "Please provide a report title and select a client"


class BadVideo(Invalid):
    """The URL cannot be a video's: its scheme is not http or https, or its host imitates a video service's name."""

    code = "bad_video"
    message = "Please provide a valid video URL (YouTube, Vimeo, Loom, Pictory, or direct video link)"


class PostedTooLate(Invalid):
    """The date of a weekly video is more than a year ahead."""

    code = "bad_posted_at"
    message = "The posted date cannot be more than a year ahead"


class IdTaken(Conflict):
    """The id belongs to another row, or to the same row with another content (MU2)."""

    code = "report_id_taken"
    message = "Something else has this id"


class AlreadyNotified(Conflict):
    """The report cannot be withdrawn, because its client has been notified."""

    code = "report_already_told"
    message = "The client has already been notified of this report"
