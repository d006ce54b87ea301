"""The refusals of the files room."""

from core.errors import Conflict, Invalid, NotAllowed, NotFound, TooLarge


class FileNotFound(NotFound):
    """No such file, or not for this person."""

    code = "file_not_found"
    message = "File not found"


class UploadNotFound(NotFound):
    """No such upload, another person's, or one whose time is over."""

    code = "upload_not_found"
    message = "Upload not found"


class BadUpload(Invalid):
    """The headers of an upload do not say what they have to."""

    code = "bad_upload"
    message = "The upload cannot be read"


class FileTooLarge(TooLarge):
    """More bytes than the bucket takes, or than the upload said; the bucket has the words."""

    code = "file_too_large"
    message = "The file is too large"


class TypeNotSupported(Invalid):
    """By its name or by its content no file that the bucket takes; the bucket has the words."""

    code = "file_type_not_supported"
    message = "File type not supported"


class PictureTooLarge(Invalid):
    """More pixels than the bucket takes."""

    code = "picture_too_large"
    message = "Image dimensions must not exceed 800x200 pixels"


class PictureUnreadable(Invalid):
    """No picture can be made of it."""

    code = "picture_unreadable"
    message = "Failed to load image"


class WrongOffset(Conflict):
    """A part that does not begin where the stored ones end."""

    code = "wrong_offset"
    message = "The part does not begin where the upload stands"


class UploadIdTaken(Conflict):
    """The id belongs to another upload."""

    code = "upload_id_taken"
    message = "Another upload has this id"


class FileInUse(Conflict):
    """A row keeps the file."""

    code = "file_in_use"
    message = "The file is in use"


class TooManyParts(NotAllowed):
    """An upload in so many parts is no device's."""

    code = "too_many_parts"
    message = "The upload has too many parts"


class TooManyUploads(NotAllowed):
    """So many unfinished uploads are no device's."""

    code = "too_many_uploads"
    message = "Too many uploads at once"


class TooMuchToday(NotAllowed):
    """A client's files of one day are more than anybody needs."""

    code = "too_much_today"
    message = "You have sent too many files today. Please try again tomorrow."


class AddressOver(NotAllowed):
    """A signed address that we did not make, or whose five minutes are over; a new one can be asked for."""

    code = "address_over"
    message = "The address is no longer valid"
