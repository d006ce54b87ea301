"""Errors of the chatbots app."""

from clients import errors
from core.errors import Conflict, Invalid, NotAllowed, NotFound, Unavailable


class AdminsOnly(errors.AdminsOnly):
    message = "Only administrators can manage chatbots"


class ChatbotNotFound(NotFound):
    """The bot does not exist, or this user may not chat with it; the response does not reveal which."""

    code = "chatbot_not_found"
    message = "Chatbot not found"


class RowNotFound(NotFound):
    """The training row, question, assignment or message does not exist, or is not this user's."""

    code = "row_not_found"
    message = "Not found"


class UserNotFound(NotFound):
    """The user is not a signed-up user of a client, or the user of a question to a bot is not the caller."""

    code = "person_not_found"
    message = "User not found"


class IdTaken(Conflict):
    """Another row has this id (MU2)."""

    code = "id_taken"
    message = "Something else has this id"


class SavedQuestionsFail(Conflict):
    """Some saved questions do not find their training row; the message says how many."""

    code = "gate_not_passed"


class Empty(Invalid):
    """A required text has no visible character."""

    code = "text_empty"
    message = "This needs text"


class BadScript(Invalid):
    code = "bad_script"
    message = "Invalid script tag. Please include both opening and closing script tags."


class BadSheet(Invalid):
    code = "bad_sheet"
    message = "Invalid Google Sheets URL. Please provide a valid Google Sheets URL."


class BadSource(Invalid):
    """No training examples could be read from the source; the message says why."""

    code = "bad_source"
    message = "No questions with answers were found there"


class NothingEmbedded(NotFound):
    code = "embed_not_found"
    message = "No chatbot is set up for this client yet"


class TooManyQuestions(NotAllowed):
    """The user has reached a rate limit; the message says which."""

    code = "chat_rate_limit"
    message = "You are asking faster than the bot can answer. Please wait a minute."


class SpendCapReached(Unavailable):
    """The month's limit for model costs is reached."""

    code = "chat_spend_cap"
    message = "The monthly limit for bot replies is reached. Please send us a message instead."
