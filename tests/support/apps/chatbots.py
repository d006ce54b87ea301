"""The agency with a bot of its own, and the language model that is played beside it."""

import dataclasses
from uuid import UUID

import httpx
import pytest
from pytest_django import Settings

from chatbots.models import ChatMessage
from core.ids import uuid7
from sync.writes.db_executor import read
from tests.support.actions import chatbots
from tests.support.fakes.sandbox import StandIn
from tests.support.portal.agency import Json, Portal

ASK = "/functions/v1/generate-chat-response"


class Chat:
    """`bot` is active, assigned to maya, and knows when the shop opens. The model has no order and was not asked."""

    def __init__(self, portal: Portal, model: StandIn, bot: UUID) -> None:
        self.portal, self.bot, self._model = portal, bot, model

    def order(self, order: str, times: int = 1) -> None:
        """Have the model do what deploy/sandbox/README.md lists."""
        reply = httpx.post(f"{self._model.url}/sandbox/model", data={"order": order, "times": str(times)})
        assert reply.status_code == 200, reply.text

    def asked(self) -> list[Json]:
        """The requests that the model got, in order."""
        return list(httpx.get(f"{self._model.url}/sandbox/model").json()["asked"])

    async def ask(
        self, text: str = "What are your opening hours?", *, who: str = "maya", **fields: object
    ) -> httpx.Response:
        body = {"id": str(uuid7()), "botId": str(self.bot), "prompt": text} | fields
        return await self.portal.as_(who).post(ASK, json=body)

    async def said(self, text: str = "What are your opening hours?", *, who: str = "maya", **fields: object) -> Json:
        """The reply to a question that is answered."""
        reply = await self.ask(text, who=who, **fields)
        assert reply.status_code == 200, reply.text
        return dict(reply.json())


async def messages() -> list[tuple[str, str]]:
    """Everything that was said with bots, in order."""
    return await read(lambda: list(ChatMessage.objects.order_by("created_at").values_list("sender_type", "content")))


@pytest.fixture
async def chat(portal: Portal, running_stand_in: StandIn, settings: Settings) -> Chat:
    settings.CHAT = dataclasses.replace(settings.CHAT, api=running_stand_in.url, key="sandbox", embeddings=None)
    made = Chat(portal, running_stand_in, await chatbots.given(portal))
    made.order("reset")
    return made


def with_limits(settings: Settings, **limits: float) -> None:
    """Have other limits from now on."""
    settings.CHAT = dataclasses.replace(settings.CHAT, **limits)


def with_settings(settings: Settings, **named: str) -> None:
    """Have other models named from now on."""
    settings.CHAT = dataclasses.replace(settings.CHAT, **named)
