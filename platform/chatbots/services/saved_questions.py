"""Saved questions: a bot must find their answers before it is activated. Admins also answer open questions here."""

from uuid import UUID

from chatbots import access
from chatbots.effects.embedding_jobs import embed, subject_of_new_rows
from chatbots.effects.question_check import check_locked, locked_question
from chatbots.errors import IdTaken, RowNotFound
from chatbots.models import Origin, QuestionStatus, SavedQuestion
from chatbots.services.locking import lock_managed_chatbot, require_visible
from chatbots.services.training import store_row
from core.actor import Actor
from core.ids import uuid7
from sync.effects import effects
from sync.log import changes


def save_question(*, actor: Actor, question_id: UUID, chatbot_id: UUID, question: str, expects: UUID) -> SavedQuestion:
    """Save a question for which the bot must find the training row `expects` before it is activated.

    Raises AdminsOnly, ChatbotNotFound, RowNotFound, Empty, IdTaken.
    """
    access.managed_chatbot(actor, chatbot_id)
    if access.training_for(actor, expects).chatbot_id != chatbot_id:
        raise RowNotFound
    row = SavedQuestion(
        id=question_id,
        chatbot_id=chatbot_id,
        question=require_visible(question),
        origin=Origin.ADMIN,
        stand=QuestionStatus.SAVED,
        expects=expects,
    )
    if changes.ensure(row):
        effects.after_commit(embed, subject_of_new_rows(chatbot_id))
        return row
    existing = SavedQuestion.objects.get(id=question_id)
    if (existing.chatbot_id, existing.question, existing.expects) != (chatbot_id, row.question, expects):
        raise IdTaken
    return existing


def answer_question(*, actor: Actor, question_id: UUID, training_id: UUID, answer: str) -> SavedQuestion:
    """Store an admin's answer to an open question as training, and save the question with it.

    Raises AdminsOnly, RowNotFound, Empty, IdTaken.
    """
    access.question_for(actor, question_id)
    row = locked_question(question_id)
    if row.stand == QuestionStatus.SAVED:
        return row
    training_row = store_row(
        actor=actor, chatbot_id=row.chatbot_id, row_id=training_id, question=row.question, answer=answer
    )
    changes.update(row, stand=QuestionStatus.SAVED, expects=training_row.id)
    effects.after_commit(embed, subject_of_new_rows(row.chatbot_id))
    return row


def dismiss_question(*, actor: Actor, question_id: UUID) -> SavedQuestion:
    """Remove a question from the open list or from the check. Raises AdminsOnly, RowNotFound."""
    access.question_for(actor, question_id)
    row = locked_question(question_id)
    if row.stand != QuestionStatus.DISMISSED:
        changes.update(row, stand=QuestionStatus.DISMISSED)
    return row


def check_questions(*, actor: Actor, chatbot_id: UUID) -> list[bool]:
    """Check a bot's saved questions. Returns whether each passed. Raises AdminsOnly, ChatbotNotFound."""
    lock_managed_chatbot(actor, chatbot_id)
    return check_locked(chatbot_id)


def add_open_question(*, chatbot_id: UUID, question: str, reply: str, origin: Origin) -> None:
    """Add an open question to the admins' list, unless the same text is there already."""
    existing = SavedQuestion.objects.filter(chatbot_id=chatbot_id, question=question).exclude(
        stand=QuestionStatus.DISMISSED
    )
    if not existing.exists():
        changes.insert(
            SavedQuestion(
                id=uuid7(),
                chatbot_id=chatbot_id,
                question=question,
                reply=reply,
                origin=origin,
                stand=QuestionStatus.OPEN,
            )
        )
