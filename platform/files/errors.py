"""Errors of the files app."""

from core.errors import Conflict, Invalid, NotAllowed, NotFound, TooLarge, Unavailable


class FileNotFound(NotFound):
    """The file does not exist, or this user may not fetch it."""

    code = "file_not_found"
    message = "File not found"


class UploadNotFound(NotFound):
    """The upload does not exist, has expired, or is another user's."""

    code = "upload_not_found"
    message = "Upload not found"


class BadUpload(Invalid):
    """The headers of an upload are not valid."""

    code = "bad_upload"
    message = "The upload cannot be read"


class FileTooLarge(TooLarge):
    """The file has more bytes than the bucket accepts or the upload has announced. The bucket defines the text."""

    code = "file_too_large"
    message = "The file is too large"


class TypeNotSupported(Invalid):
    """The bucket does not accept the file's extension or content. The bucket defines the text."""

    code = "file_type_not_supported"
    message = "File type not supported"


class PictureTooLarge(Invalid):
    """The picture has more pixels than the bucket accepts. The check adds the maximum."""

    code = "picture_too_large"
    message = "The image has too many pixels"


class PictureUnreadable(Invalid):
    """The file cannot be decoded as a picture."""

    code = "picture_unreadable"
    message = "Failed to load image"


class WrongOffset(Conflict):
    """The part does not begin at the end of the stored parts."""

    code = "wrong_offset"
    message = "The part does not begin at the upload's current offset"


class UploadIdTaken(Conflict):
    """The id belongs to another upload."""

    code = "upload_id_taken"
    message = "Another upload has this id"


class FileInUse(Conflict):
    """A row has claimed the file."""

    code = "file_in_use"
    message = "The file is in use"


class TooManyParts(NotAllowed):
    """The upload has more parts than any device sends."""

    code = "too_many_parts"
    message = "The upload has too many parts"


class TooManyUploads(NotAllowed):
    """The user has more unfinished uploads than any device starts."""

    code = "too_many_uploads"
    message = "Too many uploads at once"


class TooMuchToday(NotAllowed):
    """A client has uploaded more bytes in a day than the limit."""

    code = "too_much_today"
    message = "You have sent too many files today. Please try again tomorrow."


class AddressExpired(NotAllowed):
    """The signature of an address is not valid or older than five minutes. The client can request a new one."""

    code = "address_over"
    message = "The address is no longer valid"


class StorageUnavailable(Unavailable):
    """The bucket does not respond; the device sends the part again."""

    code = "storage_unavailable"
    message = "The file cannot be stored right now. Please try again."
