"""The gate before `active`: questions that did not get a good answer, humans' answers to them, and the check."""

from uuid import UUID

from chatbots import access, queries
from chatbots.errors import IdTaken, RowNotFound
from chatbots.models import Origin, SavedQuestion, Stand
from chatbots.retrieval import retrieval
from chatbots.services.embedding_jobs import have_read
from chatbots.services.locking import managed_and_locked, visible
from chatbots.services.training import stored
from core.actor import Person
from core.clock import now
from core.ids import uuid7
from sync.log import changes


def save_question(*, actor: Person, question_id: UUID, chatbot_id: UUID, question: str, expects: UUID) -> SavedQuestion:
    """Ask this of a bot before it goes active; it has to find that row of training.

    Raises AdminsOnly, ChatbotNotFound, RowNotFound, Empty, IdTaken.
    """
    access.managed(actor, chatbot_id)
    if access.training_for(actor, expects).chatbot_id != chatbot_id:
        raise RowNotFound
    row = SavedQuestion(
        id=question_id,
        chatbot_id=chatbot_id,
        question=visible(question),
        origin=Origin.ADMIN,
        stand=Stand.SAVED,
        expects=expects,
    )
    if changes.ensure(row):
        have_read(chatbot_id=chatbot_id)
        return row
    known = SavedQuestion.objects.get(id=question_id)
    if (known.chatbot_id, known.question, known.expects) != (chatbot_id, row.question, expects):
        raise IdTaken
    return known


def answer_question(*, actor: Person, question_id: UUID, training_id: UUID, answer: str) -> SavedQuestion:
    """Turn a human's answer to an open question into training; from now on the bot has to find it.

    Raises AdminsOnly, RowNotFound, Empty, IdTaken.
    """
    access.question_for(actor, question_id)
    row = _locked(question_id)
    if row.stand == Stand.SAVED:
        return row
    lesson = stored(actor, row.chatbot_id, training_id, row.question, answer)
    changes.update(row, stand=Stand.SAVED, expects=lesson.id)
    have_read(chatbot_id=row.chatbot_id)
    return row


def dismiss_question(*, actor: Person, question_id: UUID) -> SavedQuestion:
    """Take a question off the list, or out of the gate. Raises AdminsOnly, RowNotFound."""
    access.question_for(actor, question_id)
    row = _locked(question_id)
    if row.stand != Stand.DISMISSED:
        changes.update(row, stand=Stand.DISMISSED)
    return row


def check_questions(*, actor: Person, chatbot_id: UUID) -> list[bool]:
    """Ask a bot's saved questions now; each row says whether it passed. Raises AdminsOnly, ChatbotNotFound."""
    managed_and_locked(actor, chatbot_id)
    return checked(chatbot_id)


def checked(chatbot_id: UUID) -> list[bool]:
    """The same for a bot that is locked."""
    rows = [_locked(question_id) for question_id in queries.saved_questions(chatbot_id).values_list("id", flat=True)]
    results = retrieval.passing(chatbot_id, rows)
    for row, passed in zip(rows, results, strict=True):
        if row.has_passed != passed:
            changes.update(row, has_passed=passed, checked_at=now())
    return results


def note_open(*, chatbot_id: UUID, question: str, reply: str, origin: Origin) -> None:
    """Have a question on the admins' list; the same words are there once."""
    known = SavedQuestion.objects.filter(chatbot_id=chatbot_id, question=question).exclude(stand=Stand.DISMISSED)
    if not known.exists():
        changes.insert(
            SavedQuestion(
                id=uuid7(), chatbot_id=chatbot_id, question=question, reply=reply, origin=origin, stand=Stand.OPEN
            )
        )


def _locked(question_id: UUID) -> SavedQuestion:
    row = changes.locked(SavedQuestion, question_id)
    if row is None:
        raise RowNotFound
    return row
