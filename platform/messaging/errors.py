"""Errors of the messaging app."""

from core.errors import Conflict, Gone, Invalid, InvalidField, NotAllowed, NotFound, TooMany


class MessageIdTaken(Conflict):
    """The id belongs to another message (MU2)."""

    code = "message_id_taken"
    message = "Another message has this id"


class MessageNotFound(NotFound):
    """The thread has no such message."""

    code = "message_not_found"
    message = "Message not found"


class EmptyMessage(Invalid):
    """The text has no visible character, and there is no file."""

    code = "message_empty"
    message = "A message needs text"


class NotTheSender(NotAllowed):
    """Only the sender can take a message back."""

    code = "not_its_sender"
    message = "Only its sender can take a message back"


class AlreadyRead(Conflict):
    """The other side has read the message, so it stays."""

    code = "already_read"
    message = "This message was already read, so it stays"


class TakenBack(Gone):
    """The sender took the message back before it arrived."""

    code = "taken_back"
    message = "This message was taken back"


class TooManyTakenBack(Conflict):
    """The user has taken back too many messages that never arrived."""

    code = "too_many_taken_back"
    message = "Too many messages were taken back before they arrived"


class BadCursor(Invalid):
    """`before` or `after` is not a cursor that the server has created."""

    code = "bad_cursor"
    message = "The page cursor is not valid"


class FieldMismatch(InvalidField):
    """A field contradicts the server's data: the sender, or the name, type or size of the attached file."""


class TooManyMessages(TooMany):
    """The user has sent more messages or bytes than the send limits allow."""

    code = "too_many_messages"
    message = "You have sent very many messages. Sending goes on in a moment."
