"""Books the cost of a provider's embeddings, stores vectors, and checks saved questions with them."""

from collections.abc import Sequence
from uuid import UUID

from chatbots import queries, token_costs
from chatbots.models import Chatbot, MeaningVector, SavedQuestion, TrainingRow
from chatbots.queries import Text
from chatbots.services.costs import add_cost
from chatbots.services.gate import checked
from core.clock import now
from sync.log import changes


def pay_for_reading(*, texts: Sequence[str]) -> bool:
    """Add the cost of embedding `texts` to this month. Returns False, and adds nothing, if the limit is too low."""
    cost = token_costs.of_reading(texts)
    if queries.spent_in_month(now()) + cost > token_costs.of_a_month():
        return False
    add_cost(cost, now())
    return True


def keep_vectors(*, chatbot_id: UUID, model: str, made: Sequence[tuple[Text, bytes]]) -> None:
    """Store rows' vectors of this model, except of rows that were edited or deleted meanwhile."""
    if changes.locked(Chatbot, chatbot_id) is None:
        return
    ids = [text.id for text, _ in made]
    rows = TrainingRow.objects.filter(id__in=ids, chatbot_id=chatbot_id)
    current = {text.id: text for text in map(queries.text_of, rows)}
    asked = SavedQuestion.objects.filter(id__in=ids, chatbot_id=chatbot_id)
    questions = {one.id: queries.Text(one.id, (one.question,)) for one in asked}
    MeaningVector.objects.bulk_create(
        [
            MeaningVector(
                row_id=text.id, chatbot_id=chatbot_id, model=model, is_question=text.id in questions, values=values
            )
            for text, values in made
            if text in (current.get(text.id), questions.get(text.id))
        ],
        ignore_conflicts=True,
    )


def check_again(*, chatbot_id: UUID, models: Sequence[str]) -> None:
    """Check a bot's saved questions with the stored vectors, and delete vectors of models no longer in use."""
    if changes.locked(Chatbot, chatbot_id) is not None:
        MeaningVector.objects.filter(chatbot_id=chatbot_id).exclude(model__in=models).delete()
        checked(chatbot_id)
