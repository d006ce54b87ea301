"""Pays for what an embedding model reads, keeps it, and asks saved questions anew with it."""

from collections.abc import Sequence
from uuid import UUID

from chatbots import money, queries
from chatbots.models import Chatbot, MeaningVector, SavedQuestion, Spending, TrainingRow
from chatbots.services.gate import checked
from chatbots.vectors import digest
from core.clock import now
from sync import changes


def pay_for_reading(*, texts: Sequence[str]) -> bool:
    """Take what it costs to have these read off what may be spent this month; False if there is not so much left."""
    cost = money.of_reading(texts)
    if queries.spent_in_month(now()) + cost > money.of_a_month():
        return False
    Spending.objects.create(micro_usd=cost)
    return True


def keep_vectors(*, chatbot_id: UUID, model: str, made: Sequence[tuple[tuple[UUID, str], bytes]]) -> None:
    """Store what that model has read, `(id, text)` with its vector; of rows that are gone meanwhile, nothing."""
    if changes.locked(Chatbot, chatbot_id) is None:
        return
    ids = [id for (id, _), _ in made]
    there = set(TrainingRow.objects.filter(id__in=ids).values_list("id", flat=True))
    there |= set(SavedQuestion.objects.filter(id__in=ids).values_list("id", flat=True))
    MeaningVector.objects.bulk_create(
        [
            MeaningVector(id=id, chatbot_id=chatbot_id, model=model, digest=digest(text), values=values)
            for (id, text), values in made
            if id in there
        ],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["model", "digest", "values"],
    )
    checked(chatbot_id)
