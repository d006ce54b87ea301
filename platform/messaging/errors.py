"""The refusals of messaging."""

from core.errors import Conflict, Invalid, NotFound


class MessageIdTaken(Conflict):
    """The id belongs to another message (MU2)."""

    code = "message_id_taken"
    message = "Another message has this id"


class MessageNotFound(NotFound):
    """No such message in this thread."""

    code = "message_not_found"
    message = "Message not found"


class EmptyMessage(Invalid):
    """Nothing is left of the text once it is trimmed."""

    code = "message_empty"
    message = "A message needs text"


class BadPlace(Invalid):
    """A `before` that was not made by us."""

    code = "bad_cursor"
    message = "The page cursor is not valid"
