"""Books the cost of a provider's embeddings, stores vectors, and checks saved questions with them."""

from collections.abc import Sequence
from uuid import UUID

from chatbots import queries, token_costs
from chatbots.effects.costs import add_cost
from chatbots.effects.question_check import check_locked
from chatbots.models import Chatbot, EmbeddingVector, SavedQuestion, TrainingRow
from chatbots.queries import RowToEmbed
from core.clock import now
from sync.log import changes


def book_embedding_cost(*, texts: Sequence[str]) -> bool:
    """Add the cost of embedding `texts` to this month. If that exceeds the limit, adds nothing and returns False."""
    cost = token_costs.of_embedding(texts)
    if queries.spent_in_month(now()) + cost > token_costs.monthly_limit():
        return False
    add_cost(cost, now())
    return True


def store_vectors(*, chatbot_id: UUID, model: str, packed_vectors: Sequence[tuple[RowToEmbed, bytes]]) -> None:
    """Store this model's vectors of rows. Skips rows that were edited or deleted meanwhile."""
    if changes.locked(Chatbot, chatbot_id) is None:
        return
    ids = [text.id for text, _ in packed_vectors]
    rows = changes.locked_each(TrainingRow, ids).values()  # locked, so that no change of a text is uncommitted
    current = {row.id: queries.row_to_embed(row) for row in rows if row.chatbot_id == chatbot_id}
    saved_rows = SavedQuestion.objects.filter(id__in=ids, chatbot_id=chatbot_id)
    questions = {one.id: queries.RowToEmbed(one.id, (one.question,)) for one in saved_rows}
    EmbeddingVector.objects.bulk_create(
        [
            EmbeddingVector(
                row_id=text.id, chatbot_id=chatbot_id, model=model, is_question=text.id in questions, values=values
            )
            for text, values in packed_vectors
            if text in (current.get(text.id), questions.get(text.id))
        ],
        ignore_conflicts=True,
    )


def recheck(*, chatbot_id: UUID, models: Sequence[str]) -> None:
    """Check a bot's saved questions with the stored vectors, and delete vectors of models no longer in use."""
    if changes.locked(Chatbot, chatbot_id) is not None:
        EmbeddingVector.objects.filter(chatbot_id=chatbot_id).exclude(model__in=models).delete()
        check_locked(chatbot_id)
