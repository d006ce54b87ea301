"""The costs of answers stay within the limits of a user and of a month."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from time_machine import Traveller

from chatbots import prompt, queries, services, token_costs
from chatbots.models import MonthlyCost, Turn
from chatbots.services.conversations import Reply
from core.clock import now
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.actions import chatbots
from tests.support.apps.chatbots import Chat, chat, with_limits
from tests.support.portal.agency import Portal

__all__ = ["chat"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

OPENING_ANSWER = "At eight each morning."


@pytest.mark.thorough
async def test_the_longest_training_keeps_an_answer_within_its_cost_limit(
    portal: Portal, chat: Chat, settings: Settings
) -> None:
    """Five training rows of the maximum length are twice the budget of a prompt."""
    ana = portal.as_("ana")
    for number in range(5):
        row = {"id": str(uuid7()), "chatbot_id": str(chat.bot), "question": "Opening hours 営業時間 " * 90}
        reply = await ana.post("/rest/v1/training_data", json=row | {"answer": "営" * 7000 + str(number)})
        assert reply.status_code == 200
    await chat.answer("Opening hours?")
    await chat.answer("Opening hours?")
    for request in chat.requests():
        tokens = sum(prompt.tokens_of(one["content"]) for one in request["messages"])
        assert tokens <= settings.CHAT.prompt_tokens
        assert "Q: Opening hours" in request["messages"][0]["content"]
    # The training in the prompt leaves space for the conversation.
    assert len(chat.requests()[1]["messages"]) == 4
    costs = await read(lambda: list(Turn.objects.values_list("micro_usd", flat=True)))
    assert (len(costs), 0 < max(costs) <= token_costs.maximum_of_reply("Opening hours?")) == (2, True)


async def test_user_and_monthly_limits_reject_before_anything_is_stored(
    portal: Portal, chat: Chat, settings: Settings, fake_clock: Traveller
) -> None:
    with_limits(settings, per_minute=2)
    await chat.answer()
    await chat.answer()
    async with portal.unchanged():
        reply = await chat.request()
        assert (reply.status_code, reply.json()["code"]) == (403, "chat_rate_limit")
    fake_clock.shift(timedelta(minutes=2))
    with_limits(settings, per_minute=10, per_day=2)
    assert (await chat.request()).json()["message"].startswith("That was question number 2 of today.")
    with_limits(settings, per_day=10, monthly_usd=0)
    async with portal.unchanged():
        reply = await chat.request()
        assert (reply.status_code, reply.json()["code"]) == (503, "chat_spend_cap")
    assert len(chat.requests()) == 2


async def test_only_the_actual_cost_of_an_answer_is_counted(portal: Portal, chat: Chat) -> None:
    await chat.answer()
    request = chat.requests()[0]
    tokens = sum(len(one["content"]) for one in request["messages"]) // 4
    turn = await read(Turn.objects.get)
    assert turn.micro_usd == round(tokens * 2.5 + len(OPENING_ANSWER) // 4 * 10)
    assert turn.settled_at is not None


async def test_an_answer_counts_in_the_one_row_of_its_questions_month(
    portal: Portal, chat: Chat, fake_clock: Traveller
) -> None:
    await chat.answer()
    question_id = await chatbots.send_question(portal, chat.bot)

    def costs() -> tuple[int, int, list[str]]:
        with CaptureQueriesContext(connection) as statements:
            spent = queries.spent_in_month(now())
        return spent, sum(Turn.objects.values_list("micro_usd", flat=True)), [one["sql"] for one in statements]

    spent, total, [statement] = await read(costs)
    assert (spent, MonthlyCost._meta.db_table in statement) == (total, True)
    fake_clock.shift(timedelta(days=31))
    late_reply = Reply("At eight.", "gpt-4o", False, 900, 0, is_stopped=False, has_match=True, micro_usd=70)
    for _ in range(2):
        await write(services.store_reply, question_id=question_id, reply=late_reply)
    spent, total, _ = await read(costs)
    months = await read(lambda: list(MonthlyCost.objects.values_list("micro_usd", flat=True)))
    assert (spent, months) == (0, [total])
    assert (await read(Turn.objects.get, id=question_id)).micro_usd == 70
