"""Checks whether each saved question of a bot finds its training row."""

from uuid import UUID

from chatbots import queries
from chatbots.errors import RowNotFound
from chatbots.models import SavedQuestion
from chatbots.queries import retrieval
from core.clock import now
from sync.log import changes


def check_locked(chatbot_id: UUID) -> list[bool]:
    """Check the saved questions of a locked bot, and store the results. Returns whether each passed."""
    rows = [
        locked_question(question_id) for question_id in queries.saved_questions(chatbot_id).values_list("id", flat=True)
    ]
    results = retrieval.check_questions(chatbot_id, rows)
    for row, passed in zip(rows, results, strict=True):
        if row.has_passed != passed:
            changes.update(row, has_passed=passed, checked_at=now())
    return results


def locked_question(question_id: UUID) -> SavedQuestion:
    """The question, locked. Raises RowNotFound."""
    row = changes.locked(SavedQuestion, question_id)
    if row is None:
        raise RowNotFound
    return row
