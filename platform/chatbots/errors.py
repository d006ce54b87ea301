"""The refusals of the chatbots room."""

from clients import errors
from core.errors import Conflict, Invalid, NotAllowed, NotFound, Unavailable


class AdminsOnly(errors.AdminsOnly):
    message = "Only administrators can manage chatbots"


class ChatbotNotFound(NotFound):
    """No such bot, or not one this person may chat with: the two are not told apart."""

    code = "chatbot_not_found"
    message = "Chatbot not found"


class RowNotFound(NotFound):
    """No such training, question, assignment or message, or not this person's."""

    code = "row_not_found"
    message = "Not found"


class PersonNotFound(NotFound):
    """Nobody of a client who has signed up."""

    code = "person_not_found"
    message = "User not found"


class IdTaken(Conflict):
    """The id belongs to something else (MU2)."""

    code = "id_taken"
    message = "Something else has this id"


class GateNotPassed(Conflict):
    """Saved questions do not find their training; the message says how many."""

    code = "gate_not_passed"


class Empty(Invalid):
    """Nothing that can be seen is left of a text that is required."""

    code = "text_empty"
    message = "This needs text"


class BadScript(Invalid):
    code = "bad_script"
    message = "Invalid script tag. Please include both opening and closing script tags."


class BadSheet(Invalid):
    code = "bad_sheet"
    message = "Invalid Google Sheets URL. Please provide a valid Google Sheets URL."


class BadSource(Invalid):
    """Training could not be read from there; the message says why."""

    code = "bad_source"
    message = "Nothing to learn from was found there"


class NothingEmbedded(NotFound):
    code = "embed_not_found"
    message = "No chatbot is set up for this client yet"


class TooManyQuestions(NotAllowed):
    """A person's own limit; the message says which."""

    code = "chat_rate_limit"
    message = "You are asking faster than the bot can answer. Please wait a minute."


class SpendCapReached(Unavailable):
    """What may be spent on replies in this month is spent."""

    code = "chat_spend_cap"
    message = "The monthly limit for bot replies is reached. Please send us a message instead."


class NotSetUp(Unavailable):
    """This installation has no key for a language model."""

    code = "chat_not_set_up"
    message = "Bot replies are not set up: OPENAI_API_KEY is missing on the server"
