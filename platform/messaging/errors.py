"""The refusals of messaging."""

from core.errors import Conflict, Gone, Invalid, InvalidField, NotAllowed, NotFound, TooMany


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


class AlreadyRead(Conflict):
    """The other side has read the message, so it stays."""

    code = "already_read"
    message = "This message was already read, so it stays"


class TakenBack(Gone):
    """The sender took this id back before the message arrived."""

    code = "taken_back"
    message = "This message was taken back"


class TooManyTakenBack(Conflict):
    """The person has taken back too many ids that never arrived."""

    code = "too_many_taken_back"
    message = "Too many messages were taken back before they arrived"


class BadPlace(Invalid):
    """A `before` or `after` that was not made by us."""

    code = "bad_cursor"
    message = "The page cursor is not valid"


class NotTrue(InvalidField):
    """A field states what the server knows to be otherwise: the sender, or what the attached file is."""


class TooManyMessages(TooMany):
    """More messages, or longer ones, than anybody writes in this time."""

    code = "too_many_messages"
    message = "You have sent very many messages. Sending goes on in a moment."
