"""Replies without the model: an apology with the model `fallback`, stored as any other reply."""

import asyncio
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings
from time_machine import Traveller

from chatbots import queries, services, token_costs
from chatbots.models import Turn
from chatbots.workflows import reply
from core.clock import now
from core.errors import Unavailable
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.apps.chatbots import Chat, chat, messages, with_limits
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of
from tests.support.sync.socket import Opener

__all__ = ["chat"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.mark.parametrize(
    ("order", "error"),
    [("500", "unavailable"), ("429", "busy"), ("401", "unavailable"), ("empty", "empty"), ("break", "unavailable")],
)
async def test_a_model_that_fails_is_replaced_by_an_apology(order: str, error: str, portal: Portal, chat: Chat) -> None:
    chat.order(order)
    async with portal.grows({"chat_messages": 2, "chat_turns": 1, "chat_costs": 1, "u:maya": 2}):
        answer = await chat.answer()
    assert answer["response"] == reply.FALLBACK
    assert "technical difficulties" in answer["response"]
    assert (answer["model_used"], answer["fallback_used"], answer["error"]) == ("fallback", True, error)


async def test_a_request_to_a_hanging_model_times_out(chat: Chat, settings: Settings) -> None:
    with_limits(settings, within_s=1)
    chat.order("hang")
    answer = await chat.answer()
    assert (answer["model_used"], answer["error"]) == ("fallback", "timeout")


async def test_the_draft_of_an_answer_that_is_not_stored_ends_and_a_repeat_gets_an_answer(
    portal: Portal, chat: Chat, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_unavailable(**_: object) -> None:
        raise Unavailable

    maya, id = sockets(portal.users["maya"].token), str(uuid7())
    await maya.hello()
    with monkeypatch.context() as patch:
        patch.setattr(services, "store_reply", raise_unavailable)
        assert (await chat.request(id=id)).status_code == 503
    await maya.until(lambda: bool(maya.all("eph")) and not maya.all("eph")[-1]["d"][-1]["on"])
    async with asyncio.timeout(30):  # if the failed request had kept its lease, the repeat would wait for a minute
        assert (await chat.answer(id=id))["fallback_used"] is False
    assert (len(chat.requests()), len(await messages())) == (2, 2)
    # The cost of the first answer is unknown, so its maximum stays booked.
    turn, spent = await read(lambda: (Turn.objects.get(), queries.spent_in_month(now())))
    assert spent == turn.micro_usd + token_costs.maximum_of_reply("What are your opening hours?")


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        pytest.param(services, "store_question", id="while the question is stored"),
        pytest.param(reply, "_write_reply", id="before the first step of the reply"),
    ],
)
async def test_a_stopping_process_leaves_a_question_that_arrives_then_to_the_next_one(
    owner: object, name: str, chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process stops while the question is stored, or before the first step of its reply."""
    loop, id, function = asyncio.get_running_loop(), str(uuid7()), getattr(owner, name)
    endings: list[asyncio.Task[None]] = []

    def end() -> None:
        endings.append(loop.create_task(reply.end_running()))

    def end_and_go_on(*args: object, **options: object) -> object:
        if owner is reply:
            end()
        else:  # in another thread
            loop.call_soon_threadsafe(end)
        return function(*args, **options)

    with monkeypatch.context() as stopping:
        stopping.setattr(reply, "_ending", asyncio.Event())
        stopping.setattr(owner, name, end_and_go_on)
        with pytest.raises(asyncio.CancelledError):
            await chat.request(id=id)
        await asyncio.gather(*endings)
    assert chat.requests() == []
    async with asyncio.timeout(30):  # a lease that was not released would last for a minute
        assert (await chat.answer(id=id))["fallback_used"] is False


async def test_an_expired_lease_does_not_release_the_lease_of_another_process(
    portal: Portal, chat: Chat, fake_clock: Traveller
) -> None:
    id, maya = uuid7(), actor_of(portal.users["maya"])

    async def lease() -> datetime | None:
        fake_clock.shift(timedelta(seconds=1))
        question = await write(
            services.store_question, actor=maya, question_id=id, chatbot_id=chat.bot, content="When?"
        )
        return question.leased_until

    first_lease = await lease()
    fake_clock.shift(timedelta(minutes=2))
    second_lease = await lease()
    assert first_lease is not None
    assert second_lease is not None
    await write(services.release_lease, question_id=id, leased_until=first_lease)
    assert await lease() is None
    await write(services.release_lease, question_id=id, leased_until=second_lease)
    assert await lease() is not None


async def test_a_question_without_a_key_is_answered_by_an_apology_that_costs_nothing(
    chat: Chat, settings: Settings
) -> None:
    settings.CHAT = type(settings.CHAT)(settings.CHAT.api, None)
    answer = await chat.answer()
    assert (answer["response"], answer["model_used"]) == (reply.FALLBACK, "fallback")
    assert (answer["fallback_used"], answer["error"]) == (True, "not_set_up")
    assert await messages() == [("user", "What are your opening hours?"), ("bot", reply.FALLBACK)]
    assert await read(lambda: list(Turn.objects.values_list("micro_usd", flat=True))) == [0]
    assert chat.requests() == []
