"""Keeps what an embedding model has read, and asks saved questions anew with it."""

from collections.abc import Sequence
from uuid import UUID

from chatbots.models import Chatbot, MeaningVector, SavedQuestion, TrainingRow
from chatbots.services.gate import checked
from chatbots.vectors import digest
from sync import changes


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
