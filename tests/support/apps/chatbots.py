"""The agency with a bot, and the sandbox's language model."""

import dataclasses
from uuid import UUID

import httpx
import pytest
from pytest_django import Settings

from chatbots.models import ChatMessage
from core.ids import uuid7
from sync.writes.db_executor import read
from tests.support.apps import bots
from tests.support.fakes.sandbox import Sandbox
from tests.support.portal.agency import Json, Portal

CHAT_PATH = "/functions/v1/generate-chat-response"


class Chat:
    """`bot` is active, assigned to maya, and trained on the opening hours. The model has no orders and no requests."""

    def __init__(self, portal: Portal, model: Sandbox, bot: UUID) -> None:
        self.portal, self.bot, self._model = portal, bot, model

    def order(self, order: str, times: int = 1) -> None:
        """Give the model one of the orders in deploy/sandbox/README.md."""
        reply = httpx.post(f"{self._model.url}/sandbox/model", data={"order": order, "times": str(times)})
        assert reply.status_code == 200, reply.text

    def requests(self) -> list[Json]:
        """The requests that the model received, in order."""
        return list(httpx.get(f"{self._model.url}/sandbox/model").json()["requests"])

    async def request(
        self, text: str = "What are your opening hours?", *, name: str = "maya", **fields: object
    ) -> httpx.Response:
        body = {"id": str(uuid7()), "botId": str(self.bot), "prompt": text} | fields
        return await self.portal.as_(name).post(CHAT_PATH, json=body)

    async def answer(self, text: str = "What are your opening hours?", *, name: str = "maya", **fields: object) -> Json:
        """Send a question that must succeed; returns the response."""
        reply = await self.request(text, name=name, **fields)
        assert reply.status_code == 200, reply.text
        return dict(reply.json())


async def messages() -> list[tuple[str, str]]:
    """The sender type and text of every chat message, in order."""
    return await read(lambda: list(ChatMessage.objects.order_by("created_at").values_list("sender_type", "content")))


@pytest.fixture
async def chat(portal: Portal, running_fake_providers: Sandbox, settings: Settings) -> Chat:
    settings.CHAT = dataclasses.replace(settings.CHAT, api=running_fake_providers.url, key="sandbox", embeddings=None)
    instance = Chat(portal, running_fake_providers, await bots.assigned_bot(portal))
    instance.order("reset")
    return instance


def with_limits(settings: Settings, **limits: float) -> None:
    """Change the chat limits."""
    settings.CHAT = dataclasses.replace(settings.CHAT, **limits)


def with_settings(settings: Settings, **named: str) -> None:
    """Change the chat settings, such as the models."""
    settings.CHAT = dataclasses.replace(settings.CHAT, **named)
