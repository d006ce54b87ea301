"""Writes of training: add a row by hand, import the reviewed rows of a source, change and delete rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from chatbots import access
from chatbots.effects.embedding_jobs import delete_vectors, embed, subject_of_new_rows
from chatbots.errors import IdTaken, RowNotFound
from chatbots.models import QuestionStatus, SavedQuestion, Source, TrainingRow
from chatbots.retrieval.lexemes import indexed
from chatbots.services.locking import require_visible
from clients import services as clients
from core.actor import Actor
from sync.effects import effects
from sync.log import changes


@dataclass(frozen=True, slots=True)
class TrainingExample:
    """A question and its answer, with the id of the row to store."""

    id: UUID
    question: str
    answer: str


def add_training(
    *,
    actor: Actor,
    row_id: UUID,
    chatbot_id: UUID,
    question: str,
    answer: str,
    source_type: str = Source.MANUAL,
    source_url: str | None = None,
) -> TrainingRow:
    """Add one row. A repeated call changes nothing. Raises AdminsOnly, ChatbotNotFound, Empty, IdTaken."""
    if not TrainingRow.objects.filter(id=row_id).exists():
        effects.after_commit(embed, subject_of_new_rows(chatbot_id))
    return store_row(
        actor=actor,
        chatbot_id=chatbot_id,
        row_id=row_id,
        question=question,
        answer=answer,
        source_type=source_type,
        source_url=source_url,
    )


def import_training(
    *, actor: Actor, chatbot_id: UUID, source_type: str, source_url: str | None, examples: Sequence[TrainingExample]
) -> list[TrainingRow]:
    """Add all rows of a source, or none. A row that is stored already with the same content stays unchanged.

    Raises AdminsOnly, ChatbotNotFound, Empty, IdTaken.
    """
    before = TrainingRow.objects.filter(id__in=[one.id for one in examples]).count()
    if before < len(examples):
        clients.audit(actor_id=actor.id, action="training.imported", subject=str(chatbot_id), rows=str(len(examples)))
        effects.after_commit(embed, subject_of_new_rows(chatbot_id))
    return [
        store_row(
            actor=actor,
            chatbot_id=chatbot_id,
            row_id=one.id,
            question=one.question,
            answer=one.answer,
            source_type=source_type,
            source_url=source_url,
        )
        for one in examples
    ]


def change_training(
    *, actor: Actor, row_id: UUID, question: str, answer: str, source_url: str | None = None
) -> TrainingRow:
    """Change a row, and request new vectors of it. Raises AdminsOnly, RowNotFound, Empty.

    Without `source_url`, the row keeps its address; an empty one removes it.
    """
    access.training_for(actor, row_id)
    row = _locked(row_id)
    question, answer = require_visible(question), require_visible(answer)
    address = row.source_url if source_url is None else source_url or None
    changes.update(row, question=question, answer=answer, source_url=address, lexemes=indexed(question, answer))
    delete_vectors(row.id)
    effects.after_commit(embed, subject_of_new_rows(row.chatbot_id))
    return row


def delete_training(*, actor: Actor, row_id: UUID) -> None:
    """Delete a row, and reopen the saved questions that expected it. Raises AdminsOnly, RowNotFound."""
    access.training_for(actor, row_id)
    row = _locked(row_id)
    for question in SavedQuestion.objects.filter(expects=row.id, stand=QuestionStatus.SAVED):
        locked = changes.locked(SavedQuestion, question.id)
        if locked is not None:
            changes.update(locked, stand=QuestionStatus.OPEN, expects=None, has_passed=None)
    changes.delete(row)
    delete_vectors(row.id)


def store_row(
    *,
    actor: Actor,
    chatbot_id: UUID,
    row_id: UUID,
    question: str,
    answer: str,
    source_type: str = Source.MANUAL,
    source_url: str | None = None,
) -> TrainingRow:
    """Store a row with this id, or return the stored one. Raises AdminsOnly, ChatbotNotFound, Empty, IdTaken."""
    access.managed_chatbot(actor, chatbot_id)
    question, answer = require_visible(question), require_visible(answer)
    fields: dict[str, object] = {
        "chatbot_id": chatbot_id,
        "question": question,
        "answer": answer,
        "source_type": source_type,
        "source_url": source_url,
    }
    row = TrainingRow(id=row_id, lexemes=indexed(question, answer), **fields)
    if changes.ensure(row):
        return row
    existing = TrainingRow.objects.get(id=row_id)
    if changes.differing(existing, **fields):
        raise IdTaken
    return existing


def _locked(row_id: UUID) -> TrainingRow:
    row = changes.locked(TrainingRow, row_id)
    if row is None:
        raise RowNotFound
    return row
