"""The refusals of messaging."""

from core.errors import Conflict, Invalid, NotAllowed, NotFound


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


class NotItsSender(NotAllowed):
    """Somebody else's message cannot be taken back."""

    code = "not_its_sender"
    message = "Only its sender can take a message back"


class TooLate(Conflict):
    """The time to take a message back is over."""

    code = "too_late"
    message = "It is too late to take this message back"


class BadPlace(Invalid):
    """A `before` that was not made by us."""

    code = "bad_cursor"
    message = "The page cursor is not valid"
