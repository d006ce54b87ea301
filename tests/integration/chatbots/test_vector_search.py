"""Retrieval of training by meaning, with the embedded or the provider's model, and by words if both models fail.

Over 250 lines because retrieval works with two models, and after each of their failures.
"""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from chatbots import prompt, queries, services, token_costs
from chatbots.effects import embedding_jobs, embeddings
from chatbots.models import EmbeddingVector, SavedQuestion, TrainingRow, Turn
from chatbots.queries import retrieval, vector_cache
from chatbots.retrieval import embedded_model
from chatbots.retrieval.vectors import Vector
from core.clock import now
from core.ids import uuid7
from sync.effects import effects
from sync.writes.db_executor import read, write, write_now
from tests.support.apps import bots
from tests.support.apps.chatbots import Chat, chat, with_limits, with_settings
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

__all__ = ["chat"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

OPENING_ANSWER = "At eight each morning."
UNKNOWN = "I do not know that yet. I have passed your question on, and the team will get back to you."
PARAPHRASE = "from what hour may customers walk into the shop"
RELATED_QUESTION = "do early birds get coffee"
# The fake of the provider's model matches texts by spelling, so it can match this text. The embedded model cannot.
MISSPELLED = "Whndoyoupen eacheigtmornig?"
PROVIDERS_MODEL = "text-embedding-3-small"


async def run_embedding_jobs() -> list[str]:
    """Run the due embedding jobs, and return the model of each vector of a training row."""
    await asyncio.to_thread(sweep_embedding)
    rows = EmbeddingVector.objects.filter(is_question=False).order_by("model")
    return await read(lambda: list(rows.values_list("model", flat=True)))


def sweep_embedding() -> None:
    try:
        effects.sweep(embedding_jobs.EMBEDDING)
    finally:
        connection.close()


async def vector_of(row_id: UUID) -> bytes:
    return await read(lambda: bytes(EmbeddingVector.objects.get(row_id=row_id, model=embedded_model.NAME).values))


async def test_a_question_in_other_words_finds_its_training_without_key_and_network(chat: Chat) -> None:
    assert (await chat.answer(PARAPHRASE))["response"] == OPENING_ANSWER
    assert (await chat.answer("Do you sell bicycles?"))["response"] == UNKNOWN


async def test_a_question_with_merely_related_training_is_listed_for_admins(portal: Portal, chat: Chat) -> None:
    assert (await chat.answer(RELATED_QUESTION))["response"] == UNKNOWN
    [system] = [one["content"] for one in chat.requests()[-1]["messages"] if one["role"] == "system"]
    row = await read(TrainingRow.objects.get)
    assert (
        system.partition("\n\nNotes")[2] == f", perhaps about something else:\nQ: {row.question}\nA: {OPENING_ANSWER}"
    )
    saved_question = await read(SavedQuestion.objects.get)
    assert (saved_question.question, saved_question.origin, saved_question.stand) == (
        RELATED_QUESTION,
        "unanswered",
        "open",
    )
    body = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": RELATED_QUESTION, "expects": str(row.id)}
    reply = await portal.as_("ana").post("/rest/v1/saved_questions", json=body)
    assert reply.json()["has_passed"] is False


async def test_without_related_training_the_prompt_has_no_notes(chat: Chat) -> None:
    assert (await chat.answer("Do you sell bicycles?"))["response"] == UNKNOWN
    system = chat.requests()[-1]["messages"][0]["content"]
    assert system.partition("\n\nNotes")[2] == ":\nThere are no notes about this question."


async def test_edits_imports_and_deletions_of_training_change_the_answers(portal: Portal, chat: Chat) -> None:
    ana, row = portal.as_("ana"), await read(TrainingRow.objects.get)
    question = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": PARAPHRASE, "expects": str(row.id)}
    assert (await ana.post("/rest/v1/saved_questions", json=question)).json()["has_passed"] is True
    before = await vector_of(row.id)
    new_text = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    assert (await ana.put(f"/rest/v1/training_data/{row.id}", json=new_text)).status_code == 200
    assert await vector_of(row.id) != before
    assert (await read(SavedQuestion.objects.get)).has_passed is False
    assert (await chat.answer("How do I get to the port?"))["response"] == "Behind the mill."
    rows = [{"id": str(uuid7()), "question": "Do you ship abroad?", "answer": "To all of Europe."}]
    body = {"chatbot_id": str(chat.bot), "source_type": "document", "rows": rows}
    assert (await ana.post("/rest/v1/training_data/import", json=body)).status_code == 200
    assert await run_embedding_jobs() == [embedded_model.NAME] * 2
    assert (await chat.answer("can you send a parcel to france"))["response"] == "To all of Europe."
    assert (await ana.delete(f"/rest/v1/training_data/{rows[0]['id']}")).status_code == 204
    assert (await chat.answer("can you send a parcel to france"))["response"] == UNKNOWN
    assert await run_embedding_jobs() == [embedded_model.NAME]


async def test_an_edit_during_the_embedding_leaves_no_vector_of_the_old_text(
    portal: Portal, chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, embed = await read(TrainingRow.objects.get), embedded_model.embed
    await write(EmbeddingVector.objects.all().delete)

    def embed_during_edit(texts: Sequence[str]) -> list[Vector]:
        if not edited_rows:
            edited_rows.append(
                write_now(services.change_training, actor=ana, row_id=row.id, question="When?", answer="At 9.")
            )
        return embed(texts)

    ana, edited_rows = actor_of(portal.users["ana"]), list[TrainingRow]()
    monkeypatch.setattr(embedded_model, "embed", embed_during_edit)
    await embeddings.embed_rows(chat.bot, limit=1)
    assert await read(EmbeddingVector.objects.count) == 0
    await embeddings.embed_rows(chat.bot)
    assert await read(EmbeddingVector.objects.count) == 1


async def test_rows_without_vectors_are_embedded_after_the_first_question_about_them(chat: Chat) -> None:
    await write(EmbeddingVector.objects.all().delete)
    assert (await chat.answer(PARAPHRASE))["response"] == UNKNOWN
    assert await run_embedding_jobs() == [embedded_model.NAME]
    assert (await chat.answer(PARAPHRASE))["response"] == OPENING_ANSWER


async def test_the_providers_model_finds_training_once_it_has_embedded_all_rows(chat: Chat, settings: Settings) -> None:
    assert (await chat.answer(MISSPELLED))["response"] == UNKNOWN
    with_settings(settings, embeddings=PROVIDERS_MODEL)
    assert (await chat.answer(MISSPELLED))["response"] == UNKNOWN
    assert await run_embedding_jobs() == [embedded_model.NAME, PROVIDERS_MODEL]
    assert (await chat.answer(MISSPELLED))["response"] == OPENING_ANSWER
    with_settings(settings, embeddings="text-embedding-3-large")
    # The embedded model finds it until the new model has embedded all rows.
    assert (await chat.answer(PARAPHRASE))["response"] == OPENING_ANSWER
    await embeddings.embed_rows(chat.bot)
    assert await run_embedding_jobs() == [embedded_model.NAME, "text-embedding-3-large"]


async def test_saving_training_sends_no_request_to_the_provider(portal: Portal, chat: Chat, settings: Settings) -> None:
    with_settings(settings, embeddings=PROVIDERS_MODEL)
    with_limits(settings, usd_embeddings=0.5)
    requests_before = len(chat.requests())
    new_text = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    row = await read(TrainingRow.objects.get)
    assert (await portal.as_("ana").put(f"/rest/v1/training_data/{row.id}", json=new_text)).status_code == 200
    models = EmbeddingVector.objects.filter(row_id=row.id).values_list("model", flat=True)
    assert (await read(lambda: list(models)), await read(queries.spent_in_month, now())) == ([embedded_model.NAME], 0)
    assert len(chat.requests()) == requests_before
    assert await run_embedding_jobs() == [embedded_model.NAME, PROVIDERS_MODEL]


async def test_training_in_a_language_unknown_to_the_model_is_found_by_its_words(portal: Portal, chat: Chat) -> None:
    """All its words are the same token, "unknown". In an earlier version every question matched every row."""
    for question, answer in (("เปิดกี่โมง", "แปดโมงเช้า"), ("ราคาเท่าไหร่", "สามยูโร"), ("营业时间", "早上八点")):
        row = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": question, "answer": answer}
        assert (await portal.as_("ana").post("/rest/v1/training_data", json=row)).status_code == 200
    for question, answer in (("ราคาเท่าไหร่", "สามยูโร"), ("营业时间", "早上八点")):
        assert (await chat.answer(question))["response"] == answer
    for question in ("ส่งของไปต่างประเทศไหม", "多少钱"):
        assert (await chat.answer(question))["response"] == UNKNOWN


async def test_a_provider_that_fails_is_replaced_by_the_embedded_model(chat: Chat, settings: Settings) -> None:
    with_settings(settings, embeddings=PROVIDERS_MODEL)
    chat.order("500", times=2)  # both the row and the question fail
    await embeddings.embed_rows(chat.bot)
    answer = await chat.answer(PARAPHRASE)
    assert (answer["response"], answer["fallback_used"]) == (OPENING_ANSWER, False)


async def test_training_is_found_by_its_words_if_the_embedded_model_is_broken(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_model, "embed", lambda texts: (_ for _ in ()).throw(OSError("no such file")))
    assert (await chat.answer("When do you open?"))["response"] == OPENING_ANSWER
    assert (await chat.answer(PARAPHRASE))["response"] == UNKNOWN


async def test_embedding_counts_towards_the_monthly_budget_and_stops_at_its_limit(
    portal: Portal, chat: Chat, settings: Settings
) -> None:
    with_settings(settings, embeddings=PROVIDERS_MODEL)
    with_limits(settings, usd_embeddings=0.5)
    reply = await chat.answer("Hello!")
    turn = await read(Turn.objects.get)
    tokens = sum(len(one["content"]) for one in chat.requests()[0]["messages"]) // 4
    answer = token_costs.of_reply(tokens, len(reply["response"]) // 4)
    assert turn.micro_usd == answer + round(prompt.tokens_of("Hello!") * 0.5)
    assert await run_embedding_jobs() == [embedded_model.NAME, PROVIDERS_MODEL]
    spent = await read(queries.spent_in_month, now())
    parts = queries.row_to_embed(await read(TrainingRow.objects.get)).parts
    assert spent - turn.micro_usd == round(sum(map(prompt.tokens_of, parts)) * 0.5) > 0
    with_limits(settings, monthly_usd=0)
    new_text = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    row = await read(TrainingRow.objects.get)
    assert (await portal.as_("ana").put(f"/rest/v1/training_data/{row.id}", json=new_text)).status_code == 200
    assert await run_embedding_jobs() == [embedded_model.NAME]
    assert await read(queries.spent_in_month, now()) == spent


async def test_an_exact_word_outranks_similar_meanings(portal: Portal, chat: Chat) -> None:
    ana = portal.as_("ana")
    for part, answer in (("XK-471", "On shelf nine."), ("QB-220", "On shelf two."), ("ZR-905", "On shelf six.")):
        row = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": f"Where is part {part}?", "answer": answer}
        assert (await ana.post("/rest/v1/training_data", json=row)).status_code == 200
    question = "qb-220?"
    result = await read(
        retrieval.find,
        chatbot_id=chat.bot,
        question=question,
        question_vectors=await embeddings.embed_question(question),
    )
    assert result.rows[0].answer == "On shelf two."


def vector_reads(bot: UUID, question_vectors: retrieval.VectorsByModel) -> int:
    """The number of statements in one search that read training vectors."""
    with CaptureQueriesContext(connection) as statements:
        retrieval.find(chatbot_id=bot, question=PARAPHRASE, question_vectors=question_vectors)
    return sum('"meaning_vectors"."values"' in one["sql"] for one in statements)


async def test_vectors_are_read_again_only_after_a_change(portal: Portal, chat: Chat) -> None:
    question_vectors = await embeddings.embed_question(PARAPHRASE)
    assert [await read(vector_reads, chat.bot, question_vectors) for _ in range(3)] == [1, 0, 0]
    row = await read(TrainingRow.objects.get)
    new_text = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    assert (await portal.as_("ana").put(f"/rest/v1/training_data/{row.id}", json=new_text)).status_code == 200
    assert [await read(vector_reads, chat.bot, question_vectors) for _ in range(2)] == [1, 0]
    await write(EmbeddingVector.objects.all().delete)
    assert [await read(vector_reads, chat.bot, question_vectors) for _ in range(2)] == [1, 0]


async def test_a_process_caches_a_limited_number_of_vectors(
    portal: Portal, chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    question_vectors, other_bot = await embeddings.embed_question(PARAPHRASE), await bots.bot(portal)
    row = {"id": str(uuid7()), "chatbot_id": str(other_bot), "question": "When do you open?", "answer": OPENING_ANSWER}
    assert (await portal.as_("ana").post("/rest/v1/training_data", json=row)).status_code == 200
    alternating_bots = [chat.bot, other_bot, chat.bot, other_bot]
    monkeypatch.setattr(vector_cache, "MAX_BYTES", 4 * 384)  # one vector
    assert [await read(vector_reads, bot, question_vectors) for bot in alternating_bots] == [1, 1, 1, 1]
    monkeypatch.setattr(vector_cache, "MAX_BYTES", 16 * 4 * 384)
    assert [await read(vector_reads, bot, question_vectors) for bot in alternating_bots] == [1, 0, 0, 0]
