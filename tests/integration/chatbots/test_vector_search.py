"""Retrieval of training by meaning: the embedded model, the provider's if settings name one, words if both fail."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from chatbots import prompt, queries, services, token_costs
from chatbots.effects import embedding_jobs, embeddings
from chatbots.models import MeaningVector, SavedQuestion, TrainingRow, Turn
from chatbots.queries import retrieval, vector_cache
from chatbots.retrieval import embedded_model
from chatbots.retrieval.vectors import Vector
from core.clock import now
from core.ids import uuid7
from sync.effects import effects
from sync.writes.db_executor import read, write_now
from tests.support.apps import bots
from tests.support.apps.chatbots import Chat, chat, with_limits, with_settings
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

__all__ = ["chat"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

EIGHT = "At eight each morning."
UNKNOWN = "I do not know that yet. I have passed your question on, and the team will get back to you."
OTHER_WORDS = "from what hour may customers walk into the shop"
RELATED = "do early birds get coffee"
# The fake of the provider's model matches texts by their spelling; the embedded model cannot match this text.
RUN_TOGETHER = "Whndoyoupen eacheigtmornig?"
PROVIDERS = "text-embedding-3-small"


async def embed_by_the_worker() -> list[str]:
    """Do all due work, and return the model of each vector of a training row."""
    await asyncio.to_thread(sweep_embedding)
    rows = MeaningVector.objects.filter(is_question=False).order_by("model")
    return await read(lambda: list(rows.values_list("model", flat=True)))


def sweep_embedding() -> None:
    try:
        effects.sweep(embedding_jobs.EMBEDDING)
    finally:
        connection.close()


async def vector_of(row_id: UUID) -> bytes:
    return await read(lambda: bytes(MeaningVector.objects.get(row_id=row_id, model=embedded_model.NAME).values))


async def test_a_question_in_other_words_finds_its_training_without_key_and_network(chat: Chat) -> None:
    assert (await chat.answer(OTHER_WORDS))["response"] == EIGHT
    assert (await chat.answer("Do you sell bicycles?"))["response"] == UNKNOWN


async def test_merely_related_training_is_uncertain_for_the_model_and_open_for_admins(
    portal: Portal, chat: Chat
) -> None:
    assert (await chat.answer(RELATED))["response"] == UNKNOWN
    [system] = [one["content"] for one in chat.requests()[-1]["messages"] if one["role"] == "system"]
    row = await read(TrainingRow.objects.get)
    assert system.partition("\n\nNotes")[2] == f", perhaps about something else:\nQ: {row.question}\nA: {EIGHT}"
    noted = await read(SavedQuestion.objects.get)
    assert (noted.question, noted.origin, noted.stand) == (RELATED, "unanswered", "open")
    body = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": RELATED, "expects": str(row.id)}
    checked = await portal.as_("ana").post("/rest/v1/saved_questions", json=body)
    assert checked.json()["has_passed"] is False


async def test_without_related_training_the_model_gets_no_note(chat: Chat) -> None:
    assert (await chat.answer("Do you sell bicycles?"))["response"] == UNKNOWN
    system = chat.requests()[-1]["messages"][0]["content"]
    assert system.partition("\n\nNotes")[2] == ":\nThere are no notes about this question."


async def test_an_edit_an_import_and_a_deletion_are_found_from_then_on(portal: Portal, chat: Chat) -> None:
    ana, row = portal.as_("ana"), await read(TrainingRow.objects.get)
    question = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": OTHER_WORDS, "expects": str(row.id)}
    assert (await ana.post("/rest/v1/saved_questions", json=question)).json()["has_passed"] is True
    before = await vector_of(row.id)
    changed = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    assert (await ana.put(f"/rest/v1/training_data/{row.id}", json=changed)).status_code == 200
    assert await vector_of(row.id) != before
    assert (await read(SavedQuestion.objects.get)).has_passed is False
    assert (await chat.answer("How do I get to the port?"))["response"] == "Behind the mill."
    rows = [{"id": str(uuid7()), "question": "Do you ship abroad?", "answer": "To all of Europe."}]
    body = {"chatbot_id": str(chat.bot), "source_type": "document", "rows": rows}
    assert (await ana.post("/rest/v1/training_data/import", json=body)).status_code == 200
    assert await embed_by_the_worker() == [embedded_model.NAME] * 2
    assert (await chat.answer("can you send a parcel to france"))["response"] == "To all of Europe."
    assert (await ana.delete(f"/rest/v1/training_data/{rows[0]['id']}")).status_code == 204
    assert (await chat.answer("can you send a parcel to france"))["response"] == UNKNOWN
    assert await embed_by_the_worker() == [embedded_model.NAME]


async def test_an_edit_during_the_embedding_leaves_no_vector_of_the_old_text(
    portal: Portal, chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, embed = await read(TrainingRow.objects.get), embedded_model.embed
    await read(MeaningVector.objects.all().delete)

    def embed_during_edit(texts: Sequence[str]) -> list[Vector]:
        if not edited:
            edited.append(
                write_now(services.change_training, actor=ana, row_id=row.id, question="When?", answer="At 9.")
            )
        return embed(texts)

    ana, edited = actor_of(portal.users["ana"]), list[TrainingRow]()
    monkeypatch.setattr(embedded_model, "embed", embed_during_edit)
    await embeddings.embed_rows(chat.bot, limit=1)
    assert await read(MeaningVector.objects.count) == 0
    await embeddings.embed_rows(chat.bot)
    assert await read(MeaningVector.objects.count) == 1


async def test_rows_without_vectors_are_embedded_after_the_first_question_about_them(chat: Chat) -> None:
    await read(MeaningVector.objects.all().delete)
    assert (await chat.answer(OTHER_WORDS))["response"] == UNKNOWN
    assert await embed_by_the_worker() == [embedded_model.NAME]
    assert (await chat.answer(OTHER_WORDS))["response"] == EIGHT


async def test_the_providers_model_finds_training_once_it_has_embedded_all_rows(chat: Chat, settings: Settings) -> None:
    assert (await chat.answer(RUN_TOGETHER))["response"] == UNKNOWN
    with_settings(settings, embeddings=PROVIDERS)
    assert (await chat.answer(RUN_TOGETHER))["response"] == UNKNOWN
    assert await embed_by_the_worker() == [embedded_model.NAME, PROVIDERS]
    assert (await chat.answer(RUN_TOGETHER))["response"] == EIGHT
    with_settings(settings, embeddings="text-embedding-3-large")
    assert (await chat.answer(OTHER_WORDS))["response"] == EIGHT  # until then the embedded model finds it
    await embeddings.embed_rows(chat.bot)
    assert await embed_by_the_worker() == [embedded_model.NAME, "text-embedding-3-large"]


async def test_saving_training_does_not_wait_for_the_provider_and_pays_once(
    portal: Portal, chat: Chat, settings: Settings
) -> None:
    with_settings(settings, embeddings=PROVIDERS)
    with_limits(settings, usd_embeddings=0.5)
    requests_before = len(chat.requests())
    changed = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    row = await read(TrainingRow.objects.get)
    assert (await portal.as_("ana").put(f"/rest/v1/training_data/{row.id}", json=changed)).status_code == 200
    models = MeaningVector.objects.filter(row_id=row.id).values_list("model", flat=True)
    assert (await read(lambda: list(models)), await read(queries.spent_in_month, now())) == ([embedded_model.NAME], 0)
    assert len(chat.requests()) == requests_before
    assert await embed_by_the_worker() == [embedded_model.NAME, PROVIDERS]


async def test_training_in_a_language_unknown_to_the_model_is_found_by_its_words(portal: Portal, chat: Chat) -> None:
    """All its words are the same unknown token, so every question once matched every row with certainty."""
    for question, answer in (("เปิดกี่โมง", "แปดโมงเช้า"), ("ราคาเท่าไหร่", "สามยูโร"), ("营业时间", "早上八点")):
        row = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": question, "answer": answer}
        assert (await portal.as_("ana").post("/rest/v1/training_data", json=row)).status_code == 200
    for question, answer in (("ราคาเท่าไหร่", "สามยูโร"), ("营业时间", "早上八点")):
        assert (await chat.answer(question))["response"] == answer
    for question in ("ส่งของไปต่างประเทศไหม", "多少钱"):
        assert (await chat.answer(question))["response"] == UNKNOWN


async def test_a_provider_that_fails_is_replaced_by_the_embedded_model(chat: Chat, settings: Settings) -> None:
    with_settings(settings, embeddings=PROVIDERS)
    chat.order("500", times=2)  # both the row and the question fail
    await embeddings.embed_rows(chat.bot)
    answer = await chat.answer(OTHER_WORDS)
    assert (answer["response"], answer["fallback_used"]) == (EIGHT, False)


async def test_with_a_broken_installation_words_find_training(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_model, "embed", lambda texts: (_ for _ in ()).throw(OSError("no such file")))
    assert (await chat.answer("When do you open?"))["response"] == EIGHT
    assert (await chat.answer(OTHER_WORDS))["response"] == UNKNOWN


async def test_embedding_counts_towards_the_monthly_budget_and_stops_at_its_limit(
    portal: Portal, chat: Chat, settings: Settings
) -> None:
    with_settings(settings, embeddings=PROVIDERS)
    with_limits(settings, usd_embeddings=0.5)
    reply = await chat.answer("Hello!")
    turn = await read(Turn.objects.get)
    tokens = sum(len(one["content"]) for one in chat.requests()[0]["messages"]) // 4
    answer = token_costs.of_reply(tokens, len(reply["response"]) // 4)
    assert turn.micro_usd == answer + round(prompt.tokens_of("Hello!") * 0.5)
    assert await embed_by_the_worker() == [embedded_model.NAME, PROVIDERS]
    spent = await read(queries.spent_in_month, now())
    parts = queries.text_of(await read(TrainingRow.objects.get)).parts
    assert spent - turn.micro_usd == round(sum(map(prompt.tokens_of, parts)) * 0.5) > 0
    with_limits(settings, monthly_usd=0)
    changed = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    row = await read(TrainingRow.objects.get)
    assert (await portal.as_("ana").put(f"/rest/v1/training_data/{row.id}", json=changed)).status_code == 200
    assert await embed_by_the_worker() == [embedded_model.NAME]
    assert await read(queries.spent_in_month, now()) == spent


async def test_an_exact_word_outranks_similar_meanings(portal: Portal, chat: Chat) -> None:
    ana = portal.as_("ana")
    for part, answer in (("XK-471", "On shelf nine."), ("QB-220", "On shelf two."), ("ZR-905", "On shelf six.")):
        row = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": f"Where is part {part}?", "answer": answer}
        assert (await ana.post("/rest/v1/training_data", json=row)).status_code == 200
    question = "qb-220?"
    result = await read(
        retrieval.find, chatbot_id=chat.bot, question=question, meanings=await embeddings.embed_question(question)
    )
    assert result.rows[0].answer == "On shelf two."


def reads_of_vectors(bot: UUID, meanings: retrieval.Meanings) -> int:
    """The number of statements of one search that read vectors of training."""
    with CaptureQueriesContext(connection) as statements:
        retrieval.find(chatbot_id=bot, question=OTHER_WORDS, meanings=meanings)
    return sum('"meaning_vectors"."values"' in one["sql"] for one in statements)


async def test_vectors_are_read_again_when_others_are_stored_and_only_then(portal: Portal, chat: Chat) -> None:
    meanings = await embeddings.embed_question(OTHER_WORDS)
    assert [await read(reads_of_vectors, chat.bot, meanings) for _ in range(3)] == [1, 0, 0]
    row = await read(TrainingRow.objects.get)
    changed = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    assert (await portal.as_("ana").put(f"/rest/v1/training_data/{row.id}", json=changed)).status_code == 200
    assert [await read(reads_of_vectors, chat.bot, meanings) for _ in range(2)] == [1, 0]
    await read(MeaningVector.objects.all().delete)
    assert [await read(reads_of_vectors, chat.bot, meanings) for _ in range(2)] == [1, 0]


async def test_a_process_caches_a_limited_number_of_vectors(
    portal: Portal, chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanings, other = await embeddings.embed_question(OTHER_WORDS), await bots.bot(portal)
    row = {"id": str(uuid7()), "chatbot_id": str(other), "question": "When do you open?", "answer": EIGHT}
    assert (await portal.as_("ana").post("/rest/v1/training_data", json=row)).status_code == 200
    both = [chat.bot, other, chat.bot, other]
    monkeypatch.setattr(vector_cache, "MAX_BYTES", 4 * 384)  # one vector
    assert [await read(reads_of_vectors, bot, meanings) for bot in both] == [1, 1, 1, 1]
    monkeypatch.setattr(vector_cache, "MAX_BYTES", 16 * 4 * 384)
    assert [await read(reads_of_vectors, bot, meanings) for bot in both] == [1, 0, 0, 0]
