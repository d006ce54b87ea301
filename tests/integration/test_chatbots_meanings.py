"""With a model of embeddings named, training is found by its meaning too; without its answer, by words alone as ever."""

import asyncio

import pytest
from pytest_django import Settings

from chatbots import money, prompting, queries, tasks
from chatbots.models import MeaningVector, SavedQuestion, TrainingRow, Turn
from core.clock import now
from core.ids import uuid7
from sync.models import Effect
from sync.seam import read
from tests.support.chatting import Chat, chat, with_limits, with_settings
from tests.support.mailbox import sweep
from tests.support.portal import Portal

__all__ = ["chat"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

EIGHT = "At eight each morning."
UNKNOWN = "I do not know that yet. I have passed your question on, and the team will get back to you."
# No word of it is a word of any row; the model that is played finds texts alike that are spelt alike.
RUN_TOGETHER = "Whendoyouopen eacheightmorning?"


async def read_by_the_model() -> int:
    """So many vectors there are once everything due is done."""
    assert tasks.read.__name__ == "read"  # the jobs of the room are known
    await asyncio.to_thread(sweep)
    return await read(MeaningVector.objects.count)


async def test_what_no_word_finds_is_found_by_its_meaning(portal: Portal, chat: Chat, settings: Settings) -> None:
    assert (await chat.said(RUN_TOGETHER))["response"] == UNKNOWN
    assert await read(lambda: Effect.objects.filter(kind="chatbots.read").count()) == 0
    with_settings(settings, embeddings="text-embedding-3-small")
    await chat.said("Hello!")  # from now on what was taught before the model was named is read
    assert await read_by_the_model() == 1
    assert (await chat.said(RUN_TOGETHER))["response"] == EIGHT
    assert (await chat.said("Do you sell bicycles?"))["response"] == UNKNOWN


async def test_without_its_answer_words_alone_find_training(portal: Portal, chat: Chat, settings: Settings) -> None:
    with_settings(settings, embeddings="text-embedding-3-small")
    chat.order("500")
    said = await chat.said()
    assert (said["response"], said["fallback_used"]) == (EIGHT, False)


async def test_what_changes_is_read_anew_and_what_goes_is_forgotten(
    portal: Portal, chat: Chat, settings: Settings
) -> None:
    with_settings(settings, embeddings="text-embedding-3-small")
    ana, row = portal.as_("ana"), await read(TrainingRow.objects.get)
    question = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": RUN_TOGETHER, "expects": str(row.id)}
    assert (await ana.post("/rest/v1/saved_questions", json=question)).json()["has_passed"] is False
    assert await read_by_the_model() == 2
    assert (await read(SavedQuestion.objects.get)).has_passed is True
    before = await read(lambda: MeaningVector.objects.get(id=row.id).digest)
    changed = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    assert (await ana.put(f"/rest/v1/training_data/{row.id}", json=changed)).status_code == 200
    assert await read_by_the_model() == 2
    assert await read(lambda: MeaningVector.objects.get(id=row.id).digest) != before
    assert (await read(SavedQuestion.objects.get)).has_passed is False
    assert (await ana.delete(f"/rest/v1/training_data/{row.id}")).status_code == 204
    assert await read(lambda: list(MeaningVector.objects.values_list("id", flat=True))) == [
        (await read(SavedQuestion.objects.get)).id
    ]


async def test_what_is_read_counts_towards_the_months_money_and_nothing_is_read_beyond_it(
    portal: Portal, chat: Chat, settings: Settings
) -> None:
    with_settings(settings, embeddings="text-embedding-3-small")
    with_limits(settings, usd_embeddings=0.5)
    said = await chat.said("Hello!")
    turn = await read(Turn.objects.get)
    told = sum(len(one["content"]) for one in chat.asked()[0]["messages"]) // 4
    answer = money.of_reply(told, len(said["response"]) // 4)
    assert turn.micro_usd == answer + round(prompting.tokens_of("Hello!") * 0.5)
    assert await read_by_the_model() == 1
    spent = await read(queries.spent_in_month, now())
    row = await read(TrainingRow.objects.get)
    assert spent - turn.micro_usd == round(prompting.tokens_of(f"{row.question}\n{row.answer}") * 0.5) > 0
    with_limits(settings, monthly_usd=0)
    changed = {"question": "Where is the harbour?", "answer": "Behind the mill."}
    assert (await portal.as_("ana").put(f"/rest/v1/training_data/{row.id}", json=changed)).status_code == 200
    assert await read_by_the_model() == 0  # nor is it found by what it meant before
    assert await read(queries.spent_in_month, now()) == spent
